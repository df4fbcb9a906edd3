/** Where the run went: its addresses in order, each change once. */
import { oneLine, type TrajectoryView } from "../trajectory/index.ts";

const urlLength = 300;
const most = 60;

function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/**
 * The addresses in the order in which they were seen, neighbours that are the same joined; a long way keeps its
 * beginning and its end.
 */
export function urls(view: TrajectoryView): string {
  const seen: string[] = [];
  for (const state of [...view.steps.map((step) => step.observation), view.final]) {
    if (state?.url !== undefined && state.url !== seen.at(-1)) seen.push(state.url);
  }
  if (seen.length === 0) return "(no address was recorded)";
  const lines = seen.map((url, i) => `${i + 1}. ${oneLine(readable(url), urlLength)}`);
  if (lines.length <= most) return lines.join("\n");
  return [...lines.slice(0, most / 2), `… ${lines.length - most} more …`, ...lines.slice(-most / 2)].join(
    "\n",
  );
}

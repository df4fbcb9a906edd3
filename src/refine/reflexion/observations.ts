/** What the agent saw, short enough to reflect on: each page in a line, and the last one at length. */
import { headAndTail, type Observation, oneLine, type TrajectoryView } from "../../trajectory/index.ts";

/** In characters: of a page on the way, of the last page, and of all of it. */
const pageLength = 300;
const lastPageLength = 4000;
const allLength = 12_000;

const contentOf = (state: Observation): string | undefined =>
  state.text ?? state.caption ?? state.accessibilityTree ?? state.ocr;

function line(state: Observation, number: number): string {
  const content = contentOf(state);
  const parts = [
    state.title === undefined ? "" : oneLine(state.title, 120),
    state.url === undefined ? "" : oneLine(state.url, 200),
    content === undefined ? "" : oneLine(content, pageLength),
  ];
  return `${number}. ${parts.filter((part) => part !== "").join(" · ") || "(nothing was recorded)"}`;
}

/** One numbered line for the page before each action, then the content of the last page, all bounded. */
export function observationsText(view: TrajectoryView): string {
  const lines = view.steps.map(({ observation }, i) => line(observation, i + 1));
  const last = view.final ?? view.steps.at(-1)?.observation;
  const content = last === undefined ? undefined : (last.accessibilityTree ?? contentOf(last));
  const before = lines.length === 0 ? "(no page was seen before an action)" : lines.join("\n");
  const after = content === undefined ? [] : ["The last page:", headAndTail(content, lastPageLength)];
  return [headAndTail(before, allLength - lastPageLength), ...after].join("\n");
}

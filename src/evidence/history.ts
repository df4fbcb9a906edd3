/** The run step by step: address, action and, where a protocol wants them, the agent's own words. */
import { oneLine, type TrajectoryView } from "../trajectory/index.ts";
import { actionText } from "./actions.ts";
import { recordedName } from "./target-names.ts";

const thoughtLimit = 600;
const urlLimit = 200;

/**
 * A numbered block a step.
 *
 * @param options.thoughts whether the agent's words are shown; they are claims, and marked as such
 * @param options.urls whether the address before each action is shown
 */
export function history(view: TrajectoryView, options: { thoughts: boolean; urls: boolean }): string {
  if (view.steps.length === 0) return "(no step)";
  return view.steps
    .map((step, position) => {
      const { url } = step.observation;
      return [
        `${position + 1}. ${actionText(step.action, recordedName(step))}`,
        ...(options.urls && url !== undefined ? [`   at ${oneLine(url, urlLimit)}`] : []),
        ...(options.thoughts && step.thought
          ? [`   the agent said: ${oneLine(step.thought, thoughtLimit)}`]
          : []),
      ].join("\n");
    })
    .join("\n");
}

/** The accessibility tree of the last state that has one; null without any. */
export function lastTree(view: TrajectoryView): string | null {
  const states = [...view.steps.map((step) => step.observation), view.final];
  return states.findLast((state) => state?.accessibilityTree !== undefined)?.accessibilityTree ?? null;
}

/** The run step by step: address, action and, where a protocol wants them, the agent's own words. */
import { oneLine, type TrajectoryView } from "../trajectory/index.ts";
import { actionText } from "./actions.ts";
import { recordedName, type TargetName } from "./target-names.ts";

const thoughtLimit = 600;
const urlLimit = 200;

export interface HistoryOptions {
  /** Whether the agent's words are shown; they are claims, and marked as such. */
  readonly thoughts: boolean;
  /** Whether the address before each action is shown. */
  readonly urls: boolean;
  /** Step index → what is written where it points, as {@link pointNames} reads it from the screenshots. */
  readonly at?: ReadonlyMap<number, TargetName>;
}

/** A numbered block a step. */
export function history(view: TrajectoryView, options: HistoryOptions): string {
  if (view.steps.length === 0) return "(no step)";
  return view.steps
    .map((step, position) => {
      const { url } = step.observation;
      return [
        `${position + 1}. ${actionText(step.action, recordedName(step) ?? options.at?.get(position))}`,
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

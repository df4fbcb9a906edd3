/** A verdict in words: what whoever reflects is told about how the attempt was judged. */
import { actionText } from "../../evidence/index.ts";
import { oneLine, type TrajectoryView } from "../../trajectory/index.ts";
import type { Evaluation } from "./evaluator.ts";

const reasonLength = 1500;
const partLength = 200;
const mostListed = 5;

const outcomeWords = {
  success: "was judged a success",
  failure: "was judged a failure",
  unsure: "could not be decided: the evidence is not enough",
  blocked: "was judged to be blocked by something outside the agent's control",
  unscored: "could not be judged",
} as const;

/** `was judged a failure`, and the like. */
export function outcomeText({ outcome }: Evaluation): string {
  return outcomeWords[outcome ?? "unscored"];
}

/** The action of a step as `action 3, click on "Apply"`; null for a step that the run does not have. */
export function stepText(view: TrajectoryView, index: number): string | null {
  const step = view.steps[index];
  return step === undefined ? null : `action ${index + 1}, ${oneLine(actionText(step.action), partLength)}`;
}

/** The kind of failure and where it lay, where the verdict names it. */
export function failureText(view: TrajectoryView, { verdict: { failure } }: Evaluation): string | null {
  if (failure === undefined) return null;
  const where = failure.step == null ? null : stepText(view, failure.step);
  return `${failure.category}${where === null ? "" : ` at ${where}`}`;
}

/** Requirements that the verdict calls unmet. */
export function unmet({ verdict: { requirements = [] } }: Evaluation): string[] {
  return requirements
    .filter(({ passed }) => passed === false)
    .map(({ text }) => oneLine(text, partLength))
    .slice(0, mostListed);
}

/** Actions that the verdict classes as bringing nothing, or, without classes, those that reported an error. */
export function idleActions(view: TrajectoryView, { verdict: { steps } }: Evaluation): string[] {
  const indices =
    steps === undefined
      ? view.steps.flatMap(({ action }, i) => (action.error === undefined ? [] : [i]))
      : steps.flatMap(({ index, class: each }) => (each === "no-progress" ? [index] : []));
  return indices.flatMap((index) => stepText(view, index) ?? []).slice(0, mostListed);
}

/** The verdict's reasons on one line, bounded. */
export function reasonText({ verdict: { reasoning } }: Evaluation, limit = reasonLength): string {
  return oneLine(reasoning.replace(/\s*\n+\s*/g, "; "), limit);
}

/** All of it, a line each. */
export function verdictText(view: TrajectoryView, evaluation: Evaluation): string {
  const kind = failureText(view, evaluation);
  const missing = unmet(evaluation);
  const idle = idleActions(view, evaluation);
  const reasons = reasonText(evaluation);
  return [
    `The attempt ${outcomeText(evaluation)}.`,
    ...(kind === null ? [] : [`Kind of failure: ${kind}`]),
    ...(missing.length === 0 ? [] : [`Not met: ${missing.join("; ")}`]),
    ...(idle.length === 0 ? [] : [`Brought nothing: ${idle.join("; ")}`]),
    ...(reasons === "" ? [] : [`Reasons: ${reasons}`]),
  ].join("\n");
}

/** Judging step by step, and what the steps say about the run. */
import { isLasting, type Judgement, type StepVerdict, type TrajectoryView } from "../trajectory/index.ts";
import type { StepJudgement } from "./ask.ts";

/** Steps are judged from their own past only, so some can be asked about at the same time. */
const atOnce = 4;

const notAsked: StepJudgement = { class: null, reason: "not asked, since the model gave no answer before" };

function aggregated(steps: readonly StepVerdict[], error: Judgement["error"]): Judgement {
  const scored = steps.filter((step) => step.class !== null);
  const complete = scored.length === steps.length;
  const success = steps.some((step) => step.class === "success");
  const useful = scored.filter((step) => step.class !== "no-progress").length;
  // An unscored step might have been the successful one: without a success elsewhere the outcome stays open.
  const outcome = success ? "success" : complete ? "failure" : null;
  return {
    outcome,
    score: complete ? useful / steps.length : null,
    steps: [...steps],
    reasoning: steps.findLast((step) => step.class === "success")?.reason ?? steps.at(-1)?.reason ?? "",
    ...(outcome === null && error !== undefined ? { error } : {}),
  };
}

/**
 * Judges each step, a few at the same time. The outcome is `success` if some step is classed `success`, else `failure`; the score is
 * the share of steps that are not `no-progress`. A step without a usable answer has class null: the score is then null,
 * and so is the outcome, unless another step is a success.
 */
export async function judgeSteps(
  view: TrajectoryView,
  judgeStep: (index: number) => Promise<StepJudgement>,
): Promise<Judgement> {
  const steps: StepVerdict[] = [];
  const notes: Record<string, string | number> = {};
  let first: Pick<StepJudgement, "error" | "rawText"> | undefined;
  let stopped = false;
  for (let start = 0; start < view.steps.length; start += atOnce) {
    const indices = view.steps.slice(start, start + atOnce).map((_step, offset) => start + offset);
    const judged: readonly StepJudgement[] = stopped
      ? indices.map(() => notAsked)
      : await Promise.all(indices.map(judgeStep));
    for (const [offset, step] of judged.entries()) {
      const index = start + offset;
      steps.push({ index, class: step.class, reason: step.error?.message ?? step.reason });
      for (const [name, note] of Object.entries(step.notes ?? {})) notes[`step${index + 1}.${name}`] = note;
      if (step.error !== undefined) first ??= step;
      // The next step would meet the same: the rest is not asked.
      stopped ||= step.error !== undefined && isLasting(step.error.kind);
    }
  }
  if (steps.length === 0)
    return {
      outcome: null,
      score: null,
      reasoning: "",
      error: { kind: "missing-evidence", message: "the trajectory has no steps" },
    };
  return {
    ...aggregated(steps, first?.error),
    ...(Object.keys(notes).length === 0 ? {} : { notes }),
    ...(first?.rawText === undefined ? {} : { rawText: first.rawText }),
  };
}

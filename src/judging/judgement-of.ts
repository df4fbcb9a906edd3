/** From what a judge returned or threw to a judgement: a judge of the user's own may do anything. */
import {
  BudgetReached,
  InputError,
  type Judgement,
  judgementSchema,
  ModelError,
  oneLine,
  pathText,
} from "../trajectory/index.ts";
import type { Judge } from "./judge.ts";

/** A judgement without outcome, and why. */
export function unscored(kind: NonNullable<Judgement["error"]>["kind"], message: string): Judgement {
  return { outcome: null, score: null, reasoning: "", error: { kind, message } };
}

/** What a judge returned, checked. */
export function checkedJudgement(value: unknown, judge: Judge): Judgement {
  const read = judgementSchema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  return unscored(
    "judge",
    `judge ${judge.id} returned no judgement: ${[pathText(issue?.path ?? []), issue?.message].filter(Boolean).join(": ")}`,
  );
}

/** What a judge threw: what concerns the run goes on, a model's failure is unscored, anything else is its bug. */
export function judgementOf(error: unknown, judge: Judge, signal: AbortSignal | undefined): Judgement {
  signal?.throwIfAborted();
  if (InputError.isInstance(error) || BudgetReached.isInstance(error)) throw error;
  if (ModelError.isInstance(error)) return unscored(error.kind, error.message);
  const message = error instanceof Error ? error.message : String(error);
  return unscored("judge", `judge ${judge.id} failed: ${oneLine(message, 500)}`);
}

/** The memory of a task: the newest reflections, each bounded and without secrets. */
import { redactText } from "../../evidence/index.ts";
import { headAndTail, plainText } from "../../trajectory/index.ts";
import type { MemoryRules, TrialRecord } from "./trial-record.ts";

/** A reflection as it is kept: without terminal escapes and secrets, cut to its limit; null when nothing is left. */
export function keptReflection(text: string, { characters }: MemoryRules): string | null {
  const clean = redactText(plainText(text)).text.trim();
  return clean === "" ? null : headAndTail(clean, characters);
}

/**
 * What the next trial is told, the oldest first: the newest `reflections`. Shinn et al. (2023), section 3, keep one to
 * three so that the memory fits into the actor's context.
 */
export function remembered(
  trials: readonly Pick<TrialRecord, "reflection">[],
  { reflections }: MemoryRules,
): string[] {
  const all = trials.flatMap(({ reflection }) => reflection ?? []);
  return reflections === 0 ? [] : all.slice(-reflections);
}

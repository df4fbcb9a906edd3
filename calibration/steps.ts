/** Agreement on the classes of single steps; the steps of a task are resampled together. */
import type { Pair } from "../src/trajectory/pair.ts";
import { stepClasses } from "../src/trajectory/verdict.ts";
import { weightOf } from "./clusters.ts";
import type { StepSummary } from "./document.ts";
import { labelAgreement } from "./labels.ts";
import type { IntervalOptions } from "./options.ts";

/**
 * Compares step classes over all pairs that have them.
 *
 * @returns undefined when no pair has steps
 */
export function stepAgreement(pairs: readonly Pair[], options?: IntervalOptions): StepSummary | undefined {
  const stepped = pairs.filter(({ steps }) => steps !== undefined && steps.length > 0);
  if (stepped.length === 0) return undefined;
  const items = stepped.flatMap((pair, at) =>
    (pair.steps ?? []).map(({ human, judge }) => ({
      first: judge,
      second: human,
      cluster: pair.cluster ?? `\0${at}`,
      weight: weightOf(pair),
    })),
  );
  return {
    trajectories: stepped.length,
    unscored: items.filter(({ first }) => first === null).length,
    ...labelAgreement(items, stepClasses, options),
  };
}

/** Compares a judge with people: from pairs to the calibration document. */
import type { Pair } from "../src/trajectory/pair.ts";
import { outcomes } from "../src/trajectory/verdict.ts";
import { clusterPairs } from "./clusters.ts";
import { confidenceOf } from "./confidence.ts";
import { type ConfusionMatrix, confusionMatrix } from "./confusion.ts";
import type { CalibrationDocument, CalibrationSummary, Counts, GroupSummary, Rate } from "./document.ts";
import { methodOf } from "./method.ts";
import { type CalibrateOptions, type Settings, settingsOf } from "./options.ts";
import { type AnyRateName, type Rates, ratesOf } from "./rates.ts";
import { mapValues } from "./records.ts";
import { stepAgreement } from "./steps.ts";
import { warningsOf } from "./warnings.ts";

function countPairs(pairs: readonly Pair[], n: number): Counts {
  const counts = {
    unlabelled: 0,
    unscored: 0,
    judgeUnsure: 0,
    judgeBlocked: 0,
    humanUnsure: 0,
    humanBlocked: 0,
  };
  for (const { human, judge } of pairs) {
    if (judge === null) counts.unscored++;
    else if (judge === "unsure") counts.judgeUnsure++;
    else if (judge === "blocked") counts.judgeBlocked++;
    if (human === null) counts.unlabelled++;
    else if (human === "unsure") counts.humanUnsure++;
    else if (human === "blocked") counts.humanBlocked++;
  }
  const labelled = pairs.length - counts.unlabelled;
  return { n, labelled, coverage: labelled === 0 ? null : n / labelled, ...counts };
}

function outcomeMatrix(pairs: readonly Pair[]): ConfusionMatrix {
  return confusionMatrix(
    [...outcomes, "unscored"],
    [...outcomes, "unlabelled"],
    pairs.map(({ human, judge }) => [judge ?? "unscored", human ?? "unlabelled"]),
  );
}

const biased = "the labelled runs were chosen for disagreement or uncertainty without known probabilities";

/** The same names without values: what a biased sample is worth. */
function withheld({ rates }: Rates): Rates {
  const none = (rate: Rate): Rate => ({ value: null, low: null, high: null, n: rate.n });
  return {
    rates: mapValues<AnyRateName, Rate, Rate>(rates, none),
    undefined: mapValues(rates, () => biased),
  };
}

function summarise(pairs: readonly Pair[], settings: Settings, targeted: boolean): CalibrationSummary {
  const decided = clusterPairs(pairs);
  const { tp, fp, fn, tn } = decided.counts;
  const counts = countPairs(pairs, tp + fp + fn + tn);
  const computed = ratesOf(decided, settings);
  const { rates, undefined: reasons } = targeted ? withheld(computed) : computed;
  const { clusters } = decided.patterns;
  const { clustered, weighted, withoutProbability } = decided;
  const steps = targeted ? undefined : stepAgreement(pairs, settings);
  return {
    ...counts,
    confusion: decided.counts,
    ...rates,
    outcomes: outcomeMatrix(pairs),
    undefined: reasons,
    interval: methodOf(settings, clusters, !clustered && !weighted, clustered),
    weighting: weighted ? "inverse-probability" : "none",
    warnings: warningsOf({
      counts,
      confusion: decided.counts,
      clusters,
      clustered,
      withoutProbability,
      targeted,
    }),
    ...(steps === undefined ? {} : { steps }),
  };
}

/** Pairs by the value of a field, in order of appearance; pairs without the field are left out. */
export function groupPairs(pairs: readonly Pair[], field: string): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const value = pair.group?.[field];
    if (value === undefined) continue;
    const members = groups.get(value);
    if (members === undefined) groups.set(value, [pair]);
    else members.push(pair);
  }
  return groups;
}

/**
 * How well a judge agrees with people.
 *
 * Rates are over the pairs that both sides decided (success or failure); unsure, blocked and unscored pairs are
 * counted, never folded into failure. Undefined rates are null and `undefined` says why. When pairs carry the
 * probability with which they were chosen, values weigh each by its inverse (Hájek's estimator).
 *
 * @throws InputError for options, probabilities or scores out of range
 */
export function calibrate(pairs: readonly Pair[], options: CalibrateOptions = {}): CalibrationDocument {
  const settings = settingsOf(options);
  const targeted = options.selection === "targeted";
  const groups = (options.by ?? []).flatMap((field) =>
    [...groupPairs(pairs, field)].map(
      ([value, members]): GroupSummary => ({ field, value, ...summarise(members, settings, targeted) }),
    ),
  );
  const confidence = targeted ? undefined : confidenceOf(pairs, settings);
  return {
    ...summarise(pairs, settings, targeted),
    groups,
    ...(confidence === undefined ? {} : { confidence }),
  };
}

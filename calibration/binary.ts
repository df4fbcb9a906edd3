/** The rates of a binary comparison: each with its definition, and the words for where it is undefined. */
import type { BinaryCounts } from "./confusion.ts";
import { mapValues } from "./records.ts";

/** A share of items: numerator over denominator, undefined where the denominator is 0. */
export interface Proportion {
  numerator(counts: BinaryCounts): number;
  denominator(counts: BinaryCounts): number;
  /** Why it is undefined when the denominator is 0. */
  undefinedBecause: string;
}

const total = ({ tp, fp, fn, tn }: BinaryCounts): number => tp + fp + fn + tn;
const judgedSuccess = ({ tp, fp }: BinaryCounts): number => tp + fp;
const judgedFailure = ({ fn, tn }: BinaryCounts): number => fn + tn;
const trueSuccess = ({ tp, fn }: BinaryCounts): number => tp + fn;
const trueFailure = ({ fp, tn }: BinaryCounts): number => fp + tn;

const noItems = "no run was decided by both the judge and people";
const noJudgedSuccess = "the judge never said success";
const noJudgedFailure = "the judge never said failure";
const noTrueSuccess = "no run succeeded according to people";
const noTrueFailure = "no run failed according to people";

/** The rates that are shares of items. Positive = success; the human label is the reference. */
export const proportions = {
  agreement: {
    numerator: (counts) => counts.tp + counts.tn,
    denominator: total,
    undefinedBecause: noItems,
  },
  precision: {
    numerator: (counts) => counts.tp,
    denominator: judgedSuccess,
    undefinedBecause: noJudgedSuccess,
  },
  recall: { numerator: (counts) => counts.tp, denominator: trueSuccess, undefinedBecause: noTrueSuccess },
  specificity: {
    numerator: (counts) => counts.tn,
    denominator: trueFailure,
    undefinedBecause: noTrueFailure,
  },
  fpr: { numerator: (counts) => counts.fp, denominator: trueFailure, undefinedBecause: noTrueFailure },
  fnr: { numerator: (counts) => counts.fn, denominator: trueSuccess, undefinedBecause: noTrueSuccess },
  npv: { numerator: (counts) => counts.tn, denominator: judgedFailure, undefinedBecause: noJudgedFailure },
  baseRate: { numerator: trueSuccess, denominator: total, undefinedBecause: noItems },
  judgedRate: { numerator: judgedSuccess, denominator: total, undefinedBecause: noItems },
} satisfies Record<string, Proportion>;

/** A rate that is no share of items; null where it is undefined. */
export interface Coefficient {
  value(counts: BinaryCounts): number | null;
  undefinedBecause(counts: BinaryCounts): string;
}

/**
 * The Matthews correlation, which is Pearson's correlation of the two binary variables.
 *
 * @returns a value in [−1, 1]; null when either rater used one class only
 * @see Matthews (1975), Biochimica et Biophysica Acta 405(2), pp. 442–451
 */
function matthewsCorrelation(counts: BinaryCounts): number | null {
  const { tp, fp, fn, tn } = counts;
  const spread =
    Math.sqrt(judgedSuccess(counts) * trueSuccess(counts)) *
    Math.sqrt(judgedFailure(counts) * trueFailure(counts));
  return spread === 0 ? null : Math.min(1, Math.max(-1, (tp * tn - fp * fn) / spread));
}

/** The mean of recall and specificity, in [0, 1]; null when people saw one class only. */
function balancedAccuracy(counts: BinaryCounts): number | null {
  const positives = trueSuccess(counts);
  const negatives = trueFailure(counts);
  if (positives === 0 || negatives === 0) return null;
  return (counts.tp / positives + counts.tn / negatives) / 2;
}

/** The harmonic mean of precision and recall, in [0, 1]; null when neither side ever said success. */
function f1Score({ tp, fp, fn }: BinaryCounts): number | null {
  const denominator = 2 * tp + fp + fn;
  return denominator === 0 ? null : (2 * tp) / denominator;
}

/**
 * Cohen's κ of two classes in closed form, for resampling: the same as `cohenKappa` of the 2 × 2 table.
 *
 * @returns a value in [−1, 1]; null without items or when both sides used one and the same class only
 */
export function binaryKappa(counts: BinaryCounts): number | null {
  const { tp, fp, fn, tn } = counts;
  const chance = judgedSuccess(counts) * trueFailure(counts) + judgedFailure(counts) * trueSuccess(counts);
  return chance === 0 ? null : (2 * (tp * tn - fp * fn)) / chance;
}

/** Gwet's AC1 of two classes in closed form: the same as `gwetCoefficient` of the 2 × 2 table. Null without items. */
function binaryAc1(counts: BinaryCounts): number | null {
  const { tp, fp, fn, tn } = counts;
  const n = total(counts);
  if (n === 0) return null;
  const share = (2 * tp + fp + fn) / (2 * n);
  const chance = 2 * share * (1 - share);
  return ((tp + tn) / n - chance) / (1 - chance);
}

/**
 * Krippendorff's nominal α of two raters and two classes in closed form: the same as `krippendorffAlpha` of the
 * table's coincidences.
 *
 * @returns a value of at most 1; null without items or when only one class was ever used
 */
function binaryAlpha(counts: BinaryCounts): number | null {
  const { tp, fp, fn, tn } = counts;
  const mixed = (2 * tp + fp + fn) * (2 * tn + fp + fn);
  return mixed === 0 ? null : 1 - ((2 * total(counts) - 1) * (fp + fn)) / mixed;
}

function oneSided(counts: BinaryCounts): string {
  if (total(counts) === 0) return noItems;
  if (trueSuccess(counts) === 0) return noTrueSuccess;
  if (trueFailure(counts) === 0) return noTrueFailure;
  return judgedSuccess(counts) === 0 ? noJudgedSuccess : noJudgedFailure;
}

function oneClass(counts: BinaryCounts): string {
  return total(counts) === 0 ? noItems : "the judge and people both used one and the same class only";
}

/** The rates that are no plain shares. */
export const coefficients = {
  f1: {
    value: f1Score,
    undefinedBecause: (counts) =>
      total(counts) === 0 ? noItems : "neither the judge nor people ever said success",
  },
  balancedAccuracy: { value: balancedAccuracy, undefinedBecause: oneSided },
  kappa: { value: binaryKappa, undefinedBecause: oneClass },
  ac1: { value: binaryAc1, undefinedBecause: () => noItems },
  alpha: {
    value: binaryAlpha,
    undefinedBecause: oneClass,
  },
  mcc: { value: matthewsCorrelation, undefinedBecause: oneSided },
} satisfies Record<string, Coefficient>;

export type ProportionName = keyof typeof proportions;
export type CoefficientName = keyof typeof coefficients;
/** The names under which a document holds its rates. */
export type RateName = ProportionName | CoefficientName;

/** All rates of some counts, without intervals; null where undefined. */
export function pointRates(counts: BinaryCounts): Record<RateName, number | null> {
  const shares = mapValues<ProportionName, Proportion, number | null>(
    proportions,
    ({ numerator, denominator }) => {
      const size = denominator(counts);
      return size === 0 ? null : numerator(counts) / size;
    },
  );
  const others = mapValues<CoefficientName, Coefficient, number | null>(coefficients, ({ value }) =>
    value(counts),
  );
  return { ...shares, ...others };
}

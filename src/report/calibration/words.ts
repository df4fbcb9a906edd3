/** Numbers of a calibration as the terminal writes them, and the names of its rates. */
import type { CalibrationSummary, Rate } from "../../../calibration/index.ts";
import { count, decimal, decimalInterval, percent, percentInterval } from "../../terminal/index.ts";

type ShareName =
  | "agreement"
  | "majorityBaseline"
  | "balancedAccuracy"
  | "precision"
  | "recall"
  | "f1"
  | "specificity"
  | "npv"
  | "fpr"
  | "fnr"
  | "baseRate"
  | "judgedRate";
type CoefficientName = "kappa" | "ac1" | "alpha" | "mcc";

/** The rates that are shares, in the order in which a page shows them, with what each is. */
export const shares: readonly (readonly [ShareName, string, string])[] = [
  ["agreement", "agreement", "judge and people say the same"],
  ["majorityBaseline", "always the commoner answer", "what no judging at all would reach"],
  ["balancedAccuracy", "balanced accuracy", "the mean of recall and specificity"],
  ["precision", "precision", "of what the judge passes, what had succeeded"],
  ["recall", "recall", "of the successes, what the judge passes"],
  ["f1", "F1", "the harmonic mean of precision and recall"],
  ["specificity", "specificity", "of the failures, what the judge fails"],
  ["npv", "negative predictive value", "of what the judge fails, what had failed"],
  ["fpr", "false positive rate", "of the failures, what the judge passes"],
  ["fnr", "false negative rate", "of the successes, what the judge fails"],
  ["baseRate", "success rate by people", ""],
  ["judgedRate", "success rate by the judge", ""],
];

/** The rates that are coefficients: agreement beyond chance. */
export const coefficients: readonly (readonly [CoefficientName, string, string])[] = [
  ["kappa", "Cohen's κ", "agreement beyond what the base rates give by chance"],
  ["ac1", "Gwet's AC1", "the same with a chance that does not break down when one class is rare"],
  ["alpha", "Krippendorff's α", "agreement beyond chance for interchangeable raters"],
  ["mcc", "Matthews correlation φ", "Pearson's correlation of the two answers"],
];

export const shareText = (rate: Rate): string => `${percent(rate.value)} ${percentInterval(rate)}`.trim();
export const coefficientText = (rate: Rate): string =>
  `${decimal(rate.value)} ${decimalInterval(rate)}`.trim();

/** A difference in percentage points. */
export function points(value: number | null): string {
  return value === null ? "–" : `${value >= 0 ? "+" : "−"}${Math.abs(value * 100).toFixed(1)}`;
}

export function pValue(value: number | null): string {
  return value === null ? "–" : value < 0.001 ? "< 0.001" : value.toFixed(3);
}

/** What is in no rate, in words; nothing is dropped silently. */
export function exclusions(summary: CalibrationSummary): string[] {
  const parts = [
    [summary.unscored, "unscored"],
    [summary.judgeUnsure, "judge unsure"],
    [summary.judgeBlocked, "judge says blocked"],
    [summary.humanUnsure, "people unsure"],
    [summary.humanBlocked, "people say blocked"],
    [summary.unlabelled, "without a label"],
  ] as const;
  return parts.filter(([number]) => number > 0).map(([number, name]) => `${count(number)} ${name}`);
}

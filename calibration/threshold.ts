/** The score from which a run is called a success, chosen for a stated goal and measured where it was not chosen. */
import { InputError } from "../src/trajectory/errors.ts";
import type { Pair } from "../src/trajectory/pair.ts";
import { calibrate } from "./calibrate.ts";
import type { CalibrationDocument } from "./document.ts";
import { crossFit } from "./folds.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { type ScoredItem, scoredItems } from "./scored.ts";

/** What a threshold is chosen for. */
export type Goal =
  | { kind: "f1" }
  /** The highest recall with a false positive rate of at most this. */
  | { kind: "fpr"; atMost: number }
  /** The lowest false positive rate with a false negative rate of at most this. */
  | { kind: "fnr"; atMost: number }
  /** The lowest total cost of errors. */
  | { kind: "cost"; falsePositive: number; falseNegative: number };

/**
 * Reads a goal: `f1`, `fpr<=0.05`, `fnr<=0.05`, or `cost=FP:FN` such as `cost=1:5`.
 *
 * @throws InputError that shows what was written
 */
export function parseGoal(text: string): Goal {
  const plain = text.replaceAll(/\s/g, "").toLowerCase();
  if (plain === "f1") return { kind: "f1" };
  const [, rate, bound] = /^(fpr|fnr)<=([\d.eE-]+)$/.exec(plain) ?? [];
  const atMost = Number(bound);
  if (atMost >= 0 && atMost <= 1) return { kind: rate === "fnr" ? "fnr" : "fpr", atMost };
  const costs = /^cost=([\d.eE-]+):([\d.eE-]+)$/.exec(plain);
  const falsePositive = Number(costs?.[1]);
  const falseNegative = Number(costs?.[2]);
  if (falsePositive >= 0 && falseNegative >= 0) return { kind: "cost", falsePositive, falseNegative };
  throw new InputError(
    `goal: must be f1, fpr<=X or fnr<=X with X in [0, 1], or cost=FP:FN, saw ${JSON.stringify(text)}`,
  );
}

const roundingError = 1e-12;

interface Cut {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
}

/** The larger, the better; −∞ when the goal's condition is broken. */
function meritOf(goal: Goal, { tp, fp, fn, tn }: Cut): number {
  if (goal.kind === "f1") return tp === 0 ? 0 : (2 * tp) / (2 * tp + fp + fn);
  if (goal.kind === "cost") return -(goal.falsePositive * fp + goal.falseNegative * fn);
  const [errors, right, merit] = goal.kind === "fpr" ? [fp, tn, tp] : [fn, tp, -fp];
  const rate = errors + right === 0 ? 0 : errors / (errors + right);
  // Sums of weights end beside 0 by a rounding error.
  return rate <= goal.atMost + roundingError ? merit : Number.NEGATIVE_INFINITY;
}

/**
 * The best threshold on these items: a run is a success when its score is at least this. Of equally good thresholds
 * the highest is taken.
 *
 * @returns a score that occurs, or null for "never call a run a success"
 */
export function bestThreshold(items: readonly ScoredItem[], goal: Goal): number | null {
  const sorted = items.toSorted((first, second) => second.score - first.score);
  let fn = 0;
  let tn = 0;
  for (const { success, weight } of items) {
    if (success) fn += weight;
    else tn += weight;
  }
  const cut: Cut = { tp: 0, fp: 0, fn, tn };
  let best: { threshold: number | null; merit: number } = { threshold: null, merit: meritOf(goal, cut) };
  for (const [at, { score, success, weight }] of sorted.entries()) {
    if (success) {
      cut.tp += weight;
      cut.fn -= weight;
    } else {
      cut.fp += weight;
      cut.tn -= weight;
    }
    if (sorted[at + 1]?.score === score) continue;
    const merit = meritOf(goal, cut);
    if (merit > best.merit + roundingError) best = { threshold: score, merit };
  }
  return best.threshold;
}

export interface ThresholdChoice {
  goal: Goal;
  /** Chosen on all items: the one to use on new runs. Null means "never call a run a success". */
  threshold: number | null;
  /** What each fold chose on the other folds; far apart means that the choice is not stable. */
  foldThresholds: (number | null)[];
  /** Every run judged by the threshold that the other folds chose: no number is on data it was chosen on. */
  evaluation: CalibrationDocument;
  /**
   * For a bound on a rate: whether the evaluation keeps it, by its value and by the upper end of its interval. Null for
   * goals that cannot be missed.
   */
  met: { value: boolean; interval: boolean } | null;
}

export interface ThresholdOptions extends IntervalOptions {
  /** Default 5. */
  folds?: number;
}

/** Chooses a threshold for a goal, and measures it by cross-fitting over clusters. */
export function chooseThreshold(
  pairs: readonly Pair[],
  goal: Goal,
  options: ThresholdOptions = {},
): ThresholdChoice {
  const settings = settingsOf(options);
  const { folds = 5 } = options;
  const items = scoredItems(pairs);
  const { results, fitted } = crossFit(
    items,
    folds,
    settings.seed,
    (training) => ({ threshold: bestThreshold(training, goal) }),
    ({ threshold }, { score }) => threshold !== null && score >= threshold,
  );
  const judged = items.map(({ id, success, cluster, weight }, at): Pair => {
    const called = results[at] ?? null;
    return {
      id,
      human: success ? "success" : "failure",
      judge: called === null ? null : called ? "success" : "failure",
      cluster,
      probability: 1 / weight,
    };
  });
  const evaluation = calibrate(judged, settings);
  return {
    goal,
    threshold: bestThreshold(items, goal),
    foldThresholds: fitted.map((fold) => fold?.threshold ?? null),
    evaluation,
    met: metBy(evaluation, goal),
  };
}

function metBy(evaluation: CalibrationDocument, goal: Goal): ThresholdChoice["met"] {
  if (goal.kind === "f1" || goal.kind === "cost") return null;
  const { value, high } = evaluation[goal.kind];
  return { value: value !== null && value <= goal.atMost, interval: high !== null && high <= goal.atMost };
}

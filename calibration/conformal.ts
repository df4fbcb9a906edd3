/** Abstention with a guarantee: the judge decides only where its score leaves one answer, and is rarely wrong. */
import { InputError } from "../src/trajectory/errors.ts";
import { meanOf } from "./confidence.ts";
import type { Rate } from "./document.ts";
import { crossFit } from "./folds.ts";
import { clusteredWilson } from "./intervals.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { randomFrom } from "./random.ts";
import { byCluster, type ScoredItem } from "./scored.ts";
import { rateOf } from "./share.ts";

/**
 * The rule: success is possible from `successFrom` up, failure up to `failureTo`. A run is decided when exactly one is
 * possible, and unsure otherwise.
 */
export interface AbstentionRule {
  successFrom: number;
  failureTo: number;
}

/**
 * The smallest value that at most a share `miss` of new draws exceeds, on average over calibration samples: the
 * ⌈(m + 1)(1 − miss)⌉-th smallest.
 *
 * @returns ∞ when there are too few values for the guarantee
 * @see Lei et al. (2018), Journal of the American Statistical Association 113(523), algorithm 2
 */
export function conformalQuantile(values: readonly number[], miss: number): number {
  const rank = Math.ceil((values.length + 1) * (1 - miss) - 1e-9);
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.POSITIVE_INFINITY;
}

/** One item of each cluster, drawn at random: new tasks are like these, where items of one task are like each other. */
function oneOfEach(items: readonly ScoredItem[], seed: number): ScoredItem[] {
  const random = randomFrom(seed);
  return byCluster(items).flatMap((members) => members[random.below(members.length)] ?? []);
}

/**
 * Fits the rule: the guarantee holds among the runs that succeed and among those that fail, and so over all.
 *
 * @see Vovk (2012), ACML, pp. 475–490, for guarantees within classes; Dunn, Wasserman and Ramdas (2023), Journal of the
 *   American Statistical Association 118(544), pp. 2491–2502, for one draw from each cluster
 */
export function fitAbstention(items: readonly ScoredItem[], miss: number, seed: number): AbstentionRule {
  const chosen = (success: boolean): ScoredItem[] =>
    oneOfEach(
      items.filter((item) => item.success === success),
      seed,
    );
  const lowness = chosen(true).map(({ score }) => -score);
  const height = chosen(false).map(({ score }) => score);
  return {
    successFrom: Math.max(0, -conformalQuantile(lowness, miss)),
    failureTo: Math.min(1, conformalQuantile(height, miss)),
  };
}

/** What the rule says of a score. */
export function decideBy(
  { successFrom, failureTo }: AbstentionRule,
  score: number,
): "success" | "failure" | "unsure" {
  const success = score >= successFrom;
  const failure = score <= failureTo;
  if (success === failure) return "unsure";
  return success ? "success" : "failure";
}

/** Whether the rule leaves the truth possible. */
function covers({ successFrom, failureTo }: AbstentionRule, { score, success }: ScoredItem): boolean {
  return success ? score >= successFrom : score <= failureTo;
}

export interface Abstention {
  /** The share of runs whose truth the rule may exclude: at most this many are decided wrongly. */
  miss: number;
  /** Fitted on all items: the rule to use on new tasks. */
  rule: AbstentionRule;
  /** False when there are too few clusters for any guarantee; the rule then never decides. */
  possible: boolean;
  folds: number;
  /** Measured by cross-fitting: runs whose truth the rule leaves possible (guaranteed: 1 − miss), … */
  coverage: Rate;
  /** … runs that it decides, … */
  decided: Rate;
  /** … and decided runs that it gets right. */
  accuracy: Rate;
}

export interface AbstentionOptions extends IntervalOptions {
  /** In (0, 1). Default 0.1. */
  miss?: number;
  /** Default 5. */
  folds?: number;
}

/**
 * Split-conformal abstention. The guarantee is for a run of a new task that is like the labelled ones.
 *
 * @throws InputError when `miss` is not between 0 and 1
 */
export function abstentionOf(items: readonly ScoredItem[], options: AbstentionOptions = {}): Abstention {
  const settings = settingsOf(options);
  const { miss = 0.1, folds = 5 } = options;
  if (!(miss > 0 && miss < 1)) throw new InputError(`miss: must lie between 0 and 1, saw ${miss}`);
  const { results } = crossFit(
    items,
    folds,
    settings.seed,
    (training) => fitAbstention(training, miss, settings.seed),
    (rule, item) => ({ item, covered: covers(rule, item), said: decideBy(rule, item.score) }),
  );
  const told = new Map(
    results.flatMap((result) => (result === null ? [] : [[result.item, result] as const])),
  );
  const rate = (chosen: readonly ScoredItem[], holds: (item: ScoredItem) => boolean): Rate => {
    const mean = meanOf(chosen, (item) => (holds(item) ? 1 : 0));
    const interval = mean === null ? null : clusteredWilson(mean, chosen.length, settings.level);
    return rateOf(mean?.value ?? null, interval, chosen.length);
  };
  const tested = [...told.keys()];
  const isDecided = (item: ScoredItem): boolean => told.get(item)?.said !== "unsure";
  const truth = ({ success }: ScoredItem): string => (success ? "success" : "failure");
  const rule = fitAbstention(items, miss, settings.seed);
  return {
    miss,
    rule,
    possible: rule.successFrom > 0 || rule.failureTo < 1,
    folds,
    coverage: rate(tested, (item) => told.get(item)?.covered === true),
    decided: rate(tested, isDecided),
    accuracy: rate(tested.filter(isDecided), (item) => told.get(item)?.said === truth(item)),
  };
}

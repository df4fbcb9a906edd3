/** What a judge's scores are worth as confidences: proper scores, calibration error, reliability. */
import type { Pair } from "../src/trajectory/pair.ts";
import {
  averagePrecision,
  averagePrecisionInterval,
  precisionRecallCurve,
  rocArea,
  rocAreaInterval,
  rocCurve,
} from "./curves.ts";
import type { ConfidenceSummary, Rate, ReliabilityBin } from "./document.ts";
import { estimatesOf } from "./estimate.ts";
import { clusteredWilson, meanInterval, type RatioEstimate, ratioOf, wilson } from "./intervals.ts";
import { type IntervalOptions, type Settings, settingsOf } from "./options.ts";
import { byCluster, type ScoredItem, scoredItems } from "./scored.ts";
import { rateOf } from "./share.ts";
import { Tally, totalsOf } from "./tally.ts";

const noScores = "no run has both a score and a decided label";
const oneClass = "people saw one class only";

/** A weighted mean over items, with the variance that its clusters show; null without items. */
export function meanOf(
  items: readonly ScoredItem[],
  value: (item: ScoredItem) => number,
): RatioEstimate | null {
  const clusters = byCluster(items);
  return ratioOf(
    Float64Array.from(clusters, (members) =>
      members.reduce((sum, item) => sum + item.weight * value(item), 0),
    ),
    Float64Array.from(clusters, (members) => members.reduce((sum, item) => sum + item.weight, 0)),
  );
}

/**
 * The squared error of one score: its mean is the Brier score, in [0, 1].
 *
 * @see Brier (1950), Monthly Weather Review 78(1), pp. 1–3, halved for two classes
 */
function squaredError({ score, success }: ScoredItem): number {
  return (score - (success ? 1 : 0)) ** 2;
}

const smallest = 2 ** -52;

/** The negative log likelihood of one score in nats, the score clipped to [2⁻⁵², 1 − 2⁻⁵²] so that it stays finite. */
function logLossOf({ score, success }: ScoredItem): number {
  const clipped = Math.min(1 - smallest, Math.max(smallest, score));
  return -Math.log(success ? clipped : 1 - clipped);
}

/** The bin of a score among `bins` bins of equal width: [0, w), [w, 2w), …, the last one closed. */
function binOf(score: number, bins: number): number {
  return Math.min(bins - 1, Math.max(0, Math.floor(score * bins)));
}

/** The mean over bins of |mean score − success rate|, weighted by the bins' sizes; three sums a bin. */
function calibrationError(sums: ArrayLike<number>): number | null {
  let size = 0;
  let error = 0;
  for (let at = 0; at < sums.length; at += 3) {
    size += sums[at] ?? 0;
    error += Math.abs((sums[at + 1] ?? 0) - (sums[at + 2] ?? 0));
  }
  return size === 0 ? null : error / size;
}

/** More work than this is not worth an interval of the calibration error. */
const mostDraws = 1e7;
const fewestResamples = 200;

/**
 * The expected calibration error over bins of equal width. It is biased upwards on small samples: a perfectly
 * calibrated judge has a positive one.
 *
 * @returns a value in [0, 1] with a bootstrap interval over clusters
 * @see Naeini, Cooper and Hauskrecht (2015), AAAI, pp. 2901–2907
 */
function expectedCalibrationError(
  items: readonly ScoredItem[],
  bins: number,
  settings: Settings,
): { rate: Rate; reason?: string } {
  const tally = new Tally(3 * bins);
  for (const { score, success, cluster, weight } of items) {
    const at = 3 * binOf(score, bins);
    tally.add(cluster, at, weight);
    tally.add(cluster, at + 1, weight * score);
    if (success) tally.add(cluster, at + 2, weight);
  }
  const patterns = tally.patterns();
  const resamples = Math.min(
    settings.resamples,
    Math.floor(mostDraws / Math.max(1, patterns.multiplicities.length)),
  );
  if (resamples < Math.min(fewestResamples, settings.resamples)) {
    const error = calibrationError(totalsOf(patterns));
    return { rate: rateOf(error, null, items.length), reason: "too many runs to resample" };
  }
  const { error } = estimatesOf(patterns, { error: calibrationError }, { ...settings, resamples });
  return {
    rate: rateOf(error.value, error.interval, items.length),
    ...(error.reason === undefined ? {} : { reason: error.reason }),
  };
}

/** The reliability table: how often runs of about the same score succeeded. */
function reliabilityTable(items: readonly ScoredItem[], bins: number, level: number): ReliabilityBin[] {
  const clustered = byCluster(items).length < items.length;
  const weighted = items.some(({ weight }) => weight !== items[0]?.weight);
  return Array.from({ length: bins }, (_, bin): ReliabilityBin => {
    const members = items.filter(({ score }) => binOf(score, bins) === bin);
    const rate = meanOf(members, ({ success }) => (success ? 1 : 0));
    const interval =
      rate === null
        ? null
        : clustered || weighted
          ? clusteredWilson(rate, members.length, level)
          : wilson(rate.value, members.length, level);
    return {
      low: bin / bins,
      high: (bin + 1) / bins,
      n: members.length,
      meanScore: meanOf(members, ({ score }) => score)?.value ?? null,
      successRate: rateOf(rate?.value ?? null, interval, members.length),
    };
  });
}

/** Curves are thinned to so many points in a document; areas are computed on all. */
const mostPoints = 500;

function thinned<Point>(points: readonly Point[]): Point[] {
  if (points.length <= mostPoints) return [...points];
  const step = (points.length - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}

function meanRate(items: readonly ScoredItem[], value: (item: ScoredItem) => number, level: number): Rate {
  const mean = meanOf(items, value);
  if (mean === null) return rateOf(null, null, 0);
  const interval = meanInterval(mean, level);
  const low = Math.max(0, interval?.low ?? 0);
  return rateOf(mean.value, interval === null ? null : { low, high: interval.high }, items.length);
}

export interface ConfidenceOptions extends IntervalOptions {
  /** Bins of the reliability table and the calibration error. Default 10. */
  bins?: number;
}

/**
 * Measures scores against labels.
 *
 * @returns undefined when no run has both
 */
export function confidenceOf(
  pairs: readonly Pair[],
  options: ConfidenceOptions = {},
): ConfidenceSummary | undefined {
  const items = scoredItems(pairs);
  return items.length === 0 ? undefined : confidenceOfItems(items, options);
}

/** The same for items that have their scores and labels already. */
export function confidenceOfItems(
  items: readonly ScoredItem[],
  options: ConfidenceOptions = {},
): ConfidenceSummary {
  const settings = settingsOf(options);
  const { bins = 10 } = options;
  const { level } = settings;
  const n = items.length;
  const ece = expectedCalibrationError(items, bins, settings);
  const rocAuc = rateOf(rocArea(items), rocAreaInterval(items, level), n);
  const reasons: Record<string, string> = {};
  if (n === 0) reasons["brier"] = noScores;
  if (ece.reason !== undefined) reasons["ece.interval"] = ece.reason;
  if (rocAuc.value === null) reasons["rocAuc"] = n === 0 ? noScores : oneClass;
  else if (rocAuc.low === null)
    reasons["rocAuc.interval"] = "no spread: the scores separate too few clusters";
  return {
    n,
    brier: meanRate(items, squaredError, level),
    logLoss: meanRate(items, logLossOf, level),
    ece: ece.rate,
    rocAuc,
    averagePrecision: rateOf(averagePrecision(items), averagePrecisionInterval(items, level), n),
    reliability: reliabilityTable(items, bins, level),
    roc: thinned(rocCurve(items)),
    precisionRecall: thinned(precisionRecallCurve(items)),
    undefined: reasons,
  };
}

/** ROC and precision-recall curves of scores, with their areas. */
import { normalQuantile } from "./distributions.ts";
import type { PrecisionRecallPoint, RocPoint } from "./document.ts";
import type { Interval } from "./intervals.ts";
import { byCluster, type ScoredItem } from "./scored.ts";

/** The weight of successes and failures at each distinct score, from the highest score down. */
interface ScoreLevel {
  score: number;
  successes: number;
  failures: number;
}

function levelsOf(items: readonly ScoredItem[]): ScoreLevel[] {
  const sorted = items.toSorted((first, second) => second.score - first.score);
  const levels: ScoreLevel[] = [];
  for (const { score, success, weight } of sorted) {
    let level = levels.at(-1);
    if (level?.score !== score) {
      level = { score, successes: 0, failures: 0 };
      levels.push(level);
    }
    if (success) level.successes += weight;
    else level.failures += weight;
  }
  return levels;
}

interface Swept {
  threshold: number;
  truePositives: number;
  falsePositives: number;
}

function sweep(levels: readonly ScoreLevel[]): Swept[] {
  let truePositives = 0;
  let falsePositives = 0;
  return levels.map(({ score, successes, failures }) => {
    truePositives += successes;
    falsePositives += failures;
    return { threshold: score, truePositives, falsePositives };
  });
}

/** The ROC curve, from (0, 0) up; empty when people saw one class only. */
export function rocCurve(items: readonly ScoredItem[]): RocPoint[] {
  const swept = sweep(levelsOf(items));
  const { truePositives: successes = 0, falsePositives: failures = 0 } = swept.at(-1) ?? {};
  if (successes === 0 || failures === 0) return [];
  const points = swept.map(({ threshold, truePositives, falsePositives }) => ({
    threshold,
    fpr: falsePositives / failures,
    tpr: truePositives / successes,
  }));
  return [{ threshold: null, fpr: 0, tpr: 0 }, ...points];
}

/** The precision-recall curve, from recall 0 up, its first point by convention at precision 1; empty without successes. */
export function precisionRecallCurve(items: readonly ScoredItem[]): PrecisionRecallPoint[] {
  const swept = sweep(levelsOf(items));
  const successes = swept.at(-1)?.truePositives ?? 0;
  if (successes === 0) return [];
  const points = swept.map(({ threshold, truePositives, falsePositives }) => ({
    threshold,
    precision: truePositives / (truePositives + falsePositives),
    recall: truePositives / successes,
  }));
  return [{ threshold: null, precision: 1, recall: 0 }, ...points];
}

/**
 * The area under the ROC curve: the chance that a success scores above a failure, ties counting half.
 *
 * @returns a value in [0, 1]; null when people saw one class only
 * @see Hanley and McNeil (1982), Radiology 143(1), pp. 29–36
 */
export function rocArea(items: readonly ScoredItem[]): number | null {
  const points = rocCurve(items);
  if (points.length === 0) return null;
  let area = 0;
  for (const [index, { fpr, tpr }] of points.entries()) {
    const previous = points[index - 1];
    if (previous !== undefined) area += ((fpr - previous.fpr) * (tpr + previous.tpr)) / 2;
  }
  return area;
}

/**
 * Average precision: the area under the precision-recall curve as a step function, without interpolation.
 *
 * @returns a value in [0, 1]; null without successes
 * @see Davis and Goadrich (2006), ICML, pp. 233–240, on why interpolating is wrong
 */
export function averagePrecision(items: readonly ScoredItem[]): number | null {
  const points = precisionRecallCurve(items);
  if (points.length === 0) return null;
  let area = 0;
  for (const [index, { precision, recall }] of points.entries()) {
    area += (recall - (points[index - 1]?.recall ?? 0)) * precision;
  }
  return area;
}

/** The interval a ± t·s on the logit scale, which keeps it within (0, 1). */
function logitInterval(area: number, deviation: number, level: number): Interval {
  const centre = Math.log(area / (1 - area));
  const half = (normalQuantile(0.5 + level / 2) * deviation) / (area * (1 - area));
  const back = (logit: number): number => 1 / (1 + Math.exp(-logit));
  return { low: back(centre - half), high: back(centre + half) };
}

/**
 * The interval of average precision, symmetric on the logit scale, with the variance of a share of the successes (of
 * the clusters that hold one, where clusters hold several).
 *
 * @returns null when average precision is undefined, 0 or 1
 * @see Boyd, Eng and Page (2013), ECML PKDD, pp. 451–466
 */
export function averagePrecisionInterval(items: readonly ScoredItem[], level: number): Interval | null {
  const area = averagePrecision(items);
  if (area === null || area <= 0 || area >= 1) return null;
  const successes = byCluster(items.filter(({ success }) => success)).length;
  return logitInterval(area, Math.sqrt((area * (1 - area)) / successes), level);
}

/**
 * The interval of the area under the ROC curve over clusters, symmetric on the logit scale; without clusters it rests
 * on DeLong's variance.
 *
 * @returns null when the area is undefined, 0 or 1, or a cluster stands alone
 * @see Obuchowski (1997), Biometrics 53(2), pp. 567–578; DeLong, DeLong and Clarke-Pearson (1988), Biometrics 44(3),
 *   pp. 837–845
 */
export function rocAreaInterval(items: readonly ScoredItem[], level: number): Interval | null {
  const area = rocArea(items);
  if (area === null || area <= 0 || area >= 1) return null;
  const placements = placementsOf(items);
  const totals = { success: 0, failure: 0 };
  for (const { success, weight } of items) totals[success ? "success" : "failure"] += weight;
  let successClusters = 0;
  let failureClusters = 0;
  let clusters = 0;
  const squares = { success: 0, failure: 0, both: 0 };
  for (const members of byCluster(items)) {
    let success = 0;
    let failure = 0;
    for (const member of members) {
      const residual = member.weight * ((placements.get(member) ?? 0) - area);
      if (member.success) success += residual;
      else failure += residual;
    }
    clusters++;
    if (members.some((member) => member.success)) successClusters++;
    if (members.some((member) => !member.success)) failureClusters++;
    squares.success += success ** 2;
    squares.failure += failure ** 2;
    squares.both += success * failure;
  }
  if (successClusters < 2 || failureClusters < 2) return null;
  const variance =
    ((successClusters / (successClusters - 1)) * squares.success) / totals.success ** 2 +
    ((failureClusters / (failureClusters - 1)) * squares.failure) / totals.failure ** 2 +
    ((2 * clusters) / (clusters - 1)) * (squares.both / (totals.success * totals.failure));
  return logitInterval(area, Math.sqrt(Math.max(0, variance)), level);
}

/** For each success the share of failures below it, for each failure the share of successes above it; ties half. */
function placementsOf(items: readonly ScoredItem[]): Map<ScoredItem, number> {
  const levels = levelsOf(items);
  const all = sweep(levels).at(-1);
  const placed = new Map<number, { success: number; failure: number }>();
  let above = 0;
  let below = all?.falsePositives ?? 0;
  for (const { score, successes, failures } of levels) {
    below -= failures;
    placed.set(score, {
      success: (below + failures / 2) / (all?.falsePositives ?? 1),
      failure: (above + successes / 2) / (all?.truePositives ?? 1),
    });
    above += successes;
  }
  return new Map(
    items.map((item) => [item, placed.get(item.score)?.[item.success ? "success" : "failure"] ?? 0]),
  );
}

/** The bootstrap over clusters of counts: a resample is a sum of small count vectors, never work for each pair. */
import { normalCdf, normalQuantile } from "./distributions.ts";
import type { Interval } from "./intervals.ts";
import type { Random } from "./random.ts";

/** Count vectors of equal width, one a cluster, laid end to end. */
export interface ClusterCounts {
  width: number;
  clusters: number;
  counts: Float64Array;
}

/** Statistics of one vector of totals, written into `out`; NaN where a statistic is undefined. */
export type Statistics = (totals: Float64Array, out: Float64Array) => void;

export function totalsOf({ width, counts }: ClusterCounts): Float64Array {
  const totals = new Float64Array(width);
  for (let at = 0; at < counts.length; at++)
    totals[at % width] = (totals[at % width] ?? 0) + (counts[at] ?? 0);
  return totals;
}

/**
 * Draws clusters with replacement, as many as there are, and computes the statistics of their totals.
 *
 * @returns one array of replicates for each statistic, in the order of the draws; NaN where undefined
 * @see Field and Welsh (2007), Journal of the Royal Statistical Society B 69(3), section 2: the cluster bootstrap
 */
export function bootstrap(
  data: ClusterCounts,
  statistics: Statistics,
  statisticCount: number,
  resamples: number,
  random: Random,
): Float64Array[] {
  const { width, clusters, counts } = data;
  const replicates = Array.from({ length: statisticCount }, () => new Float64Array(resamples));
  const totals = new Float64Array(width);
  const out = new Float64Array(statisticCount);
  for (let resample = 0; resample < resamples; resample++) {
    totals.fill(0);
    for (let draw = 0; draw < clusters; draw++) {
      const start = random.below(clusters) * width;
      for (let at = 0; at < width; at++) totals[at] = (totals[at] ?? 0) + (counts[start + at] ?? 0);
    }
    statistics(totals, out);
    for (const [index, column] of replicates.entries()) column[resample] = out[index] ?? Number.NaN;
  }
  return replicates;
}

/** The statistics with each cluster left out in turn: one array for each statistic, NaN where undefined. */
export function jackknife(
  data: ClusterCounts,
  statistics: Statistics,
  statisticCount: number,
): Float64Array[] {
  const { width, clusters, counts } = data;
  const values = Array.from({ length: statisticCount }, () => new Float64Array(clusters));
  const whole = totalsOf(data);
  const totals = new Float64Array(width);
  const out = new Float64Array(statisticCount);
  for (let left = 0; left < clusters; left++) {
    for (let at = 0; at < width; at++) totals[at] = (whole[at] ?? 0) - (counts[left * width + at] ?? 0);
    statistics(totals, out);
    for (const [index, column] of values.entries()) column[left] = out[index] ?? Number.NaN;
  }
  return values;
}

/** The quantile of sorted values by linear interpolation between order statistics (Hyndman and Fan's type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p;
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (position - below);
}

function defined(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

/** The percentile interval of bootstrap replicates; undefined replicates are left out; null when none is left. */
export function percentileInterval(replicates: Float64Array, level: number): Interval | null {
  const sorted = defined(replicates);
  if (sorted.length === 0) return null;
  return { low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2) };
}

/** The acceleration: a sixth of the skewness of the statistic's influence, measured by the jackknife. */
function acceleration(leftOut: Float64Array): number {
  const values = leftOut.filter((value) => !Number.isNaN(value));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    const influence = mean - value;
    squares += influence ** 2;
    cubes += influence ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/**
 * The bias-corrected and accelerated interval. Replicates equal to the estimate count half below it, so that a
 * discrete statistic gets no bias from its ties.
 *
 * @returns null when no replicate is defined, or when all of them lie on one side of the estimate
 * @see Efron (1987), Journal of the American Statistical Association 82(397), equations 2.3 and 6.6
 */
export function bcaInterval(
  replicates: Float64Array,
  estimate: number,
  leftOut: Float64Array,
  level: number,
): Interval | null {
  const sorted = defined(replicates);
  let below = 0;
  for (const value of sorted) below += value < estimate ? 1 : value === estimate ? 0.5 : 0;
  if (below === 0 || below === sorted.length) return null;
  const bias = normalQuantile(below / sorted.length);
  const rate = acceleration(leftOut);
  const adjusted = (p: number): number => {
    const shifted = bias + normalQuantile(p);
    return normalCdf(bias + shifted / (1 - rate * shifted));
  };
  return {
    low: quantile(sorted, adjusted((1 - level) / 2)),
    high: quantile(sorted, adjusted((1 + level) / 2)),
  };
}

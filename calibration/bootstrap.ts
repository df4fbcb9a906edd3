/** The bootstrap over clusters of counts: a resample is a sum of small count vectors, never work for each pair. */
import { drawerOf } from "./binomial.ts";
import { normalCdf, normalQuantile } from "./distributions.ts";
import type { Interval } from "./intervals.ts";
import type { Random } from "./random.ts";
import { addPattern, type Patterns, totalsOf } from "./tally.ts";

/** Statistics of one vector of totals, written into `out`; NaN where a statistic is undefined. */
export interface Statistics {
  /** How many there are. */
  count: number;
  compute(totals: Float64Array, out: Float64Array): void;
}

/** Values of one statistic, each standing for `weights[i]` equal ones. */
export interface WeightedValues {
  values: Float64Array;
  weights: Float64Array;
}

/**
 * Draws clusters with replacement, as many as there are, and computes the statistics of their totals.
 *
 * @returns one array of replicates for each statistic, in the order of the draws; NaN where undefined
 * @see Field and Welsh (2007), Journal of the Royal Statistical Society B 69(3), pp. 369–390: the cluster bootstrap
 */
export function bootstrap(
  patterns: Patterns,
  statistics: Statistics,
  resamples: number,
  random: Random,
): Float64Array[] {
  const { width, vectors, multiplicities } = patterns;
  const replicates = Array.from({ length: statistics.count }, () => new Float64Array(resamples));
  const draw = drawerOf(multiplicities, random);
  const draws = new Float64Array(multiplicities.length);
  const totals = new Float64Array(width);
  const out = new Float64Array(statistics.count);
  for (let resample = 0; resample < resamples; resample++) {
    draw(draws);
    totals.fill(0);
    for (let kind = 0; kind < draws.length; kind++) {
      const times = draws[kind] ?? 0;
      if (times > 0) addPattern(totals, vectors, kind * width, times);
    }
    statistics.compute(totals, out);
    for (let index = 0; index < replicates.length; index++) {
      const column = replicates[index];
      if (column !== undefined) column[resample] = out[index] ?? Number.NaN;
    }
  }
  return replicates;
}

/** The statistics with one cluster left out: one value for each pattern, weighted by how many clusters share it. */
export function jackknife(patterns: Patterns, statistics: Statistics): WeightedValues[] {
  const { width, vectors, multiplicities } = patterns;
  const whole = totalsOf(patterns);
  const results = Array.from({ length: statistics.count }, () => ({
    values: new Float64Array(multiplicities.length),
    weights: multiplicities,
  }));
  const out = new Float64Array(statistics.count);
  for (let kind = 0; kind < multiplicities.length; kind++) {
    const totals = whole.slice();
    addPattern(totals, vectors, kind * width, -1);
    settleZeros(totals, whole);
    statistics.compute(totals, out);
    for (const [index, { values }] of results.entries()) values[kind] = out[index] ?? Number.NaN;
  }
  return results;
}

/** A cell that only the cluster left out had filled is empty now, whatever the rounding of weights left in it. */
function settleZeros(totals: Float64Array, whole: Float64Array): void {
  for (let at = 0; at < totals.length; at++) {
    if (Math.abs(totals[at] ?? 0) < 1e-12 * Math.abs(whole[at] ?? 0)) totals[at] = 0;
  }
}

/** The quantile of sorted values by linear interpolation between order statistics (Hyndman and Fan's type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p;
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (position - below);
}

function sortedDefined(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

/** The percentile interval of bootstrap replicates; undefined replicates are left out; null when none is left. */
export function percentileInterval(replicates: Float64Array, level: number): Interval | null {
  const sorted = sortedDefined(replicates);
  if (sorted.length === 0) return null;
  return { low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2) };
}

/** A sixth of the skewness of the statistic's influence, measured by leaving out one cluster at a time. */
function acceleration({ values, weights }: WeightedValues): number {
  let total = 0;
  let sum = 0;
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    total += weights[index] ?? 0;
    sum += (weights[index] ?? 0) * value;
  }
  let squares = 0;
  let cubes = 0;
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const influence = sum / total - value;
    squares += (weights[index] ?? 0) * influence ** 2;
    cubes += (weights[index] ?? 0) * influence ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/**
 * The bias-corrected and accelerated interval. Replicates equal to the estimate count half below it, so that a
 * discrete statistic gets no bias from its ties; undefined replicates are left out.
 *
 * @returns null when no replicate is defined, or when all of them lie on one side of the estimate
 * @see Efron (1987), Journal of the American Statistical Association 82(397), pp. 171–185; Efron and Tibshirani (1993),
 *   An Introduction to the Bootstrap, section 14.3
 */
export function bcaInterval(
  replicates: Float64Array,
  estimate: number,
  leftOut: WeightedValues,
  level: number,
): Interval | null {
  const sorted = sortedDefined(replicates);
  const tolerance = 1e-12 * Math.max(1, Math.abs(estimate));
  let below = 0;
  for (const value of sorted) {
    below += Math.abs(value - estimate) <= tolerance ? 0.5 : value < estimate ? 1 : 0;
  }
  if (below === 0 || below === sorted.length) return null;
  const bias = normalQuantile(below / sorted.length);
  const rate = acceleration(leftOut);
  const adjusted = (p: number): number => {
    const shifted = bias + normalQuantile(p);
    if (rate * shifted >= 1) return shifted > 0 ? 1 : 0;
    return normalCdf(bias + shifted / (1 - rate * shifted));
  };
  return {
    low: quantile(sorted, adjusted((1 - level) / 2)),
    high: quantile(sorted, adjusted((1 + level) / 2)),
  };
}

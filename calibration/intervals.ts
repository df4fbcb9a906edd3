/** Intervals of proportions and means in closed form, over independent items or over clusters. */
import { betaQuantile, studentQuantile } from "./beta.ts";
import { normalQuantile } from "./distributions.ts";

/** The two ends of an interval. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * Wilson's score interval of a proportion.
 *
 * @param share the observed proportion in [0, 1]
 * @param size the number of independent items behind it; may be fractional (an effective size)
 * @param level the confidence level in (0, 1)
 * @returns ends within [0, 1]; null when `size` is not positive
 * @see Wilson (1927), Journal of the American Statistical Association 22(158), pp. 209–212
 */
export function wilson(share: number, size: number, level: number): Interval | null {
  if (!(size > 0)) return null;
  const z = normalQuantile(0.5 + level / 2);
  const spread = (z * z) / size;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((share * (1 - share)) / size + spread / size / 4)) / (1 + spread);
  return {
    low: share <= 0 ? 0 : Math.max(0, centre - half),
    high: share >= 1 ? 1 : Math.min(1, centre + half),
  };
}

/**
 * The exact interval of a proportion: it covers at least `level` of the time, often more.
 *
 * @see Clopper and Pearson (1934), Biometrika 26(4), pp. 404–413
 */
export function clopperPearson(successes: number, trials: number, level: number): Interval {
  const tail = (1 - level) / 2;
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, trials - successes + 1),
    high: successes === trials ? 1 : betaQuantile(1 - tail, successes + 1, trials - successes),
  };
}

/** A ratio of cluster totals, with the variance that the clusters show. */
export interface RatioEstimate {
  value: number;
  /** Null with fewer than two clusters. */
  variance: number | null;
  /** The number of clusters that have a part in the denominator. */
  clusters: number;
}

/**
 * Σ top / Σ bottom over clusters, and its linearised variance. Shares, means and weighted (Hájek) means are such
 * ratios: with weights, top and bottom are weighted sums.
 *
 * @param multiplicities how many clusters have these values; one each when absent
 * @returns null when the denominator is 0
 * @see Cochran (1977), Sampling Techniques, 3rd edition, chapter 6
 */
export function ratioOf(
  tops: Float64Array,
  bottoms: Float64Array,
  multiplicities?: Float64Array,
): RatioEstimate | null {
  let top = 0;
  let bottom = 0;
  let clusters = 0;
  for (let index = 0; index < bottoms.length; index++) {
    const times = multiplicities?.[index] ?? 1;
    top += times * (tops[index] ?? 0);
    bottom += times * (bottoms[index] ?? 0);
    if (bottoms[index] !== 0) clusters += times;
  }
  if (bottom === 0) return null;
  const value = top / bottom;
  let squares = 0;
  for (let index = 0; index < bottoms.length; index++) {
    const residual = (tops[index] ?? 0) - value * (bottoms[index] ?? 0);
    squares += (multiplicities?.[index] ?? 1) * residual ** 2;
  }
  const variance = clusters < 2 ? null : ((clusters / (clusters - 1)) * squares) / bottom ** 2;
  return { value, variance, clusters };
}

/**
 * Wilson's interval on the effective number of items, p(1 − p) over the variance that the clusters show, reduced by
 * (z / t)² for the degrees of freedom that the clusters leave. It never claims more items than there are. Where the
 * share is 0 or 1 and no variance shows, each cluster counts as one item.
 *
 * @param items the number of items in the denominator, unweighted
 * @see Korn and Graubard (1998), Survey Methodology 24(2), pp. 193–201
 */
export function clusteredWilson(estimate: RatioEstimate, items: number, level: number): Interval | null {
  const { value, variance, clusters } = estimate;
  if (variance === null) return wilson(value, Math.min(1, items), level);
  const seen = variance > 1e-30 ? Math.min(items, (value * (1 - value)) / variance) : clusters;
  const ratio = normalQuantile(0.5 + level / 2) / studentQuantile(0.5 + level / 2, clusters - 1);
  return wilson(value, seen * ratio ** 2, level);
}

/** The interval of a mean over clusters: Student's t on clusters − 1 degrees of freedom; null below two clusters. */
export function meanInterval(estimate: RatioEstimate, level: number): Interval | null {
  const { value, variance, clusters } = estimate;
  if (variance === null) return null;
  const half = studentQuantile(0.5 + level / 2, clusters - 1) * Math.sqrt(variance);
  return { low: value - half, high: value + half };
}

/** Intervals of proportions in closed form. */
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
 * @see Wilson (1927), Journal of the American Statistical Association 22(158), p. 209
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
 * The interval of a share whose items come in clusters, or carry weights: Wilson's interval on the effective number of
 * items, p(1 − p) over the linearised variance of the ratio of cluster totals. It never claims more items than there
 * are; where the share is 0 or 1 and no variance shows, each cluster counts as one item.
 *
 * @param numerators the weighted count of each cluster
 * @param denominators the weighted size of each cluster
 * @param items the number of items in the denominator, unweighted
 * @see Korn and Graubard (1998), Survey Methodology 24(2), p. 195, for the effective size;
 *   Cochran (1977), Sampling Techniques, equation 6.9, for the variance of a ratio
 */
export function clusteredWilson(
  numerators: Float64Array,
  denominators: Float64Array,
  items: number,
  level: number,
): Interval | null {
  let top = 0;
  let bottom = 0;
  let clusters = 0;
  for (const [index, size] of denominators.entries()) {
    if (size === 0) continue;
    top += numerators[index] ?? 0;
    bottom += size;
    clusters++;
  }
  if (bottom === 0) return null;
  const share = top / bottom;
  let squares = 0;
  for (const [index, size] of denominators.entries())
    squares += ((numerators[index] ?? 0) - share * size) ** 2;
  const variance = ((clusters / (clusters - 1)) * squares) / bottom ** 2;
  const size = variance > 0 && clusters > 1 ? Math.min(items, (share * (1 - share)) / variance) : clusters;
  return wilson(share, size, level);
}

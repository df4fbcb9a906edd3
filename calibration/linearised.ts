/** Variances over clusters of anything computed from ratios: each cluster's influence, squared and summed. */
import { studentQuantile } from "./beta.ts";
import type { Interval } from "./intervals.ts";

/** Sums over one cluster for several ratios: numerator and denominator of each. */
export type RatioSums = readonly { top: number; bottom: number }[];

export interface Linearised {
  /** The ratios of the totals; NaN for an empty denominator. */
  ratios: number[];
  clusters: number;
  /** The influence of each cluster on each ratio. */
  influences: number[][];
}

/**
 * Ratios of totals and the influence of every cluster on each: (top − ratio · bottom) / total bottom.
 *
 * @param clusters each cluster's sums, all of the same length; samples that share clusters are thereby allowed
 * @see Binder (1983), International Statistical Review 51(3), pp. 279–292
 */
export function linearise(clusters: readonly RatioSums[], count: number): Linearised {
  const ratios: number[] = [];
  const bottoms: number[] = [];
  for (let index = 0; index < count; index++) {
    let top = 0;
    let bottom = 0;
    for (const sums of clusters) {
      top += sums[index]?.top ?? 0;
      bottom += sums[index]?.bottom ?? 0;
    }
    ratios.push(bottom === 0 ? Number.NaN : top / bottom);
    bottoms.push(bottom);
  }
  const influences = clusters.map((sums) =>
    ratios.map((ratio, index) => {
      const { top = 0, bottom = 0 } = sums[index] ?? {};
      return bottom === 0 && top === 0 ? 0 : (top - ratio * bottom) / (bottoms[index] ?? 1);
    }),
  );
  return { ratios, clusters: clusters.length, influences };
}

/** The variance of a combination of the ratios; null below two clusters. */
export function varianceOf({ clusters, influences }: Linearised, gradient: readonly number[]): number | null {
  if (clusters < 2) return null;
  let squares = 0;
  for (const influence of influences) {
    let sum = 0;
    for (const [index, slope] of gradient.entries()) sum += slope * (influence[index] ?? 0);
    squares += sum * sum;
  }
  return (clusters / (clusters - 1)) * squares;
}

/** A variance this small is the rounding of clusters that do not differ at all. */
const noVariance = 1e-24;

/**
 * A share's interval by Student's t on clusters − 1 degrees of freedom, kept within [0, 1]. Null below two clusters,
 * where no cluster differs from another, and where all of it lies outside of [0, 1]: an interval without width would
 * claim a certainty that nothing shows.
 */
export function shareInterval(
  value: number,
  variance: number | null,
  clusters: number,
  level: number,
): Interval | null {
  if (variance === null || variance <= noVariance) return null;
  const half = studentQuantile(0.5 + level / 2, clusters - 1) * Math.sqrt(variance);
  const [low, high] = [Math.max(0, value - half), Math.min(1, value + half)];
  return low < high ? { low, high } : null;
}

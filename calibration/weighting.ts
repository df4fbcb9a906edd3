/** Estimates from a sample whose items were chosen with known, unequal probabilities. */
import { studentQuantile } from "./beta.ts";
import type { Rate } from "./document.ts";
import { clusteredWilson, ratioOf } from "./intervals.ts";
import { byCluster } from "./scored.ts";
import { rateOf } from "./share.ts";

/** An item of the sample. */
export interface Sampled {
  /** What is averaged, such as 1 for a success and 0 for a failure. */
  value: number;
  /** The chance with which it was chosen, in (0, 1]. */
  probability: number;
  /** What the interval resamples by. */
  cluster: string;
}

/**
 * Hájek's estimate of a share: Σ value / π over Σ 1 / π. It needs no population size, and cannot leave [0, 1].
 *
 * @see Hájek (1971), in Foundations of Statistical Inference, p. 236
 */
export function hajekShare(sample: readonly Sampled[], level: number): Rate {
  const clusters = byCluster(sample);
  const sum = (value: (item: Sampled) => number): Float64Array =>
    Float64Array.from(clusters, (members) =>
      members.reduce((total, item) => total + value(item) / item.probability, 0),
    );
  const estimate = ratioOf(
    sum(({ value }) => value),
    sum(() => 1),
  );
  if (estimate === null) return rateOf(null, null, 0);
  return rateOf(estimate.value, clusteredWilson(estimate, sample.length, level), sample.length);
}

/**
 * Horvitz and Thompson's estimate of a mean: Σ value / π over the known population size. Exactly unbiased, at the price
 * of a larger variance than Hájek's when the sample's size varies; it can leave [0, 1].
 *
 * @param population the number of items that could have been chosen
 * @see Horvitz and Thompson (1952), Journal of the American Statistical Association 47(260), pp. 663–685; the interval is
 *   that of a draw of clusters with replacement (Särndal, Swensson and Wretman 1992, Model Assisted Survey Sampling,
 *   section 2.9)
 */
export function horvitzThompsonMean(sample: readonly Sampled[], population: number, level: number): Rate {
  const parts = byCluster(sample).map((members) =>
    members.reduce((sum, { value, probability }) => sum + value / probability / population, 0),
  );
  const total = parts.reduce((sum, part) => sum + part, 0);
  const count = parts.length;
  if (count === 0 || population <= 0) return rateOf(null, null, 0);
  if (count === 1) return rateOf(total, null, sample.length);
  const squares = parts.reduce((sum, part) => sum + (part - total / count) ** 2, 0);
  const half = studentQuantile(0.5 + level / 2, count - 1) * Math.sqrt((count / (count - 1)) * squares);
  return rateOf(total, { low: total - half, high: total + half }, sample.length);
}

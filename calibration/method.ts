/** States in words how the intervals of a summary were made. */
import type { IntervalMethod } from "./document.ts";
import type { Settings } from "./options.ts";
import { generatorName } from "./random.ts";

/**
 * @param independent every item is its own cluster, and all weigh the same
 * @param clustered some cluster holds several items
 */
export function methodOf(
  { level, bootstrap, resamples, seed }: Settings,
  clusters: number,
  independent: boolean,
  clustered: boolean,
): IntervalMethod {
  return {
    level,
    proportions: independent ? "wilson" : "wilson-clustered",
    coefficients: bootstrap === "bca" ? "bootstrap-bca" : "bootstrap-percentile",
    clusters,
    clustered,
    resamples,
    seed,
    generator: generatorName,
  };
}

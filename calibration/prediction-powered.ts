/** Prediction-powered inference: labels on some runs, judgements on all, and an estimate that is unbiased for any judge. */
import type { Pair } from "../src/trajectory/pair.ts";
import { isLabelled, weightOf } from "./clusters.ts";
import type { Rate } from "./document.ts";
import { linearise, type RatioSums, shareInterval, varianceOf } from "./linearised.ts";
import { clusteredRuns } from "./scored.ts";
import { rateOf } from "./share.ts";

/** The value that the judge predicts: 1 or 0 where it decided, its score otherwise, ½ where it said nothing. */
function predictionOf({ judge, score }: Pair): number {
  if (judge === "success") return 1;
  if (judge === "failure") return 0;
  return score ?? 0.5;
}

/**
 * Prediction-powered inference for a success rate: the mean label, plus λ times what the judge says of all runs beyond
 * what it says of the labelled ones. Unbiased for any judge when the labelled runs were drawn at random, or with the
 * probabilities they carry.
 *
 * @param population runs whose judgements stand for all: those of interest, labelled or not
 * @param labelled runs with labels; may be among `population` or not
 * @param lambda how much to lean on the judge; "tuned" takes the value in [0, 1] of least variance
 * @see Angelopoulos et al. (2023), Science 382(6671), pp. 669–674; Angelopoulos, Duchi and Zrnic (2023), PPI++,
 *   arXiv:2311.01453, section 6, for λ
 */
export function predictionPowered(
  population: readonly Pair[],
  labelled: readonly Pair[],
  level: number,
  lambda: number | "tuned" = "tuned",
): { rate: Rate; lambda: number | null; clusters: number } {
  const all = new Set(population);
  const known = new Set(labelled.filter(isLabelled));
  const clusters = clusteredRuns([...new Set([...all, ...known])]);
  const sums = clusters.map((members): RatioSums => {
    const label = { top: 0, bottom: 0 };
    const everywhere = { top: 0, bottom: 0 };
    const onLabelled = { top: 0, bottom: 0 };
    for (const pair of members) {
      if (all.has(pair)) {
        everywhere.top += predictionOf(pair);
        everywhere.bottom += 1;
      }
      if (!known.has(pair)) continue;
      const weight = weightOf(pair);
      label.top += weight * (pair.human === "success" ? 1 : 0);
      label.bottom += weight;
      onLabelled.top += weight * predictionOf(pair);
      onLabelled.bottom += weight;
    }
    return [label, everywhere, onLabelled];
  });
  const linear = linearise(sums, 3);
  const [mean = Number.NaN, predictedAll = Number.NaN, predictedLabelled = Number.NaN] = linear.ratios;
  if (known.size < 2 || Number.isNaN(predictedAll)) {
    return { rate: rateOf(null, null, known.size), lambda: null, clusters: clusters.length };
  }
  const weight = lambda === "tuned" ? bestLambda(linear.influences) : lambda;
  const value = mean + weight * (predictedAll - predictedLabelled);
  const variance = varianceOf(linear, [1, weight, -weight]);
  const rate = rateOf(
    Math.min(1, Math.max(0, value)),
    shareInterval(value, variance, clusters.length, level),
    known.size,
  );
  return { rate, lambda: weight, clusters: clusters.length };
}

/** The λ in [0, 1] at which the variance of label + λ (all − labelled) is least. */
function bestLambda(influences: readonly (readonly number[])[]): number {
  let crossed = 0;
  let squared = 0;
  for (const [label = 0, everywhere = 0, onLabelled = 0] of influences) {
    const shift = everywhere - onLabelled;
    crossed += label * shift;
    squared += shift * shift;
  }
  return squared === 0 ? 0 : Math.min(1, Math.max(0, -crossed / squared));
}

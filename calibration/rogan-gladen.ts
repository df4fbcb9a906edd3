/** A judged success rate corrected by how the judge errs on labelled runs. */
import type { Pair } from "../src/trajectory/pair.ts";
import { cellOf, isDecided, weightOf } from "./clusters.ts";
import type { Rate } from "./document.ts";
import { linearise, type RatioSums, shareInterval, varianceOf } from "./linearised.ts";
import { clusteredRuns } from "./scored.ts";
import { rateOf } from "./share.ts";

/**
 * Rogan and Gladen's estimate with the variances of the judged rate and of both error rates, by the delta method over
 * clusters, so that samples may share runs and tasks. Runs that the judge did not decide have no part in it.
 *
 * @param runs the runs whose rate is wanted
 * @param calibration the labelled runs that tell how the judge errs; usually among `runs`
 * @returns (p + q0 − 1) / (q0 + q1 − 1), clamped to [0, 1]; null with a reason when q0 + q1 ≤ 1, a class has no
 *   labels, or the judged rate contradicts the error rates beyond chance; `clusters` is what the interval rests on
 * @see Rogan and Gladen (1978), American Journal of Epidemiology 107(1), pp. 71–76
 */
export function roganGladen(
  runs: readonly Pair[],
  calibration: readonly Pair[],
  level: number,
): { rate: Rate; clusters: number; reason?: string } {
  const wanted = new Set(runs);
  const calibrating = new Set(calibration);
  const sums = clusteredRuns([...new Set([...runs, ...calibration])]).map((members): RatioSums => {
    const judged = { top: 0, bottom: 0 };
    const sensitivity = { top: 0, bottom: 0 };
    const specificity = { top: 0, bottom: 0 };
    for (const pair of members) {
      const { judge } = pair;
      if (wanted.has(pair) && isDecided(judge)) {
        judged.top += judge === "success" ? 1 : 0;
        judged.bottom += 1;
      }
      const cell = calibrating.has(pair) ? cellOf(pair) : -1;
      if (cell < 0) continue;
      const ratio = pair.human === "success" ? sensitivity : specificity;
      ratio.top += pair.human === judge ? weightOf(pair) : 0;
      ratio.bottom += weightOf(pair);
    }
    return [judged, sensitivity, specificity];
  });
  const used = sums.filter((ratios) => ratios.some(({ bottom }) => bottom > 0));
  const linear = linearise(used, 3);
  const [p = Number.NaN, q1 = Number.NaN, q0 = Number.NaN] = linear.ratios;
  const n = runs.filter(({ judge }) => isDecided(judge)).length;
  const none = (reason: string): { rate: Rate; clusters: number; reason: string } => ({
    rate: rateOf(null, null, n),
    clusters: used.length,
    reason,
  });
  if (Number.isNaN(p)) return none("the judge decided no run");
  if (Number.isNaN(q1)) return none("no success is labelled");
  if (Number.isNaN(q0)) return none("no failure is labelled");
  const power = q0 + q1 - 1;
  if (power <= 0) return none("sensitivity + specificity is not above 1");
  const value = (p + q0 - 1) / power;
  const variance = varianceOf(linear, [1 / power, -value / power, (1 - value) / power]);
  const interval = shareInterval(value, variance, used.length, level);
  const isOutside = value < 0 || value > 1;
  if (isOutside && interval === null)
    return none(
      `the judged rate of ${(100 * p).toFixed(1)} % lies beyond what its error rates allow; they do not hold here`,
    );
  return { rate: rateOf(Math.min(1, Math.max(0, value)), interval, n), clusters: used.length };
}

/** Tests of whether a difference could be chance, and the correction for making several of them. */
import { binomialCdf } from "./beta.ts";
import { drawBinomial } from "./binomial.ts";
import type { Random } from "./random.ts";
import { addPattern, type Patterns } from "./tally.ts";

/**
 * The exact McNemar test: could two judges that err equally often differ this much on the same runs? It takes runs as
 * independent.
 *
 * @param onlyFirst runs that only the first judge got right
 * @param onlySecond runs that only the second got right
 * @returns the two-sided p-value; 1 when they never differ
 * @see McNemar (1947), Psychometrika 12(2), pp. 153–157, with the binomial in place of its approximation
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  const differing = onlyFirst + onlySecond;
  if (differing === 0) return 1;
  return Math.min(1, 2 * binomialCdf(Math.min(onlyFirst, onlySecond), differing, 0.5));
}

/**
 * The permutation test of a paired difference, where two judges' answers are exchanged cluster by cluster: under the
 * hypothesis that the judges are alike, each cluster could as well have come with their names exchanged.
 *
 * @param exchanged for each cell of a pattern, the cell that holds its items once the judges are exchanged
 * @param difference the difference of the two judges; null where it is undefined
 * @returns the two-sided p-value (1 + extreme) / (1 + permutations), never 0; null when the difference is undefined
 * @see Phipson and Smyth (2010), Statistical Applications in Genetics and Molecular Biology 9(1), article 39
 */
export function exchangeTest(
  { width, vectors, multiplicities }: Patterns,
  exchanged: readonly number[],
  difference: (totals: Float64Array) => number | null,
  permutations: number,
  random: Random,
): number | null {
  const turned = vectors.map((_, at) => {
    const start = at - (at % width);
    return vectors[start + (exchanged[at - start] ?? 0)] ?? 0;
  });
  const totals = new Float64Array(width);
  for (const [kind, times] of multiplicities.entries()) addPattern(totals, vectors, kind * width, times);
  const observed = difference(totals);
  if (observed === null) return null;
  let extreme = 0;
  for (let permutation = 0; permutation < permutations; permutation++) {
    totals.fill(0);
    for (let kind = 0; kind < multiplicities.length; kind++) {
      const times = multiplicities[kind] ?? 0;
      const turns = drawBinomial(times, 0.5, random);
      addPattern(totals, vectors, kind * width, times - turns);
      addPattern(totals, turned, kind * width, turns);
    }
    const drawn = difference(totals) ?? 0;
    if (Math.abs(drawn) >= Math.abs(observed) - 1e-12) extreme++;
  }
  return (1 + extreme) / (1 + permutations);
}

/**
 * Holm's step-down correction: p-values that keep the chance of any false alarm among all tests at the level.
 *
 * @returns adjusted p-values in the order given, each at least the one it came from and at most 1
 * @see Holm (1979), Scandinavian Journal of Statistics 6(2), pp. 65–70
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = pValues.map(() => 1);
  let running = 0;
  for (const [rank, { p, index }] of order.entries()) {
    running = Math.max(running, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = running;
  }
  return adjusted;
}

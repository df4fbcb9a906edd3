import { describe, expect, test } from "vitest";
import { binomialPmf } from "./beta.ts";
import { drawBinomial, drawerOf, drawMultinomial } from "./binomial.ts";
import { randomFrom } from "./random.ts";

/** χ² over its degrees of freedom, cells with few expected draws merged into their neighbours. */
function misfit(draws: readonly number[], trials: number, p: number): number {
  const counts = new Map<number, number>();
  for (const draw of draws) counts.set(draw, (counts.get(draw) ?? 0) + 1);
  let [chiSquare, cells, expected, observed] = [0, 0, 0, 0];
  for (let successes = 0; successes <= trials; successes++) {
    expected += draws.length * binomialPmf(successes, trials, p);
    observed += counts.get(successes) ?? 0;
    if (expected < 20) continue;
    chiSquare += (observed - expected) ** 2 / expected;
    cells++;
    expected = 0;
    observed = 0;
  }
  return chiSquare / Math.max(1, cells - 1);
}

describe("binomial numbers follow their distribution", () => {
  test.each([
    [5, 0.3],
    [40, 0.1],
    [60, 0.35],
    [400, 0.5],
    [5000, 0.02],
    [300, 0.93],
  ])("%i trials of %f", (trials, p) => {
    const random = randomFrom(17);
    const draws = Array.from({ length: 40_000 }, () => drawBinomial(trials, p, random));
    expect(misfit(draws, trials, p)).toBeLessThan(1.8);
  });
});

test("certain outcomes need no luck", () => {
  const random = randomFrom(1);
  expect([drawBinomial(9, 0, random), drawBinomial(9, 1, random), drawBinomial(0, 0.5, random)]).toEqual([
    0, 9, 0,
  ]);
});

test("multinomial draws are as many as there are members", () => {
  const members = Float64Array.of(3, 500, 40, 1);
  const draws = new Float64Array(4);
  const random = randomFrom(5);
  for (let round = 0; round < 200; round++) {
    drawMultinomial(members, draws, random);
    expect(draws.reduce((sum, count) => sum + count, 0)).toBe(544);
  }
});

describe.each([
  ["few members a kind, drawn one by one", Float64Array.of(3, 2, 5)],
  ["many members a kind, drawn by kind", Float64Array.of(300, 200, 500)],
])("%s", (_name, members) => {
  test("each kind is drawn in proportion to its members", () => {
    const total = members.reduce((sum, count) => sum + count, 0);
    const draw = drawerOf(members, randomFrom(23));
    const draws = new Float64Array(members.length);
    const sums = [0, 0, 0];
    const rounds = 20_000;
    for (let round = 0; round < rounds; round++) {
      draw(draws);
      for (const [kind, count] of draws.entries()) sums[kind] = (sums[kind] ?? 0) + count;
    }
    for (const [kind, sum] of sums.entries()) {
      const share = (members[kind] ?? 0) / total;
      const error = Math.sqrt((share * (1 - share)) / (rounds * total));
      expect(Math.abs(sum / (rounds * total) - share)).toBeLessThan(4 * error);
    }
  });
});

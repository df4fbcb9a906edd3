import { describe, expect, test } from "vitest";
import { bcaInterval, bootstrap, jackknife, percentileInterval, quantile } from "./bootstrap.ts";
import { randomFrom } from "./random.ts";
import { type Patterns, Tally } from "./tally.ts";

const share = {
  count: 1,
  compute(totals: Float64Array, out: Float64Array): void {
    const [yes = 0, no = 0] = totals;
    out[0] = yes + no === 0 ? Number.NaN : yes / (yes + no);
  },
};

function patternsOf(yes: number, no: number): Patterns {
  const tally = new Tally(2);
  for (let item = 0; item < yes; item++) tally.add(undefined, 0);
  for (let item = 0; item < no; item++) tally.add(undefined, 1);
  return tally.patterns();
}

test("replicates of a share spread as the binomial says", () => {
  const [replicates = new Float64Array()] = bootstrap(patternsOf(60, 140), share, 20_000, randomFrom(2));
  const mean = replicates.reduce((sum, value) => sum + value, 0) / replicates.length;
  const variance = replicates.reduce((sum, value) => sum + (value - mean) ** 2, 0) / replicates.length;
  expect(mean).toBeCloseTo(0.3, 2);
  expect(Math.sqrt(variance)).toBeCloseTo(Math.sqrt((0.3 * 0.7) / 200), 3);
});

test("leaving out one of several equal clusters is computed once and counted for each", () => {
  const [left] = jackknife(patternsOf(2, 3), share);
  expect([...(left?.values ?? [])]).toEqual([0.25, 0.5]);
  expect([...(left?.weights ?? [])]).toEqual([2, 3]);
});

test("a cell emptied by leaving out its only cluster is exactly empty, whatever its weight", () => {
  const tally = new Tally(2);
  tally.add("a", 0, 1 / 0.3);
  tally.add("b", 1, 1 / 0.7);
  const totals: number[][] = [];
  jackknife(tally.patterns(), { count: 1, compute: (seen) => totals.push([...seen]) });
  expect(totals).toEqual([
    [0, 1 / 0.7],
    [1 / 0.3, 0],
  ]);
});

test("quantiles interpolate between order statistics", () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(quantile([7], 0.9)).toBe(7);
});

describe("intervals", () => {
  const none = { values: new Float64Array(), weights: new Float64Array() };

  test("undefined replicates are left out", () => {
    expect(percentileInterval(Float64Array.of(1, Number.NaN, 1), 0.9)).toEqual({ low: 1, high: 1 });
    expect(percentileInterval(Float64Array.of(Number.NaN), 0.9)).toBeNull();
  });

  test("replicates on one side of the estimate give no BCa interval", () => {
    expect(bcaInterval(Float64Array.of(1, 2, 3), 5, none, 0.9)).toBeNull();
  });
});

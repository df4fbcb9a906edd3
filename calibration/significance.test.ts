import { expect, test } from "vitest";
import { randomFrom } from "./random.ts";
import { exchangeTest } from "./significance.ts";
import { Tally } from "./tally.ts";

/** Cells: only the first right, only the second right. */
const balance = (totals: Float64Array): number => (totals[0] ?? 0) - (totals[1] ?? 0);

test("by clusters of one run, exchanging gives the sign test's p-value", () => {
  const tally = new Tally(2);
  for (let run = 0; run < 9; run++) tally.add(undefined, run < 8 ? 0 : 1);
  const p = exchangeTest(tally.patterns(), [1, 0], balance, 40_000, randomFrom(6));
  expect(p).toBeCloseTo(20 / 512, 2);
});

test("runs of one task that err alike are weaker evidence than as many tasks", () => {
  const alike = new Tally(2);
  const apart = new Tally(2);
  for (let run = 0; run < 12; run++) {
    alike.add(String(Math.floor(run / 6)), 0);
    apart.add(String(run), 0);
  }
  const [together, alone] = [alike, apart].map((tally) =>
    exchangeTest(tally.patterns(), [1, 0], balance, 4000, randomFrom(6)),
  );
  expect(alone).toBeLessThan(0.01);
  expect(together).toBeGreaterThan(0.4);
});

test("a p-value is never 0", () => {
  const tally = new Tally(2);
  for (let run = 0; run < 500; run++) tally.add(undefined, 0);
  expect(exchangeTest(tally.patterns(), [1, 0], balance, 99, randomFrom(1))).toBe(0.01);
});

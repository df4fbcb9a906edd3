import { expect, test } from "vitest";
import { pairsOf } from "../test/pairs-of-counts.ts";
import { calibrateJudges } from "./judges.ts";

test("each judge has its document, every two a comparison, all of them a panel", () => {
  const good = pairsOf({ tp: 40, fp: 2, fn: 3, tn: 55 });
  const lazy = good.map((pair) => ({ ...pair, judge: "failure" as const }));
  const { judges, comparisons, panel } = calibrateJudges({ good, lazy }, { resamples: 100 });
  expect(judges.map(({ judge, n }) => [judge, n])).toEqual([
    ["good", 100],
    ["lazy", 100],
  ]);
  expect(comparisons.map(({ first, second, n }) => [first, second, n])).toEqual([["good", "lazy", 100]]);
  expect(panel?.judges).toEqual(["good", "lazy"]);
});

test("one judge is no panel", () => {
  expect(
    calibrateJudges({ alone: pairsOf({ tp: 1, fp: 1, fn: 1, tn: 1 }) }, { resamples: 20 }),
  ).toMatchObject({
    comparisons: [],
    panel: null,
  });
});

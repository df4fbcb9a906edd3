import { describe, expect, test } from "vitest";
import { pairsOf } from "../test/pairs-of-counts.ts";
import { calibrate } from "./calibrate.ts";
import { wilson } from "./intervals.ts";
import { itemsForShare, labelsNeeded, ofFinite } from "./sample-size.ts";

describe("items for a share", () => {
  test.each([
    [0.5, 0.05],
    [0.85, 0.03],
    [0.99, 0.02],
  ])("at %f for ± %f are just enough", (share, halfWidth) => {
    const items = itemsForShare(share, halfWidth, 0.95);
    const width = (size: number): number => {
      const interval = wilson(share, size, 0.95);
      return ((interval?.high ?? 1) - (interval?.low ?? 0)) / 2;
    };
    expect(width(items)).toBeLessThanOrEqual(halfWidth);
    expect(width(items - 1)).toBeGreaterThan(halfWidth);
  });

  test("few runs need fewer labels than endlessly many", () => {
    expect(ofFinite(400, 400)).toBeLessThan(205);
    expect(ofFinite(400, undefined)).toBe(400);
  });
});

describe("labels for a judge", () => {
  const pairs = pairsOf({ tp: 171, fp: 55, fn: 124, tn: 756 });
  const need = (rate: string, halfWidth: number): number =>
    labelsNeeded(calibrate(pairs), halfWidth).find((item) => item.rate === rate)?.labels ?? 0;

  test("at the present width they are about the present number", () => {
    const { agreement, kappa } = calibrate(pairs);
    const half = ({ low, high }: { low: number | null; high: number | null }): number =>
      ((high ?? 1) - (low ?? 0)) / 2;
    expect(need("agreement", half(agreement)) / 1106).toBeCloseTo(1, 1);
    expect(need("kappa", half(kappa)) / 1106).toBeCloseTo(1, 1);
  });

  test("recall needs more than agreement, for successes are few", () => {
    expect(need("recall", 0.03)).toBeGreaterThan(3 * need("agreement", 0.03));
  });

  test("clustered runs need more than independent ones", () => {
    const clustered = pairs.flatMap((pair) =>
      [1, 2, 3].map((copy) => ({ ...pair, id: `${pair.id}/${copy}`, cluster: pair.id })),
    );
    const [agreement] = labelsNeeded(calibrate(clustered), 0.02);
    expect(agreement?.labels).toBeGreaterThan(2.5 * need("agreement", 0.02));
  });

  test("without labels there is nothing to plan from", () => {
    expect(labelsNeeded(calibrate([]), 0.05).map(({ labels }) => labels)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test("a width outside (0, 0.5) is an input error that shows it", () => {
    expect(() => labelsNeeded(calibrate([]), 5)).toThrow("half width: must lie between 0 and 0.5, saw 5");
  });
});

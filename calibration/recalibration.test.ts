import { describe, expect, test } from "vitest";
import { foldsOf } from "./folds.ts";
import { randomFrom } from "./random.ts";
import { recalibrate } from "./recalibration.ts";
import { applyMap, fitMap, fitTemperature, type MapKind } from "./score-maps.ts";
import type { ScoredItem } from "./scored.ts";

/** A judge that exaggerates: its log-odds are three times the truth's. Tasks hold three runs each. */
function exaggerated(count: number): ScoredItem[] {
  const random = randomFrom(12);
  return Array.from({ length: count }, (_, at) => {
    const logit = 4 * random.uniform() - 2;
    const success = random.uniform() < 1 / (1 + Math.exp(-logit));
    const score = 1 / (1 + Math.exp(-3 * logit));
    return { id: String(at), score, success, cluster: String(Math.floor(at / 3)), weight: 1 };
  });
}

describe("a judge that exaggerates", () => {
  test.each<MapKind>(["platt", "isotonic", "temperature"])(
    "is mended by %s on tasks it was not fitted on",
    (kind) => {
      const { before, after } = recalibrate(exaggerated(1500), kind, { resamples: 50 });
      expect(after?.brier.value).toBeLessThan(before.brier.value ?? 0);
      expect(after?.ece.value).toBeLessThan(before.ece.value ?? 0);
    },
  );

  test("is cooled by about the factor it exaggerates", () => {
    const map = fitTemperature(exaggerated(6000));
    expect(map?.temperature).toBeGreaterThan(2.6);
    expect(map?.temperature).toBeLessThan(3.4);
  });
});

test("the runs of a task never stand in two folds", () => {
  const items = exaggerated(300);
  const folds = foldsOf(items, 5, 1);
  const seen = new Map<string, number>();
  for (const [at, { cluster }] of items.entries()) {
    expect(seen.get(cluster) ?? folds[at]).toBe(folds[at]);
    seen.set(cluster, folds[at] ?? -1);
  }
  expect(new Set(folds).size).toBe(5);
});

describe("nothing to fit", () => {
  const item = (score: number, success: boolean): ScoredItem => ({
    id: "",
    score,
    success,
    cluster: String(score),
    weight: 1,
  });

  test("scores that point the wrong way have no temperature", () => {
    expect(fitTemperature([item(0.9, false), item(0.1, true)])).toBeNull();
  });

  test("scores that separate the classes have no temperature", () => {
    expect(fitTemperature([item(0.9, true), item(0.1, false)])).toBeNull();
  });

  test("no items, no map", () => {
    expect(fitMap("isotonic", [])).toBeNull();
    expect(recalibrate([], "platt", { resamples: 20 }).map).toBeNull();
  });

  test("Platt's map stays finite where one class is all there is", () => {
    const map = fitMap("platt", [item(0.9, true), item(0.4, true)]);
    const mapped = map === null ? Number.NaN : applyMap(map, 0.9);
    expect(mapped).toBeGreaterThan(0.5);
    expect(mapped).toBeLessThan(1);
  });
});

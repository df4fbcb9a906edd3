import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { calibrate } from "./calibrate.ts";
import { confidenceOf, confidenceOfItems } from "./confidence.ts";
import { rocCurve } from "./curves.ts";
import { randomFrom } from "./random.ts";
import type { ScoredItem } from "./scored.ts";

/** Scores that are true: of those near s, a share s succeeded. */
function honest(count: number, seed: number): ScoredItem[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, at) => {
    const score = random.uniform();
    return { id: String(at), score, success: random.uniform() < score, cluster: String(at), weight: 1 };
  });
}

describe("honest scores", () => {
  const summary = confidenceOfItems(honest(4000, 3), { resamples: 200 });

  test("have a small calibration error", () => {
    expect(summary.ece.value).toBeLessThan(0.03);
  });

  test("succeed in each bin about as often as they say", () => {
    for (const { meanScore, successRate } of summary.reliability) {
      expect(Math.abs((successRate.value ?? 0) - (meanScore ?? 0))).toBeLessThan(0.08);
    }
  });

  test("have the Brier score of a uniform honest forecaster, 1/6", () => {
    expect(summary.brier.low).toBeLessThan(1 / 6);
    expect(summary.brier.high).toBeGreaterThan(1 / 6);
  });
});

test("a judge that is certain and wrong has an error of 1 and a finite log loss", () => {
  const wrong = honest(10, 1).map((item) => ({ ...item, score: 1, success: false }));
  const { brier, ece, logLoss } = confidenceOfItems(wrong, { resamples: 50 });
  expect([brier.value, ece.value]).toEqual([1, 1]);
  expect(logLoss.value).toBeCloseTo(52 * Math.log(2), 10);
});

test("one class only: no ROC area, and the reason", () => {
  const { rocAuc, undefined: reasons } = confidenceOfItems(
    honest(20, 2).map((item) => ({ ...item, success: true })),
    { resamples: 50 },
  );
  expect(rocAuc.value).toBeNull();
  expect(reasons["rocAuc"]).toBe("people saw one class only");
});

test("the ROC curve climbs from (0, 0) to (1, 1)", () => {
  const points = rocCurve(honest(50, 5));
  expect(points[0]).toEqual({ threshold: null, fpr: 0, tpr: 0 });
  expect(points.at(-1)).toMatchObject({ fpr: 1, tpr: 1 });
  for (const [at, { fpr, tpr }] of points.entries()) {
    expect(fpr).toBeGreaterThanOrEqual(points[at - 1]?.fpr ?? 0);
    expect(tpr).toBeGreaterThanOrEqual(points[at - 1]?.tpr ?? 0);
  }
});

test("repeating every run within its task leaves the intervals as wide as they were", () => {
  const once = honest(150, 8);
  const thrice = once.flatMap((item) =>
    [item, item, item].map((copy, at) => ({ ...copy, id: `${copy.id}/${at}` })),
  );
  const [alone, repeated] = [once, thrice].map((items) => confidenceOfItems(items, { resamples: 50 }));
  expect(repeated?.rocAuc.low).toBeCloseTo(alone?.rocAuc.low ?? 0, 10);
  expect(repeated?.brier.high).toBeCloseTo(alone?.brier.high ?? 0, 10);
});

test("long curves are thinned in the document, their areas are not", () => {
  const many = honest(3000, 4);
  const { roc, rocAuc } = confidenceOfItems(many, { resamples: 50 });
  expect(roc).toHaveLength(500);
  expect(roc.at(-1)).toMatchObject({ fpr: 1, tpr: 1 });
  expect(rocAuc.n).toBe(3000);
});

test("runs with a score count whatever the judge's outcome, runs without a decided label do not", () => {
  const pairs: Pair[] = [
    { id: "1", human: "success", judge: "unsure", score: 0.6 },
    { id: "2", human: "failure", judge: null, score: 0.2 },
    { id: "3", human: "unsure", judge: "success", score: 0.9 },
    { id: "4", human: "success", judge: "success", score: null },
  ];
  expect(confidenceOf(pairs, { resamples: 20 })?.n).toBe(2);
  expect(calibrate(pairs, { resamples: 20 }).confidence?.n).toBe(2);
});

test("without scores there is no confidence", () => {
  expect(calibrate([{ id: "1", human: "success", judge: "success" }])).not.toHaveProperty("confidence");
});

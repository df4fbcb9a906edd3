import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { randomFrom } from "./random.ts";
import { type ScoredItem, scoredItems } from "./scored.ts";
import { bestThreshold, chooseThreshold, parseGoal } from "./threshold.ts";

const items: ScoredItem[] = [
  [0.9, true],
  [0.8, true],
  [0.7, false],
  [0.6, true],
  [0.4, false],
  [0.3, false],
].map(([score, success], at) => ({
  id: String(at),
  score: Number(score),
  success: success === true,
  cluster: String(at),
  weight: 1,
}));

describe("the best threshold on given items", () => {
  test("for F1", () => {
    expect(bestThreshold(items, { kind: "f1" })).toBe(0.6);
  });

  test("for a false positive rate of 0", () => {
    expect(bestThreshold(items, { kind: "fpr", atMost: 0 })).toBe(0.8);
  });

  test("for a false negative rate of 0, and of a third", () => {
    expect(bestThreshold(items, { kind: "fnr", atMost: 0 })).toBe(0.6);
    expect(bestThreshold(items, { kind: "fnr", atMost: 1 / 3 })).toBe(0.8);
  });

  test("for a false negative rate of 0 under weights whose sums do not come out even", () => {
    const weights = [0.1, 0.2, 0.3, 0.7, 0.9, 1.1];
    const weighted = items.map((item, at) => ({ ...item, weight: weights[at] ?? 1 }));
    expect(bestThreshold(weighted, { kind: "fnr", atMost: 0 })).toBe(0.6);
  });

  test("for misses that cost ten times a false pass", () => {
    expect(bestThreshold(items, { kind: "cost", falsePositive: 1, falseNegative: 10 })).toBe(0.6);
  });

  test("when a false pass is all that costs, no run is called a success", () => {
    expect(bestThreshold(items, { kind: "cost", falsePositive: 1, falseNegative: 0 })).toBeNull();
  });

  test("equal scores stand or fall together", () => {
    const tied = items.map((item) => ({ ...item, score: 0.5 }));
    expect(bestThreshold(tied, { kind: "fpr", atMost: 0.5 })).toBeNull();
  });
});

describe("a goal", () => {
  test.each([
    ["f1", { kind: "f1" }],
    ["fpr <= 0.05", { kind: "fpr", atMost: 0.05 }],
    ["FNR<=0.1", { kind: "fnr", atMost: 0.1 }],
    ["cost=1:5", { kind: "cost", falsePositive: 1, falseNegative: 5 }],
  ])("%s", (text, goal) => {
    expect(parseGoal(text)).toEqual(goal);
  });

  test.each(["accuracy", "fpr<=2", "fpr<=", "cost=1", ""])("%j is an input error that shows it", (text) => {
    expect(() => parseGoal(text)).toThrow(`saw ${JSON.stringify(text)}`);
  });
});

describe("chosen on some tasks, measured on others", () => {
  const random = randomFrom(9);
  const pairs = Array.from({ length: 900 }, (_, at): Pair => {
    const success = random.uniform() < 0.4;
    const score = Math.min(1, Math.max(0, 0.3 + (success ? 0.35 : 0) + 0.3 * (random.uniform() - 0.5)));
    return {
      id: String(at),
      human: success ? "success" : "failure",
      judge: null,
      score,
      cluster: String(Math.floor(at / 3)),
    };
  });

  test("every run is judged by a threshold that its task had no part in", () => {
    const choice = chooseThreshold(pairs, { kind: "f1" }, { resamples: 100 });
    expect(choice.evaluation.n).toBe(900);
    expect(choice.foldThresholds).toHaveLength(5);
    expect(choice.evaluation.f1.value).toBeGreaterThan(0.9);
    expect(choice.met).toBeNull();
  });

  test.each(["fpr", "fnr"] as const)(
    "a bound on %s says whether it was kept, by value and by the end of the interval",
    (kind) => {
      const { evaluation, met } = chooseThreshold(pairs, { kind, atMost: 0.1 }, { resamples: 100 });
      expect(met?.value).toBe((evaluation[kind].value ?? 1) <= 0.1);
      expect(met?.interval).toBe((evaluation[kind].high ?? 1) <= 0.1);
    },
  );

  test("noise that looks good on its own data does not on other tasks", () => {
    const noise = pairs.map((pair) => ({ ...pair, score: random.uniform() }));
    const choice = chooseThreshold(noise, { kind: "f1" }, { resamples: 100 });
    expect(Math.abs(choice.evaluation.kappa.value ?? 1)).toBeLessThan(0.1);
  });
});

test("scores stay where the label is decided", () => {
  expect(scoredItems([{ id: "1", human: "blocked", judge: "success", score: 1 }])).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { abstentionOf, conformalQuantile, decideBy, fitAbstention } from "./conformal.ts";
import { type Random, randomFrom } from "./random.ts";
import type { ScoredItem } from "./scored.ts";

/** Tasks of three alike runs; scores rise with success, with an error that the runs of a task share. */
function simulate(tasks: number, random: Random): ScoredItem[] {
  return Array.from({ length: tasks }, (_, task) => {
    const shared = 0.5 * (random.uniform() - 0.5);
    return [0, 1, 2].map((run): ScoredItem => {
      const success = random.uniform() < 0.4;
      const score = 0.35 + (success ? 0.3 : 0) + shared + 0.3 * (random.uniform() - 0.5);
      return {
        id: `${task}/${run}`,
        score: Math.min(1, Math.max(0, score)),
        success,
        cluster: String(task),
        weight: 1,
      };
    });
  }).flat();
}

describe("the conformal quantile", () => {
  test("is the ⌈(m + 1)(1 − miss)⌉-th smallest value", () => {
    const values = Array.from({ length: 19 }, (_, at) => at + 1);
    expect(conformalQuantile(values, 0.1)).toBe(18);
  });

  test("is infinite when there are too few values for the guarantee", () => {
    expect(conformalQuantile([1, 2, 3], 0.1)).toBe(Number.POSITIVE_INFINITY);
  });
});

test("the truth of a new task's run is excluded at most as often as promised, within each class", () => {
  const random = randomFrom(77);
  const miss = 0.15;
  const seen = { success: { excluded: 0, all: 0 }, failure: { excluded: 0, all: 0 } };
  for (let repetition = 0; repetition < 1500; repetition++) {
    const rule = fitAbstention(simulate(60, random), miss, repetition);
    for (const { score, success } of simulate(4, random)) {
      const counts = seen[success ? "success" : "failure"];
      counts.all++;
      if (success ? score < rule.successFrom : score > rule.failureTo) counts.excluded++;
    }
  }
  expect(seen.success.excluded / seen.success.all).toBeLessThan(miss + 0.01);
  expect(seen.failure.excluded / seen.failure.all).toBeLessThan(miss + 0.01);
  expect(seen.failure.excluded / seen.failure.all).toBeGreaterThan(miss - 0.03);
});

test("decides where one answer is left, abstains where both or none are", () => {
  const wide = { successFrom: 0.3, failureTo: 0.7 };
  expect([0.2, 0.5, 0.8].map((score) => decideBy(wide, score))).toEqual(["failure", "unsure", "success"]);
  const apart = { successFrom: 0.7, failureTo: 0.3 };
  expect([0.2, 0.5, 0.8].map((score) => decideBy(apart, score))).toEqual(["failure", "unsure", "success"]);
});

describe("measured by cross-fitting", () => {
  const items = simulate(200, randomFrom(5));

  test("a promise of fewer misses decides fewer runs", () => {
    const strict = abstentionOf(items, { miss: 0.02 });
    const loose = abstentionOf(items, { miss: 0.2 });
    expect(strict.decided.value).toBeLessThan(loose.decided.value ?? 0);
    expect(strict.coverage.value).toBeGreaterThan(loose.coverage.value ?? 1);
  });

  test("decided runs are right more often than the promise asks of all runs", () => {
    const { accuracy, decided } = abstentionOf(items, { miss: 0.1 });
    expect(accuracy.value).toBeGreaterThan(0.85);
    expect(decided.value).toBeGreaterThan(0.3);
  });
});

test("too few tasks for any promise: the rule never decides, and says that it cannot", () => {
  const abstention = abstentionOf(simulate(4, randomFrom(1)), { miss: 0.05 });
  expect(abstention.possible).toBe(false);
  expect(abstention.decided.value).toBe(0);
});

test("a miss outside (0, 1) is an input error that shows it", () => {
  expect(() => abstentionOf([], { miss: 5 })).toThrow("miss: must lie between 0 and 1, saw 5");
});

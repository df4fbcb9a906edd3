import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { compareAll, compareJudges } from "./comparison.ts";
import { randomFrom } from "./random.ts";

/** Runs judged by judges of given accuracy, three runs a task. */
function judged(count: number, accuracies: Readonly<Record<string, number>>): Record<string, Pair[]> {
  const random = randomFrom(4);
  const truths = Array.from({ length: count }, () => (random.uniform() < 0.4 ? "success" : "failure"));
  return Object.fromEntries(
    Object.entries(accuracies).map(([name, accuracy]) => [
      name,
      truths.map((human, at): Pair => {
        const right = random.uniform() < accuracy;
        const judge = right ? human : human === "success" ? "failure" : "success";
        return { id: String(at), human, judge, cluster: String(Math.floor(at / 3)) };
      }),
    ]),
  );
}

describe("a good judge and a bad one", () => {
  const { good = [], bad = [] } = judged(300, { good: 0.95, bad: 0.7 });
  const comparison = compareJudges({ first: "good", second: "bad" }, good, bad, { resamples: 1000 });

  test("differ by an interval above 0", () => {
    expect(comparison.difference.agreement.low).toBeGreaterThan(0.1);
    expect(comparison.difference.kappa.low).toBeGreaterThan(0.1);
  });

  test("differ more than chance would make them, by both tests", () => {
    expect(comparison.mcnemar).toBeLessThan(0.001);
    expect(comparison.permutation).toBeLessThan(0.01);
  });

  test("the difference turns its sign when they change places", () => {
    const turned = compareJudges({ first: "bad", second: "good" }, bad, good, { resamples: 100 });
    expect(turned.difference.agreement.value).toBeCloseTo(-(comparison.difference.agreement.value ?? 0), 12);
    expect(turned.onlySecond).toBe(comparison.onlyFirst);
  });
});

test("a judge does not differ from itself", () => {
  const { good = [] } = judged(60, { good: 0.9 });
  const { difference, mcnemar, permutation } = compareJudges({ first: "a", second: "b" }, good, good);
  expect([difference.agreement.value, mcnemar, permutation]).toEqual([0, 1, 1]);
});

test("only runs that people and both judges decided count", () => {
  const run = (id: string, human: Pair["human"], judge: Pair["judge"]): Pair => ({ id, human, judge });
  const comparison = compareJudges(
    { first: "a", second: "b" },
    [
      run("1", "success", "success"),
      run("2", "success", null),
      run("3", null, "success"),
      run("4", "failure", "failure"),
    ],
    [run("4", "failure", "success"), run("2", "success", "success"), run("1", "success", "unsure")],
    { resamples: 20 },
  );
  expect(comparison).toMatchObject({ n: 1, onlyFirst: 1, onlySecond: 0 });
});

test("no run in common: no difference, with a reason", () => {
  const { difference, permutation, undefined: reasons } = compareJudges({ first: "a", second: "b" }, [], []);
  expect([difference.kappa.value, permutation]).toEqual([null, null]);
  expect(reasons["kappa"]).toBe("no run was decided by people and both judges");
});

test("among several judges p-values are corrected for the number of comparisons", () => {
  const comparisons = compareAll(judged(200, { a: 0.9, b: 0.85, c: 0.8 }), { resamples: 300 });
  expect(comparisons.map(({ first, second }) => `${first}${second}`)).toEqual(["ab", "ac", "bc"]);
  for (const { permutation, adjusted } of comparisons)
    expect(adjusted).toBeGreaterThanOrEqual(permutation ?? 2);
  const smallest = Math.min(...comparisons.map(({ permutation }) => permutation ?? 1));
  expect(Math.min(...comparisons.map(({ adjusted }) => adjusted ?? 1))).toBeCloseTo(3 * smallest, 12);
});

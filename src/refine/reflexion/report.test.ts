/** The report: rates by round and the costs of errors, on loops written by hand and on simulated ones. */
import { describe, expect, test } from "vitest";
import { type Told, task } from "../../../test/fixtures/trials.ts";
import { expectedReflexion } from "./expected-success.ts";
import { reflexionReport } from "./report.ts";

const [yes, no] = ["success", "failure"] as const;

test("a task's newest trial counts after each round, the oracle's and the evaluator's word apart", () => {
  const trials = [
    ...task("won", [no, no], [yes, yes]),
    ...task("kept", [yes, yes]),
    ...task("fooled", [no, yes]),
    ...task("lost", [yes, no], [no, no]),
  ];
  const { tasks, rounds, trials: played } = reflexionReport(trials, 2);
  expect([tasks, played]).toEqual([4, 6]);
  expect(rounds.map((round) => [round.played, round.success.value, round.judged.value])).toEqual([
    [4, 0.5, 0.5],
    [2, 0.5, 0.75],
  ]);
  expect(rounds[0]?.success).toMatchObject({ n: 4 });
  expect(rounds[0]?.success.low).toBeCloseTo(0.15, 2);
  // One won, one lost: no gain, but an interval that says how little four tasks tell.
  expect(rounds[1]?.gain.value).toBe(0);
  expect(rounds[1]?.gain.low).toBeLessThan(0);
  expect(rounds[1]?.gain.high).toBeGreaterThan(0);
});

test("what the evaluator says too much is told by the tasks that it and the oracle decided", () => {
  const trials = [
    ...task("right", [yes, yes]),
    ...task("fooled", [no, yes]),
    ...task("refused", [yes, no], [yes, no]),
    ...task("fooled too", [no, no], [no, yes]),
    ...task("open", [yes, "unsure"], [yes, "unsure"]),
    ...task("blocked", ["blocked", no], ["blocked", no]),
  ];
  const [first, last] = reflexionReport(trials, 2).rounds;
  expect(first?.excess).toMatchObject({ value: 0, n: 4 });
  expect(last?.excess).toMatchObject({ value: 0.25, n: 4 });
  expect(last?.excess.low).toBeLessThan(0.25);
  // Over different tasks the two rates differ by something else.
  expect([last?.judged.n, last?.success.n]).toEqual([5, 5]);
});

test("open outcomes are in no rate of the evaluator and counted apart; V counts what was tried again", () => {
  const trials = [
    ...task("a", [yes, yes]),
    ...task("b", [no, "unsure"], [no, null]),
    ...task("c", ["blocked", "blocked"]),
  ];
  const { rounds, undecided, costs } = reflexionReport(trials, 2);
  expect(costs?.ahead).toMatchObject({ value: 0, n: 1 });
  expect(undecided).toEqual({ unsure: 1, blocked: 1, unscored: 1 });
  expect(rounds[0]?.judged).toMatchObject({ value: 1, n: 1 });
  expect(rounds[0]?.success).toMatchObject({ value: 0.5, n: 2 });
  expect(costs?.confusion).toEqual({ tp: 1, fp: 0, fn: 0, tn: 0 });
});

test("a task that is not finished is in no rate", () => {
  const open = task("open", [no, no]).map((trial) => ({ ...trial, next: "retry" as const }));
  expect(reflexionReport([...open, ...task("a", [yes, yes])], 3)).toMatchObject({ tasks: 1, unfinished: 1 });
});

describe("what errors cost", () => {
  test("a refused success that ends in failure is lost; one that ends well is not", () => {
    const trials = [
      ...task("lost", [yes, no], [no, no]),
      ...task("saved", [yes, no], [yes, yes]),
      ...task("late", [no, no], [yes, no]),
      ...task("fine", [yes, yes]),
    ];
    const { costs } = reflexionReport(trials, 2);
    expect(costs?.falseNegatives).toMatchObject({
      retried: 2,
      lost: 1,
      lostTasks: { value: 0.25 },
      cost: { value: 0.5 },
    });
    // In the last round a refused success is kept all the same.
    expect(costs?.confusion.fn).toBe(3);
  });

  test("an accepted failure misses what other failures of its round came to", () => {
    const trials = [
      ...task("fooled", [no, yes]),
      ...task("won", [no, no], [yes, yes]),
      ...task("won too", [no, no], [no, no], [yes, yes]),
      ...task("not", [no, no], [no, no], [no, no]),
      ...task("late", [no, no], [no, no], [no, yes]),
    ];
    const { costs } = reflexionReport(trials, 3);
    expect(costs?.falsePositives.stopped).toBe(1);
    expect(costs?.falsePositives.missedTasks.value).toBeCloseTo(2 / 4 / 5, 12);
    expect(costs?.falsePositives.cost.value).toBeCloseTo(0.5, 12);
    expect(costs?.ahead).toMatchObject({ value: 3 / 7, n: 7 });
  });

  test("a few errors have costs, and no interval that tells their kinds apart", () => {
    const trials = [
      ...task("lost", [yes, no], [no, no]),
      ...task("fooled", [no, yes]),
      ...task("won", [no, no], [yes, yes]),
    ];
    const { costs } = reflexionReport(trials, 2);
    expect(costs?.difference).toEqual({ value: 0, low: null, high: null, n: 1 });
  });

  test("a success that was left open and then lost is named", () => {
    const { costs } = reflexionReport(task("a", [yes, "unsure"], [no, no]), 2);
    expect(costs?.undecidedLost).toBe(1);
  });

  test("without a truth there are no costs, only what the evaluator says", () => {
    const { costs, withoutTruth, rounds } = reflexionReport(task("a", [null, yes]), 2);
    expect([costs, withoutTruth]).toEqual([null, 1]);
    expect(rounds[0]?.success.value).toBeNull();
    expect(rounds[0]?.judged.value).toBe(1);
  });
});

/** The share of the chance that a fixed sequence gives: enough for many tasks, the same each time. */
function lowDiscrepancy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test.each([
  { success: [0.3, 0.35, 0.35], s: 0.7, c: 0.85, dearer: "negative" },
  { success: [0.3, 0.8, 0.8], s: 0.8, c: 0.8, dearer: "positive" },
])("measured costs find the theory's: a false $dearer costs more", ({ success, s, c, dearer }) => {
  const random = lowDiscrepancy(7);
  const trials = Array.from({ length: 3000 }, (_unused, i) => {
    const told: Told[] = [];
    for (const p of success) {
      const truth = random() < p ? yes : no;
      const isRight = random() < (truth === yes ? s : c);
      told.push([truth, isRight ? truth : truth === yes ? no : yes]);
      if (told.at(-1)?.[1] === yes) break;
    }
    return task(String(i), ...told);
  }).flat();
  const { costs } = reflexionReport(trials, success.length);
  const { rounds } = expectedReflexion({ success, sensitivity: s, specificity: c });
  const lost = rounds.reduce((sum, round) => sum + round.lostToFalseNegatives, 0);
  const missed = rounds.reduce((sum, round) => sum + round.lostToFalsePositives, 0);
  const within = (rate: { low: number | null; high: number | null } | undefined, value: number): void => {
    expect(rate?.low).toBeLessThanOrEqual(value);
    expect(rate?.high).toBeGreaterThanOrEqual(value);
  };
  within(costs?.sensitivity, s);
  within(costs?.specificity, c);
  within(costs?.falseNegatives.lostTasks, lost);
  within(costs?.falsePositives.missedTasks, missed);
  if (dearer === "negative") expect(costs?.difference.low).toBeGreaterThan(0);
  else expect(costs?.difference.high).toBeLessThan(0);
});

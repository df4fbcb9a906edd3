import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { pairsOf } from "../test/pairs-of-counts.ts";
import { calibrate } from "./calibrate.ts";

const published = [
  ["WebJudge-7B", { tp: 171, fp: 55, fn: 124, tn: 756 }, 0.8382, 0.553],
  ["WebJudge on GPT-4o", { tp: 210, fp: 75, fn: 85, tn: 736 }, 0.8553, 0.6261],
  ["Agent-E on GPT-4", { tp: 419, fp: 57, fn: 47, tn: 68 }, 0.824, 0.4565],
  ["Agent-E vision", { tp: 143, fp: 12, fn: 29, tn: 40 }, 0.817, 0.5391],
  ["Agent-E always yes", { tp: 241, fp: 81, fn: 0, tn: 0 }, 0.7484, 0],
  ["agent-as-a-judge on MetaGPT", { tp: 69, fp: 17, fn: 12, tn: 268 }, 0.9208, 0.7751],
  ["agent-as-a-judge on GPT-Pilot", { tp: 142, fp: 28, fn: 21, tn: 175 }, 0.8661, 0.7301],
  ["WebBench", { tp: 1618, fp: 112, fn: 0, tn: 722 }, 0.9543, 0.8948],
] as const;

test.each(published)("%s: agreement and κ as published", (_name, counts, agreement, kappa) => {
  const document = calibrate(pairsOf(counts), { resamples: 200 });
  expect(document.confusion).toEqual(counts);
  expect(document.agreement.value).toBeCloseTo(agreement, 4);
  expect(document.kappa.value).toBeCloseTo(kappa, 4);
});

describe("a judge that always says success", () => {
  const document = calibrate(pairsOf({ tp: 241, fp: 81, fn: 0, tn: 0 }));

  test("has κ exactly 0", () => {
    expect(document.kappa.value).toBe(0);
  });

  test("has no negative predictive value, and the document says why", () => {
    expect(document.npv).toEqual({ value: null, low: null, high: null, n: 0 });
    expect(document.undefined["npv"]).toBe("the judge never said failure");
  });
});

test("abstentions are counted on their side and stay out of the rates", () => {
  const document = calibrate([
    { id: "1", human: "success", judge: "success" },
    { id: "2", human: "success", judge: null },
    { id: "3", human: "failure", judge: "unsure" },
    { id: "4", human: "failure", judge: "blocked" },
    { id: "5", human: "unsure", judge: "success" },
    { id: "6", human: "blocked", judge: "failure" },
    { id: "7", human: null, judge: "failure" },
  ]);
  expect(document).toMatchObject({
    n: 1,
    labelled: 6,
    unlabelled: 1,
    unscored: 1,
    judgeUnsure: 1,
    judgeBlocked: 1,
    humanUnsure: 1,
    humanBlocked: 1,
    confusion: { tp: 1, fp: 0, fn: 0, tn: 0 },
  });
  expect(document.coverage).toBeCloseTo(1 / 6, 12);
});

test("without pairs every rate is null with a reason", () => {
  const document = calibrate([]);
  expect(document.agreement.value).toBeNull();
  expect(document.kappa.value).toBeNull();
  expect(document.undefined["kappa"]).toBe("no run was decided by both the judge and people");
});

test("perfect agreement on few runs does not claim certainty", () => {
  const { kappa } = calibrate(pairsOf({ tp: 2, fp: 0, fn: 0, tn: 1 }));
  expect(kappa.value).toBe(1);
  expect(kappa.high).toBe(1);
  expect(kappa.low).toBeLessThan(0.2);
});

test("independent pairs get Wilson's interval", () => {
  const { precision, interval } = calibrate(pairsOf({ tp: 171, fp: 55, fn: 124, tn: 756 }));
  expect(interval.proportions).toBe("wilson");
  expect(precision.low).toBeCloseTo(0.696706, 6);
  expect(precision.high).toBeCloseTo(0.807989, 6);
});

test("pairs that repeat within clusters get a wider interval, and the document says so", () => {
  const pairs = pairsOf({ tp: 40, fp: 10, fn: 10, tn: 40 });
  const repeated = pairs.flatMap((pair) =>
    [1, 2, 3, 4].map((copy) => ({ ...pair, id: `${pair.id}/${copy}`, cluster: pair.id })),
  );
  const alone = calibrate(pairs).agreement;
  const { agreement, interval } = calibrate(repeated);
  expect(interval).toMatchObject({ proportions: "wilson-clustered", clusters: 100, clustered: true });
  expect(agreement.low).toBeCloseTo(alone.low ?? 0, 2);
});

test("groups are summaries of their own pairs", () => {
  const pairs: Pair[] = [
    { id: "1", human: "success", judge: "success", group: { benchmark: "a" } },
    { id: "2", human: "failure", judge: "success", group: { benchmark: "b" } },
  ];
  const { groups } = calibrate(pairs, { by: ["benchmark"] });
  expect(groups.map(({ field, value, precision }) => [field, value, precision.value])).toEqual([
    ["benchmark", "a", 1],
    ["benchmark", "b", 0],
  ]);
});

test("the same seed gives the same document, another seed another interval", () => {
  const pairs = pairsOf({ tp: 20, fp: 5, fn: 8, tn: 30 });
  const first = calibrate(pairs, { seed: 7 });
  expect(calibrate(pairs, { seed: 7 })).toEqual(first);
  expect(calibrate(pairs, { seed: 8 }).kappa.low).not.toBe(first.kappa.low);
});

test("a level outside (0, 1) is an input error that shows it", () => {
  expect(() => calibrate([], { level: 95 })).toThrow("level: must lie between 0 and 1, saw 95");
});

test.each([0, 1.5, Number.NaN])(
  "a probability of %f is an input error that names the pair",
  (probability) => {
    expect(() => calibrate([{ id: "7", human: "success", judge: "success", probability }])).toThrow(
      `pair "7": probability: must lie in (0, 1], saw ${probability}`,
    );
  },
);

test("a score outside [0, 1] is an input error that names the pair", () => {
  expect(() => calibrate([{ id: "7", human: "success", judge: "success", score: 4 }])).toThrow(
    'pair "7": score: must lie in [0, 1], saw 4',
  );
});

describe("pairs chosen with known chances", () => {
  const pairs: Pair[] = [
    { id: "1", human: "success", judge: "success", probability: 0.25 },
    { id: "2", human: "failure", judge: "success", probability: 1 },
    { id: "3", human: "failure", judge: "failure", probability: 0.5 },
  ];

  test("weigh as many runs as they stand for, and are counted once", () => {
    const { agreement, precision, confusion, weighting, interval } = calibrate(pairs, { resamples: 50 });
    expect(agreement.value).toBeCloseTo(6 / 7, 12);
    expect(precision.value).toBeCloseTo(4 / 5, 12);
    expect(confusion).toEqual({ tp: 1, fp: 1, fn: 0, tn: 1 });
    expect(weighting).toBe("inverse-probability");
    expect(interval.proportions).toBe("wilson-clustered");
  });

  test("beside pairs without one, the document warns", () => {
    const { warnings } = calibrate([...pairs, { id: "4", human: "success", judge: "success" }], {
      resamples: 50,
    });
    expect(warnings[0]).toEqual({
      code: "partial-probabilities",
      message: "1 run of 4 without a probability of having been chosen: taken as chosen for certain.",
    });
  });
});

test("all outcomes of both sides stand in one table, abstentions as rows and columns of their own", () => {
  const { outcomes } = calibrate([
    { id: "1", human: "success", judge: "success" },
    { id: "2", human: "blocked", judge: null },
    { id: "3", human: null, judge: "unsure" },
  ]);
  expect(outcomes.rows).toEqual(["success", "failure", "unsure", "blocked", "unscored"]);
  expect(outcomes.columns).toEqual(["success", "failure", "unsure", "blocked", "unlabelled"]);
  expect(outcomes.counts[4]).toEqual([0, 0, 0, 1, 0]);
  expect(outcomes.counts[2]).toEqual([0, 0, 0, 0, 1]);
});

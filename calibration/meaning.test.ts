import { describe, expect, test } from "vitest";
import { pairsOf } from "../test/pairs-of-counts.ts";
import { calibrate } from "./calibrate.ts";
import type { BinaryCounts } from "./confusion.ts";
import { meaning } from "./meaning.ts";

const wordsFor = (counts: BinaryCounts): string[] => meaning(calibrate(pairsOf(counts), { resamples: 300 }));

test("a judge on mostly failed runs: agreement beside the baseline, κ, misses, passes, bias", () => {
  const words = wordsFor({ tp: 171, fp: 55, fn: 124, tn: 756 });
  expect(words[0]).toBe(
    'Agreement of 83.8 % looks high because 73 % of the runs failed: always saying "failure" would reach 73.3 %.',
  );
  expect(words[1]).toMatch(
    /^Of the agreement that chance leaves open, the judge reaches 55\.3 % \(κ 0\.553 \[0\.\d+, 0\.\d+\]\)\.$/,
  );
  expect(words[2]).toBe(
    "The judge misses 42.0 % [36.5 %, 47.7 %] of the successes; as a Reflexion reward it would retry 124 runs that had succeeded.",
  );
  expect(words[3]).toContain(
    "as a filter for cloning it would train on 55 runs that had failed, 24.3 % of what it keeps.",
  );
  expect(words[4]).toContain("6.2 points too low");
  expect(words).toHaveLength(5);
});

test("a judge that always says yes is called worthless, once", () => {
  const words = wordsFor({ tp: 241, fp: 81, fn: 0, tn: 0 });
  expect(words).toEqual([
    'The judge always says "success", so it is worthless as a judge: its agreement of 74.8 % is only the share of runs that succeeded, and κ is 0.',
  ]);
});

test("a judge no better than no judging is told so", () => {
  expect(wordsFor({ tp: 20, fp: 20, fn: 25, tn: 95 })[0]).toBe(
    'Agreement of 71.9 % is not shown to be better than no judging at all: always saying "failure" would reach 71.9 %.',
  );
  expect(wordsFor({ tp: 10, fp: 60, fn: 20, tn: 70 })[0]).toContain("is below what no judging at all gives");
});

test("a judge worse than chance is told so", () => {
  expect(wordsFor({ tp: 10, fp: 60, fn: 50, tn: 20 })[1]).toContain("less often than chance would");
});

test("a very good judge is not talked down", () => {
  expect(wordsFor({ tp: 1618, fp: 112, fn: 0, tn: 722 })[0]).toBe(
    'Agreement of 95.4 % is well above no judging at all: always saying "success" would reach 66.0 %.',
  );
});

describe("what there is too little of is said", () => {
  test("no pairs", () => {
    expect(meaning(calibrate([]))).toEqual([
      "No run was decided by both the judge and people: nothing is known about the judge.",
    ]);
  });

  test("few runs", () => {
    const words = wordsFor({ tp: 4, fp: 1, fn: 0, tn: 9 }).join(" ");
    expect(words).toContain("Only 4 successes and 10 failures are labelled.");
    expect(words).toContain("Intervals rest on 14 runs");
  });

  test("one class, where always giving its name is no fault of the judge", () => {
    const words = wordsFor({ tp: 60, fp: 0, fn: 0, tn: 0 }).join(" ");
    expect(words).toContain("People saw only successes");
    expect(words).not.toContain("worthless");
  });

  test("abstentions", () => {
    const words = meaning(
      calibrate([
        ...pairsOf({ tp: 30, fp: 2, fn: 2, tn: 30 }),
        { id: "x", human: "success", judge: null },
        { id: "y", human: "success", judge: "blocked" },
      ]),
    );
    expect(words).toContain(
      "The judge left 1 unscored, 1 blocked: they are in no rate, and count as neither success nor failure.",
    );
  });
});

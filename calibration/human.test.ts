import { describe, expect, test } from "vitest";
import type { Outcome } from "../src/trajectory/verdict.ts";
import { humanCeiling, majorityOf, pairsOfRaters, type RaterLabel, resolveDuplicates } from "./human.ts";

const label = (trajectoryId: string, rater: string, outcome: Outcome): RaterLabel => ({
  trajectoryId,
  rater,
  outcome,
});

describe("a rater who labelled a run twice", () => {
  const labels = [
    label("1", "A", "success"),
    label("1", " A", "failure"),
    label("2", "A", "success"),
    label("2", "A", "success"),
  ];

  test.each([
    ["last", ["failure", "success"]],
    ["first", ["success", "success"]],
    ["drop-conflicting", ["success"]],
  ] as const)("rule %s", (rule, outcomes) => {
    expect(resolveDuplicates(labels, rule).labels.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test("repeats and conflicts are reported, blanks around the name do not hide them", () => {
    const { repeats, conflicts } = resolveDuplicates(labels, "last");
    expect(repeats).toBe(2);
    expect(conflicts).toEqual([{ trajectoryId: "1", rater: "A", outcomes: ["success", "failure"] }]);
  });
});

describe("the majority", () => {
  test("leaves out those who did not decide", () => {
    expect(majorityOf(["success", "unsure", "blocked", null], "none")).toBe("success");
  });

  test("on a tie says what the rule says", () => {
    expect(majorityOf(["success", "failure"], "none")).toBeNull();
    expect(majorityOf(["success", "failure"], "failure")).toBe("failure");
  });

  test("is null when nobody decided", () => {
    expect(majorityOf(["unsure"], "success")).toBeNull();
  });
});

describe("three raters", () => {
  const labels = [
    ...["1", "2", "3", "4"].map((id) => label(id, "A", "success")),
    ...["1", "2", "3"].map((id) => label(id, "B", "success")),
    label("4", "B", "failure"),
    label("1", "C", "success"),
    label("2", "C", "failure"),
    label("5", "C", "failure"),
    label("3", "C", "unsure"),
  ];
  const ceiling = humanCeiling(labels, { resamples: 100 });

  test("agreement is over runs that two or more decided", () => {
    expect(ceiling).toMatchObject({ trajectories: 5, severally: 4 });
    expect(ceiling.agreement.value).toBeCloseTo((1 + 1 / 3 + 1 + 0) / 4, 12);
  });

  test("each rater is measured against the majority of the others", () => {
    const left = Object.fromEntries(
      ceiling.leaveOneOut.map(({ rater, n, agreement }) => [rater, [n, agreement.value]]),
    );
    expect(left).toEqual({ A: [3, 2 / 3], B: [3, 2 / 3], C: [2, 0.5] });
  });

  test("ties and disagreements are listed", () => {
    expect(ceiling.ties).toEqual(["4"]);
    expect(ceiling.disagreements.map(({ trajectoryId }) => trajectoryId)).toEqual(["2", "4"]);
  });

  test("the second label stands in the judge's place against the first", () => {
    expect(pairsOfRaters(labels).map(({ id, human, judge }) => [id, human, judge])).toEqual([
      ["1", "success", "success"],
      ["2", "success", "success"],
      ["3", "success", "success"],
      ["4", "success", "failure"],
    ]);
    expect(ceiling.secondRater.agreement.value).toBe(0.75);
  });
});

test("raters who always agreed on few runs are not certain to agree", () => {
  const labels = ["1", "2", "3", "4", "5"].flatMap((id) =>
    ["A", "B"].map((rater) => label(id, rater, Number(id) % 2 === 0 ? "success" : "failure")),
  );
  const { agreement, alpha, fleissKappa } = humanCeiling(labels, { resamples: 100 });
  expect([agreement.value, alpha.value, fleissKappa.value]).toEqual([1, 1, 1]);
  for (const rate of [agreement, alpha, fleissKappa]) expect(rate.low).toBeLessThan(0.7);
});

test("one label a run: nothing to compare, with a reason", () => {
  const { alpha, undefined: reasons } = humanCeiling([label("1", "A", "success")], { resamples: 20 });
  expect(alpha.value).toBeNull();
  expect(reasons["alpha"]).toBe("no item has two ratings");
});

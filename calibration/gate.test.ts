import { describe, expect, test } from "vitest";
import { pairsOf } from "../test/pairs-of-counts.ts";
import { calibrate } from "./calibrate.ts";
import { gate } from "./gate.ts";

const document = calibrate(pairsOf({ tp: 171, fp: 55, fn: 124, tn: 756 }), { resamples: 500 });

describe("a gate", () => {
  test("tests the unfavourable end of the interval", () => {
    const { passed, checks } = gate(document, "fpr<=0.08, agreement>=0.8");
    expect(passed).toBe(false);
    expect(checks.map((check) => [check.rate, check.end, check.passed])).toEqual([
      ["fpr", "high", false],
      ["agreement", "low", true],
    ]);
  });

  test("says which bound failed, by what number", () => {
    expect(gate(document, "fpr<=0.08").checks[0]?.message).toBe(
      "fpr<=0.08 failed: upper end of fpr is 0.0872 (value 0.0678)",
    );
  });

  test("tests the value alone when told to", () => {
    expect(gate(document, "fpr<=0.08", "value").passed).toBe(true);
  });

  test("knows coverage, which has no interval", () => {
    expect(gate(document, "coverage>=1").passed).toBe(true);
  });
});

test("an undefined rate fails, with the reason", () => {
  const always = calibrate(pairsOf({ tp: 20, fp: 10, fn: 0, tn: 0 }), { resamples: 50 });
  expect(gate(always, "npv>=0.5").checks[0]).toMatchObject({
    passed: false,
    tested: null,
    message: "npv>=0.5 failed: lower end of npv is undefined (the judge never said failure)",
  });
});

test("parts of the document are named before a dot", () => {
  const stepped = calibrate(
    [
      {
        id: "1",
        human: "success",
        judge: "success",
        score: 0.9,
        steps: [{ index: 0, human: "progress", judge: "progress" }],
      },
    ],
    { resamples: 50 },
  );
  expect(gate(stepped, "steps.agreement>=0.9,confidence.brier<=0.1", "value").passed).toBe(true);
});

describe("wrong conditions are input errors", () => {
  test.each(["kappa", "kappa>0.5", "kappa>=high", "", "kappa>=0.5,,fpr<=1"])("%j", (expression) => {
    expect(() => gate(document, expression)).toThrow("must read like kappa>=0.6");
  });

  test("an unknown rate lists the known ones", () => {
    expect(() => gate(document, "accuracy>=0.5")).toThrow(
      /unknown rate "accuracy", known: .*agreement.*kappa/,
    );
  });
});

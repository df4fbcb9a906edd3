import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Label, labelPhases, outcomes } from "../trajectory/index.ts";
import { effectiveLabels, referenceOf } from "./effective.ts";

const label = (more: Partial<Label> = {}): Label => ({
  trajectoryId: "t",
  rater: "ann",
  kind: "human",
  outcome: "success",
  ...more,
});

describe("effectiveLabels", () => {
  test("the newest line of a rater counts", () => {
    const { labels, superseded } = effectiveLabels([
      label(),
      label({ outcome: "failure" }),
      label({ rater: "bob" }),
    ]);
    expect(labels.map(({ rater, outcome }) => [rater, outcome])).toEqual([
      ["ann", "failure"],
      ["bob", "success"],
    ]);
    expect(superseded).toBe(1);
  });

  test("a retracted label is gone until a newer one is given", () => {
    const taken = [label(), label({ retracted: true })];
    expect(effectiveLabels(taken)).toMatchObject({ labels: [], retracted: 1, superseded: 0 });
    expect(effectiveLabels([...taken, label({ outcome: "unsure" })]).labels).toHaveLength(1);
  });

  test("a blind label counts and the revealed one of the same rater does not, whatever their order", () => {
    const both = [label({ phase: "blind", outcome: "failure" }), label({ phase: "revealed" })];
    for (const order of [both, both.toReversed()]) {
      const { labels, outranked } = effectiveLabels(order);
      expect(labels.map(({ outcome }) => outcome)).toEqual(["failure"]);
      expect(outranked).toBe(1);
    }
  });

  test("a revealed label counts where no blind one is left, and is counted as such", () => {
    const { labels, revealed } = effectiveLabels([
      label({ phase: "blind" }),
      label({ phase: "revealed", outcome: "failure" }),
      label({ phase: "blind", retracted: true }),
    ]);
    expect(labels.map(({ outcome }) => outcome)).toEqual(["failure"]);
    expect(revealed).toBe(1);
  });

  test("there is at most one label for each trajectory and rater, and it was given", () => {
    const any = fc.record({
      trajectoryId: fc.constantFrom("s", "t"),
      rater: fc.constantFrom("ann", "bob"),
      kind: fc.constant<"human">("human"),
      outcome: fc.constantFrom(...outcomes),
      phase: fc.constantFrom(...labelPhases),
      retracted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any), (labels) => {
        const effective = effectiveLabels(labels).labels;
        const keys = effective.map(({ trajectoryId, rater }) => `${trajectoryId} ${rater}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(effective.every((one) => labels.some((given) => given === one && !given.retracted))).toBe(
          true,
        );
      }),
    );
  });
});

describe("referenceOf", () => {
  const said = (...outcome: Label["outcome"][]) =>
    outcome.map((one, i) => label({ rater: `r${i}`, outcome: one }));

  test("the outcome with the most votes counts", () => {
    expect(referenceOf(said("success", "failure", "success"))).toMatchObject({
      outcome: "success",
      conflict: true,
    });
  });

  test("a tie is no reference", () => {
    expect(referenceOf(said("success", "failure"))).toMatchObject({ outcome: null, conflict: true });
  });

  test("an adjudicated label decides alone", () => {
    const labels = [
      ...said("success", "success"),
      label({ rater: "chief", kind: "adjudicated", outcome: "failure" }),
    ];
    expect(referenceOf(labels)).toMatchObject({ outcome: "failure", conflict: false });
  });

  test("a program decides only where no person did", () => {
    const oracle = label({ rater: "oracle", kind: "oracle", outcome: "failure" });
    expect(referenceOf([oracle]).outcome).toBe("failure");
    expect(referenceOf([oracle, label()]).outcome).toBe("success");
  });

  test("steps are decided one by one", () => {
    const steps = (...classes: ("success" | "progress")[]) =>
      classes.map((one, index) => ({ index, class: one }));
    const reference = referenceOf([
      label({ rater: "a", steps: steps("progress", "success") }),
      label({ rater: "b", steps: steps("progress", "progress") }),
    ]);
    expect([...reference.steps]).toEqual([[0, "progress"]]);
  });
});

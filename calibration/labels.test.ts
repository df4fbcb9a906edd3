import { describe, expect, test } from "vitest";
import { labelAgreement } from "./labels.ts";

const classes = ["low", "middle", "high"];

describe("any set of classes", () => {
  const items = [
    { first: "low", second: "low" },
    { first: "low", second: "middle" },
    { first: "middle", second: "middle" },
    { first: "high", second: "high" },
    { first: "high", second: "low" },
    { first: null, second: "low" },
    { first: "unsure", second: "high" },
    { first: "low", second: null },
  ];
  const agreement = labelAgreement(items, classes, { resamples: 200 });

  test("abstentions and labels outside the classes are rows and columns of their own", () => {
    expect(agreement.matrix.rows).toEqual(["low", "middle", "high", "unsure", "unscored"]);
    expect(agreement.matrix.columns).toEqual(["low", "middle", "high", "unscored"]);
    expect(agreement.matrix.counts).toEqual([
      [1, 1, 0, 1],
      [0, 1, 0, 0],
      [1, 0, 1, 0],
      [0, 0, 1, 0],
      [1, 0, 0, 0],
    ]);
  });

  test("only items that both raters classed count", () => {
    expect(agreement.n).toBe(5);
    expect(agreement.agreement.value).toBeCloseTo(0.6, 12);
  });

  test("with ordered classes a near miss costs less than a far one", () => {
    const near = labelAgreement([...items, { first: "low", second: "middle" }], classes, { resamples: 50 });
    const far = labelAgreement([...items, { first: "low", second: "high" }], classes, { resamples: 50 });
    expect(near.kappaQuadratic.value).toBeGreaterThan(far.kappaQuadratic.value ?? 1);
  });

  test("each class has its precision and recall", () => {
    expect(agreement.classes.map(({ precision, recall }) => [precision.value, recall.value])).toEqual([
      [0.5, 0.5],
      [1, 0.5],
      [0.5, 1],
    ]);
  });
});

test("raters who never disagreed on few items are not certain to agree", () => {
  const items = classes.flatMap((label) => [
    { first: label, second: label },
    { first: label, second: label },
  ]);
  const { kappa, alpha } = labelAgreement(items, classes);
  expect(kappa).toMatchObject({ value: 1, high: 1 });
  expect(kappa.low).toBeLessThan(0.5);
  expect(alpha.low).toBeLessThan(0.6);
});

test("without items in common every rate is null with a reason", () => {
  const { agreement, kappa, undefined: reasons } = labelAgreement([{ first: null, second: "low" }], classes);
  expect([agreement.value, kappa.value]).toEqual([null, null]);
  expect(reasons["kappa"]).toBe("no item was classed by both raters");
});

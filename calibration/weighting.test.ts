import { expect, test } from "vitest";
import { hajekShare, horvitzThompsonMean } from "./weighting.ts";

const sample = [
  { value: 1, probability: 0.5, cluster: "a" },
  { value: 0, probability: 0.25, cluster: "b" },
  { value: 1, probability: 1, cluster: "c" },
];

test("Hájek divides by the weights of the sample", () => {
  expect(hajekShare(sample, 0.95).value).toBeCloseTo(3 / 7, 12);
});

test("Horvitz and Thompson divide by the known population", () => {
  expect(horvitzThompsonMean(sample, 10, 0.95).value).toBeCloseTo(0.3, 12);
});

test("one cluster has no interval, none has no value", () => {
  expect(horvitzThompsonMean(sample.slice(0, 1), 10, 0.95)).toMatchObject({ low: null, high: null });
  expect(horvitzThompsonMean([], 10, 0.95).value).toBeNull();
  expect(hajekShare([], 0.95).value).toBeNull();
});

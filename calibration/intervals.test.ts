import { describe, expect, test } from "vitest";
import { clusteredWilson, meanInterval, ratioOf, wilson } from "./intervals.ts";

describe("Wilson's interval", () => {
  test("keeps to [0, 1] and touches its ends only at shares of 0 and 1", () => {
    expect(wilson(0, 10, 0.95)?.low).toBe(0);
    expect(wilson(1, 10, 0.95)?.high).toBe(1);
    expect(wilson(0.5, 10, 0.95)?.low).toBeGreaterThan(0);
  });

  test("is null without items", () => {
    expect(wilson(0.5, 0, 0.95)).toBeNull();
  });
});

describe("shares over clusters", () => {
  const ones = (length: number): Float64Array => new Float64Array(length).fill(1);

  test("clusters of one item each come close to plain Wilson", () => {
    const tops = Float64Array.from({ length: 400 }, (_, at) => (at % 5 === 0 ? 1 : 0));
    const estimate = ratioOf(tops, ones(400));
    const clustered = estimate === null ? null : clusteredWilson(estimate, 400, 0.95);
    expect(clustered?.low).toBeCloseTo(wilson(0.2, 400, 0.95)?.low ?? 0, 2);
  });

  test("a cluster that repeats one run ten times counts about once", () => {
    const tops = Float64Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? 10 : 0));
    const estimate = ratioOf(tops, ones(60).fill(10));
    const clustered = estimate === null ? null : clusteredWilson(estimate, 600, 0.95);
    expect(clustered?.low).toBeCloseTo(wilson(1 / 3, 60, 0.95)?.low ?? 0, 1);
    expect(clustered?.low).toBeLessThan(wilson(1 / 3, 600, 0.95)?.low ?? 0);
  });

  test("where every run agrees, each cluster counts as one", () => {
    const estimate = ratioOf(ones(30).fill(4), ones(30).fill(4));
    const clustered = estimate === null ? null : clusteredWilson(estimate, 120, 0.95);
    expect(clustered?.low).toBeLessThan(wilson(1, 30, 0.95)?.low ?? 0);
    expect(clustered?.high).toBe(1);
  });

  test("a single cluster counts as one item", () => {
    const estimate = ratioOf(Float64Array.of(30), Float64Array.of(40));
    expect(estimate === null ? null : clusteredWilson(estimate, 40, 0.95)).toEqual(wilson(0.75, 1, 0.95));
  });

  test("equal clusters may be given once with their number", () => {
    const spread = ratioOf(Float64Array.of(1, 1, 1, 0, 0), Float64Array.of(2, 2, 2, 1, 1));
    const merged = ratioOf(Float64Array.of(1, 0), Float64Array.of(2, 1), Float64Array.of(3, 2));
    expect(merged).toEqual(spread);
  });

  test("no denominator, no share", () => {
    expect(ratioOf(Float64Array.of(0), Float64Array.of(0))).toBeNull();
  });
});

test("the mean of one cluster has no interval", () => {
  expect(meanInterval({ value: 0.4, variance: null, clusters: 1 }, 0.95)).toBeNull();
});

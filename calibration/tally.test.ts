import { expect, test } from "vitest";
import { Tally, totalsOf } from "./tally.ts";

test("items without a cluster are clusters of their own, and equal ones are kept once", () => {
  const tally = new Tally(2);
  for (let item = 0; item < 5; item++) tally.add(undefined, 0);
  tally.add(undefined, 1);
  const patterns = tally.patterns();
  expect(patterns.clusters).toBe(6);
  expect([...patterns.multiplicities]).toEqual([5, 1]);
});

test("clusters of the same counts are one pattern, in whatever order their items came", () => {
  const tally = new Tally(2);
  for (const [cluster, cell] of [
    ["a", 0],
    ["b", 1],
    ["a", 1],
    ["b", 0],
    ["c", 0],
  ] as const) {
    tally.add(cluster, cell);
  }
  const patterns = tally.patterns();
  expect(patterns.clusters).toBe(3);
  expect([...patterns.multiplicities]).toEqual([2, 1]);
  expect([...totalsOf(patterns)]).toEqual([3, 2]);
});

test("an empty cluster name is a cluster like any other", () => {
  const tally = new Tally(1);
  tally.add("", 0);
  tally.add("", 0);
  tally.add(undefined, 0);
  expect(tally.patterns().clusters).toBe(2);
});

test("weights add up", () => {
  const tally = new Tally(1);
  tally.add("a", 0, 2.5);
  tally.add("b", 0, 4);
  expect([...totalsOf(tally.patterns())]).toEqual([6.5]);
  expect(tally.items).toBe(2);
});

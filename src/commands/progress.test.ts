/** The progress line: done, rate, unscored, cost, time left, and no number that is not known. */
import { expect, test } from "vitest";
import { noUsage } from "../judging/index.ts";
import { progressLine } from "./progress.ts";

const progress = {
  read: 50,
  wanted: 50,
  readAll: false,
  done: 30,
  fresh: 20,
  unscored: 2,
  usage: { ...noUsage, costUsd: 0.42 },
};

test("says how many of all, how fast, what it cost and how long it will take", () => {
  expect(progressLine(progress, { total: 130, elapsedMs: 10_000, showCost: true })).toBe(
    "30 of 130 judged (23 %) · 2.0/s · 2 unscored · $0.42 · 50 s left",
  );
});

test("an earlier start's verdicts do not count into the rate", () => {
  const resumed = { ...progress, done: 100, fresh: 10 };
  expect(progressLine(resumed, { total: 110, elapsedMs: 10_000, showCost: false })).toContain(
    "1.0/s · 2 unscored · 10 s left",
  );
});

test("without a known total it promises nothing", () => {
  expect(progressLine(progress, { total: undefined, elapsedMs: 10_000, showCost: false })).toBe(
    "30 judged · 2.0/s · 2 unscored",
  );
});

test("an unknown price is said to be unknown", () => {
  const unknown = { ...progress, usage: { ...noUsage, costUsd: null } };
  expect(progressLine(unknown, { total: 130, elapsedMs: 10_000, showCost: true })).toContain("cost unknown");
});

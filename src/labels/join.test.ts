import { expect, test } from "vitest";
import type { Label, RunItem, Verdict } from "../trajectory/index.ts";
import { joinLabels } from "./join.ts";

const verdict = (
  trajectoryId: string,
  judge: string,
  outcome: Verdict["outcome"],
  more: Partial<Verdict> = {},
): Verdict => ({
  key: `${trajectoryId} ${judge}`,
  trajectoryId,
  judge,
  judgeVersion: "1",
  models: {},
  level: "trajectory",
  outcome,
  score: outcome === null ? null : 0.5,
  reasoning: "",
  stepCount: 2,
  usage: { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, images: 0, costUsd: 0, latencyMs: 0 },
  createdAt: "2024-01-01T00:00:00Z",
  ...more,
});

const label = (trajectoryId: string, outcome: Label["outcome"], more: Partial<Label> = {}): Label => ({
  trajectoryId,
  rater: "ann",
  kind: "human",
  outcome,
  ...more,
});

const item = (id: string, more: Partial<RunItem> = {}): RunItem => ({
  id,
  instruction: "",
  digest: "",
  steps: 2,
  frames: 0,
  problems: 0,
  ...more,
});

test("each judge has its own pairs, with score, cluster and groups", () => {
  const items = [item("t", { taskId: "7", benchmark: "shop", agent: "x" })];
  const { pairs } = joinLabels(
    [verdict("t", "one", "success"), verdict("t", "two", "failure")],
    [label("t", "success", { probability: 0.5 })],
    items,
  );
  const shared = {
    id: "t",
    human: "success",
    score: 0.5,
    cluster: '["shop","7"]',
    group: { benchmark: "shop", agent: "x" },
    probability: 0.5,
  };
  expect(pairs).toEqual({ one: [{ ...shared, judge: "success" }], two: [{ ...shared, judge: "failure" }] });
});

test("what has no verdict is unscored, what has no label has no reference, and both are counted", () => {
  const { pairs, report } = joinLabels(
    [verdict("a", "j", "success"), verdict("b", "j", null)],
    [label("b", "failure"), label("c", "success"), label("elsewhere", "success")],
    [item("a"), item("b"), item("c")],
  );
  expect(pairs["j"]?.map(({ id, human, judge }) => [id, human, judge])).toEqual([
    ["a", null, "success"],
    ["b", "failure", null],
    ["c", "success", null],
  ]);
  expect(report).toMatchObject({ labelled: 3, unknown: 1, unlabelled: 1 });
});

test("divided raters are a conflict, and a tie when no majority decides", () => {
  const { pairs, report } = joinLabels(
    [verdict("a", "j", "success")],
    [label("a", "success"), label("a", "failure", { rater: "bob" })],
  );
  expect(pairs["j"]?.[0]?.human).toBeNull();
  expect(report).toMatchObject({ conflicts: 1, ties: 1 });
});

test("a later verdict of the same judge replaces the earlier one and is counted", () => {
  const { pairs, report } = joinLabels([verdict("a", "j", "success"), verdict("a", "j", "failure")], []);
  expect(pairs["j"]?.map(({ judge }) => judge)).toEqual(["failure"]);
  expect(report.repeated).toBe(1);
});

test("step classes are aligned by index", () => {
  const judged = verdict("a", "j", "success", {
    steps: [
      { index: 1, class: "success" },
      { index: 0, class: null },
    ],
  });
  const rated = label("a", "success", {
    steps: [
      { index: 0, class: "progress" },
      { index: 1, class: "no-progress" },
      { index: 2, class: "success" },
    ],
  });
  expect(joinLabels([judged], [rated]).pairs["j"]?.[0]?.steps).toEqual([
    { index: 0, human: "progress", judge: null },
    { index: 1, human: "no-progress", judge: "success" },
    { index: 2, human: "success", judge: null },
  ]);
});

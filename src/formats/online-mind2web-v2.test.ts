import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { collect, folderWith, png } from "../../test/run-files.ts";
import { viewOf } from "../trajectory/index.ts";
import { readTrajectories } from "./read.ts";

const row = (step: number, action: string, url: string | null = "https://a.test/") => ({
  step,
  screenshot: `000${step}.png`,
  url,
  action,
  action_status: null,
  thought: `thought ${step}`,
});
const result = {
  schema_version: "online-mind2web-v2",
  task: "Buy milk",
  task_id: "t7",
  agent_final_answer: "Bought",
  reference_length: 3,
  action_history: [
    row(0, "page -> NAVIGATE -> open the shop | SUCCESS", "https://a.test/"),
    row(1, "CLICK coords(3, 4) -> buy | FAILED", "https://a.test/cart"),
    row(2, "TASK_COMPLETE -> ANSWER: Bought", "https://a.test/cart"),
  ],
};
const pictures = (folder: string) =>
  Object.fromEntries([0, 1, 2].map((number) => [`${folder}/trajectory/000${number}.png`, png(number)]));

const first = async (files: Record<string, unknown>) =>
  (await collect(readTrajectories(await folderWith(files))))[0];

test("pictures of a run whose first action opens the page were taken after each action", async () => {
  const run = await first({ "set/t7/result.json": result, ...pictures("set/t7") });
  expect(run).toMatchObject({ id: "set/t7", answer: "Bought", stop: "answered", extra: { states: "after" } });
  expect(run?.steps.map(({ observation }) => observation)).toEqual([
    {},
    { url: "https://a.test/", screenshot: "trajectory/0000.png" },
    { url: "https://a.test/cart", screenshot: "trajectory/0001.png" },
  ]);
  expect(run?.final).toEqual({ url: "https://a.test/cart", screenshot: "trajectory/0002.png" });
  expect(run?.problems).toBeUndefined();
});

test("pictures of any other run were taken before each action", async () => {
  const action_history = [
    row(0, "CLICK coords(3, 4) -> menu"),
    row(1, "page -> NAVIGATE -> there", "https://b.test/"),
    row(2, "TASK_COMPLETE -> ANSWER: Bought", "https://b.test/"),
  ];
  const run = await first({ "set/t7/result.json": { ...result, action_history }, ...pictures("set/t7") });
  expect(run?.extra?.["states"]).toBe("before");
  expect(run?.steps.map(({ observation }) => observation)).toEqual([
    { url: "https://a.test/", screenshot: "trajectory/0000.png" },
    { screenshot: "trajectory/0001.png" },
    { url: "https://b.test/", screenshot: "trajectory/0002.png" },
  ]);
  expect(run?.final).toEqual(run?.steps[2]?.observation);
  expect(run?.steps[1]?.action).toMatchObject({ type: "navigate", value: "https://b.test/" });
});

test("an action that the run calls failed has an error", async () => {
  const run = await first({ "set/t7/result.json": result, ...pictures("set/t7") });
  expect(run?.steps.map(({ action }) => action.error !== undefined)).toEqual([false, true, false]);
});

test("a stored evaluation never reaches a judge", async () => {
  const judged = {
    ...result,
    image_judge_record: [{ Score: 5 }],
    key_points: "1. LEAK",
    system_msg: "LEAK",
    input_text: "LEAK",
    predicted_label: 1,
    evaluation_details: { response: "LEAK" },
  };
  const run = await first({ "set/t7/result.json": judged, ...pictures("set/t7") });
  expect(run?.extra).toMatchObject({ predicted_label: 1, key_points: "1. LEAK" });
  expect(run === undefined ? "" : JSON.stringify(viewOf(run))).not.toMatch(/LEAK|predicted_label|Score/);
});

test("rows of a JSON-lines file are runs of that file, with pictures under their id beside it", async () => {
  const lines = [result, { ...result, task_id: "t8" }, { ...result, task: 5 }].map((value) =>
    JSON.stringify(value),
  );
  const root = await folderWith({ "rows.jsonl": lines.join("\n"), ...pictures("t7") });
  const unreadable: string[] = [];
  const runs = await collect(readTrajectories(root, { onUnreadable: ({ where }) => unreadable.push(where) }));
  expect(runs.map(({ id }) => id)).toEqual(["rows/t7", "rows/t8"]);
  expect(runs[0]?.final?.screenshot).toBe("t7/trajectory/0002.png");
  expect(runs[1]?.problems?.map(({ what }) => what)).toContain("there are no usable screenshots");
  expect(unreadable).toEqual([`${join(root, "rows.jsonl")}:3: task`]);
});

test("a picture whose name leads out of the folder is not opened", async () => {
  const action_history = [{ ...row(0, "Click at (1, 2)"), screenshot: "../../../secret.png" }];
  const run = await first({ "set/t7/result.json": { ...result, action_history }, "secret.png": png() });
  expect(run?.steps[0]?.observation.screenshot).toBeUndefined();
  expect(run?.problems?.[0]?.what).toContain("leaves the trajectory's folder");
});

const realData = process.env["TRAJUDGE_REALDATA"];
describe.skipIf(!realData)("four published rows (needs TRAJUDGE_REALDATA)", () => {
  test("are read; their pictures are absent, their evaluation stays out of the judge's view", async () => {
    const runs = await collect(
      readTrajectories(join(realData ?? "", "judge-texts/online-mind2web-v2-with-judge.jsonl")),
    );
    expect(runs).toHaveLength(4);
    for (const run of runs) {
      expect(run.steps.map(({ action }) => action.type)).toEqual(["navigate", "click", "answer"]);
      expect(run.extra).toMatchObject({ predicted_label: 0, states: "after" });
      expect(JSON.stringify(viewOf(run))).not.toMatch(/predicted_label|Status: |Key Points/);
      expect(run.problems?.map(({ what }) => what)).toContain("there are no usable screenshots");
    }
  });
});

/** Training sets: what is kept, counted, redacted, and in which form. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import { noUsage } from "../judging/index.ts";
import type { StepClass, Trajectory, Verdict } from "../trajectory/index.ts";
import { preferencesOf, selectBest, type TrainingFormat, trainingFormats, writeCloning } from "./index.ts";

let out = "";
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), "trajudge-bc-"));
});
afterEach(() => rm(out, { recursive: true, force: true }));

function verdict(
  id: string,
  outcome: Verdict["outcome"],
  classes?: (StepClass | null)[],
  score: number | null = null,
): Verdict {
  return {
    key: id,
    trajectoryId: id,
    judge: "j",
    judgeVersion: "v",
    models: {},
    level: classes === undefined ? "trajectory" : "step",
    outcome,
    score,
    stepCount: 3,
    ...(classes === undefined ? {} : { steps: classes.map((each, index) => ({ index, class: each })) }),
    reasoning: "",
    usage: noUsage,
    createdAt: "2026-01-01T00:00:00Z",
  };
}

async function* streamed(runs: readonly Trajectory[]): AsyncGenerator<Trajectory> {
  yield* runs;
}

async function write(
  runs: readonly Trajectory[],
  verdicts: readonly Verdict[],
  minReward: number,
  format: TrainingFormat = "plain",
) {
  const card = await writeCloning({
    trajectories: streamed(runs),
    verdicts,
    format,
    out,
    options: { minReward },
  });
  const lines = (await readFile(join(out, "train.jsonl"), "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { card, lines };
}

test("keeps the steps whose class earned enough, and counts the others by their reason", async () => {
  const { card, lines } = await write(
    [kettleRun()],
    [verdict("shop/agent/1", "success", ["progress", "no-progress", "success"])],
    0.2,
  );
  expect(lines.map(({ step }) => step)).toEqual([0, 2]);
  expect(card).toMatchObject({ steps: 3, kept: 2, belowReward: 1, withoutReward: 0, duplicates: 0 });
});

test("at trajectory level a success keeps all of its steps, a failure none, an undecided run none", async () => {
  const runs = ["a", "b", "c", "d"].map((id, i) =>
    kettleRun({ id, answer: id, task: { instruction: `task ${i}` } }),
  );
  const verdicts = [verdict("a", "success"), verdict("b", "failure"), verdict("c", null)];
  const { card } = await write(runs, verdicts, 1);
  expect(card).toMatchObject({
    trajectories: 4,
    kept: 3,
    belowReward: 3,
    withoutReward: 3,
    withoutVerdict: 1,
  });
});

test("the same state and action is learned once; another picture makes it another state", async () => {
  const twice = [kettleRun({ id: "a" }), kettleRun({ id: "b" })];
  const verdicts = [verdict("a", "success"), verdict("b", "success")];
  expect((await write(twice, verdicts, 1)).card).toMatchObject({ kept: 3, duplicates: 3 });
});

test("secrets are replaced before anything is written", async () => {
  const run = kettleRun();
  const steps = run.steps.map((step) => ({
    ...step,
    observation: { ...step.observation, text: "password: hunter2secret9" },
  }));
  const { card } = await write([{ ...run, steps }], [verdict(run.id, "success")], 1);
  expect(await readFile(join(out, "train.jsonl"), "utf8")).not.toContain("hunter2secret9");
  expect(card.redacted).toBeGreaterThan(0);
});

describe.each(trainingFormats)("as %s", (format) => {
  test("each line has the fields that its tools read, and pictures that exist", async () => {
    const { lines } = await write([kettleRun()], [verdict("shop/agent/1", "success")], 1, format);
    expect(lines).toHaveLength(3);
    const [first] = lines;
    if (format === "openai") {
      expect(first.messages.map(({ role }: { role: string }) => role)).toEqual([
        "system",
        "user",
        "assistant",
      ]);
      expect(first.messages[1].content[1].image_url.url).toMatch(/^data:image\/png;base64,/);
      return;
    }
    const images: string[] = format === "plain" ? [first.image] : first.images;
    expect(images).toHaveLength(1);
    expect(await readdir(join(out, "images"))).toContain(images[0]?.replace("images/", ""));
    if (format === "sharegpt")
      expect(first.conversations.map(({ from }: { from: string }) => from)).toEqual(["human", "gpt"]);
    if (format === "trl") expect(first.prompt.at(-1).content[0]).toEqual({ type: "image" });
  });
});

const item = (id: string, taskId: string, steps = 3) => ({
  id,
  taskId,
  instruction: "i",
  benchmark: "b",
  digest: "d",
  steps,
  frames: 0,
  problems: 0,
});

test("the best of several attempts: outcome, then score, then fewer steps, and it says by what", () => {
  const items = [
    item("a", "1"),
    item("b", "1"),
    item("c", "2"),
    item("d", "2"),
    item("e", "3", 5),
    item("f", "3", 4),
    item("g", "4"),
  ];
  const verdicts = [
    verdict("a", "failure", undefined, 0.9),
    verdict("b", "success", undefined, 0.1),
    verdict("c", "success", undefined, 0.4),
    verdict("d", "success", undefined, 0.6),
    verdict("e", "failure"),
    verdict("f", "failure"),
  ];
  expect(selectBest(items, verdicts).map(({ trajectoryId, by }) => [trajectoryId, by])).toEqual([
    ["b", "outcome"],
    ["d", "score"],
    ["f", "steps"],
    ["g", "only"],
  ]);
});

test("preference pairs join a success with a failure of the same task, and nothing undecided", () => {
  const items = [item("a", "1"), item("b", "1"), item("c", "1"), item("d", "2")];
  const verdicts = [
    verdict("a", "success", undefined, 0.9),
    verdict("b", "failure", undefined, 0.2),
    verdict("c", null),
    verdict("d", "success"),
  ];
  expect(preferencesOf(items, verdicts)).toEqual([
    {
      benchmark: "b",
      taskId: "1",
      instruction: "i",
      chosen: "a",
      rejected: "b",
      margin: expect.closeTo(0.7),
    },
  ]);
});

/** Training sets: what is kept, counted, redacted, and in which form. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import { noUsage } from "../judging/index.ts";
import { type StepClass, type Trajectory, trajectoryDigest, type Verdict } from "../trajectory/index.ts";
import {
  preferenceLines,
  preferencesOf,
  selectBest,
  type TrainingFormat,
  trainingFormats,
  writeCloning,
} from "./index.ts";

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

const text = z.strictObject({ type: z.literal("text"), text: z.string().min(1) });
const relative = z.string().regex(/^images\/[0-9a-f]{24}\.png$/);
/**
 * Lines of these forms were loaded by the tools on 2026-11-30: `openai` by the message types of openai-python 3.57,
 * `sharegpt` by LLaMA-Factory 0.9.5's converter, `trl` by TRL 1.16 (conversational, with pictures), all by datasets 5.2.
 */
const loadedForms: Record<TrainingFormat, z.ZodType> = {
  openai: z.strictObject({
    messages: z.tuple([
      z.strictObject({ role: z.literal("system"), content: z.string().min(1) }),
      z.strictObject({
        role: z.literal("user"),
        content: z.tuple([
          text,
          z.strictObject({
            type: z.literal("image_url"),
            image_url: z.strictObject({ url: z.string().regex(/^data:image\/png;base64,/) }),
          }),
        ]),
      }),
      z.strictObject({ role: z.literal("assistant"), content: z.string().min(1) }),
    ]),
  }),
  sharegpt: z.strictObject({
    system: z.string().min(1),
    conversations: z.tuple([
      z.strictObject({ from: z.literal("human"), value: z.string().regex(/^<image>\n(?![\s\S]*<image>)/) }),
      z.strictObject({ from: z.literal("gpt"), value: z.string().min(1) }),
    ]),
    images: z.tuple([relative]),
  }),
  trl: z.strictObject({
    prompt: z.tuple([
      z.strictObject({ role: z.literal("system"), content: z.tuple([text]) }),
      z.strictObject({
        role: z.literal("user"),
        content: z.tuple([z.strictObject({ type: z.literal("image") }), text]),
      }),
    ]),
    completion: z.tuple([z.strictObject({ role: z.literal("assistant"), content: z.tuple([text]) })]),
    images: z.tuple([relative]),
  }),
  plain: z.strictObject({
    trajectoryId: z.string(),
    step: z.number(),
    reward: z.number(),
    task: z.string(),
    url: z.string().nullable(),
    page: z.string().nullable(),
    history: z.array(z.string()),
    thought: z.string().nullable(),
    action: z.string(),
    image: relative,
  }),
};

test.each(trainingFormats)(
  "each line as %s has the form that was loaded, and pictures that exist",
  async (format) => {
    const { lines } = await write([kettleRun()], [verdict("shop/agent/1", "success")], 1, format);
    expect(lines).toHaveLength(3);
    const pictures = await readdir(join(out, "images"));
    for (const line of lines) {
      expect(loadedForms[format].safeParse(line).error).toBeUndefined();
      for (const [path] of JSON.stringify(line).matchAll(/images\/[^"]+/g))
        expect(pictures).toContain(path.replace("images/", ""));
    }
  },
);

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

test("preference lines say what both runs did, and name the runs that are not there", async () => {
  const pair = { benchmark: null, taskId: "1", instruction: "Buy a kettle.", margin: 0.5 };
  const good = kettleRun({ id: "good" });
  const bad = kettleRun({ id: "bad", steps: good.steps.slice(0, 1) });
  const { lines, alike, missing } = await preferenceLines(
    [
      { ...pair, chosen: "good", rejected: "bad" },
      { ...pair, chosen: "good", rejected: "gone" },
      { ...pair, chosen: "good", rejected: "other" },
    ],
    streamed([good, kettleRun({ id: "other" }), bad]),
  );
  expect(missing).toEqual(["gone"]);
  expect(alike).toBe(1);
  expect(lines).toEqual([
    {
      prompt: [expect.objectContaining({ role: "system" }), { role: "user", content: "Task: Buy a kettle." }],
      chosen: [
        {
          role: "assistant",
          content: expect.stringMatching(
            /^1\. type "kettle"[\s\S]*3\. click on "Add to basket"\nAnswer: The kettle/,
          ),
        },
      ],
      rejected: [{ role: "assistant", content: expect.not.stringContaining("2.") }],
      chosenId: "good",
      rejectedId: "bad",
      margin: 0.5,
    },
  ]);
});

test("a run that was changed since it was judged teaches nothing, and a folder of others is not written to", async () => {
  const judgedAs = await trajectoryDigest(kettleRun());
  const digestOf = (): string => judgedAs;
  const set = (run: Trajectory) => ({
    trajectories: streamed([run]),
    verdicts: [verdict(run.id, "success")],
    format: "plain" as const,
    out: join(out, "set"),
    options: { minReward: 1, digestOf },
  });
  expect(await writeCloning(set(kettleRun()))).toMatchObject({ kept: 3, changed: 0 });
  expect(await writeCloning(set(kettleRun({ answer: "another" })))).toMatchObject({ kept: 0, changed: 1 });
  await writeFile(join(out, "mine.txt"), "mine");
  await expect(writeCloning({ ...set(kettleRun()), out })).rejects.toThrow(
    /holds no training set, but other files, such as "mine.txt"/,
  );
});

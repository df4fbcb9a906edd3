/** Batches: every verdict once, whatever interrupts them; nothing mixed that does not belong together. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import { defineJudge, type PreparedJudge, prepareJudge } from "../judging/index.ts";
import { InputError, type Judgement, type Trajectory, type Verdict } from "../trajectory/index.ts";
import { type BatchOptions, readItems, readRun, readVerdicts, runBatch } from "./index.ts";

let out = "";
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), "trajudge-batch-"));
});
afterEach(() => rm(out, { recursive: true, force: true }));

const runs = (count: number): Trajectory[] =>
  Array.from({ length: count }, (_unused, i) => kettleRun({ id: `shop/agent/${i}` }));

async function* streamed(trajectories: readonly Trajectory[]): AsyncGenerator<Trajectory> {
  yield* trajectories;
}

const decided: Judgement = { outcome: "success", score: 1, reasoning: "done" };

/** A judge that answers by what the test says, and keeps what it was asked. */
function judgeOf(
  answer: (id: string) => Judgement = () => decided,
  version = 1,
): { judge: PreparedJudge; asked: string[] } {
  const asked: string[] = [];
  const judge = defineJudge({
    id: "scripted",
    summary: "answers as the test says",
    levels: ["trajectory"],
    codeVersion: version,
    options: z.strictObject({}),
    judge: ({ id }) => {
      asked.push(id);
      return Promise.resolve(answer(id));
    },
  });
  return { judge: prepareJudge(judge), asked };
}

function batch(
  judges: readonly PreparedJudge[],
  trajectories: readonly Trajectory[],
  more: Partial<BatchOptions> = {},
) {
  return runBatch({
    out,
    inputs: [{ path: "runs", trajectories: streamed(trajectories) }],
    judges,
    level: "trajectory",
    package: "test 0",
    concurrency: 3,
    ...more,
  });
}

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

const idsOf = (verdicts: readonly Verdict[]): string[] =>
  verdicts.map((verdict) => verdict.trajectoryId).sort();

test("writes one verdict and one item a run, and the run's own record", async () => {
  const { judge } = judgeOf();
  const run = await batch([judge], runs(20));
  expect(run.status).toBe("complete");
  expect(run.counts).toEqual({ trajectories: 20, verdicts: 20, unscored: 0, withProblems: 0, unreadable: 0 });
  expect(new Set(idsOf(await all(readVerdicts(out)))).size).toBe(20);
  expect(await all(readItems(out))).toHaveLength(20);
  expect(await readRun(out)).toEqual(run);
});

test("a second start judges nothing again", async () => {
  await batch([judgeOf().judge], runs(5));
  const { judge, asked } = judgeOf();
  const run = await batch([judge], runs(5));
  expect(asked).toEqual([]);
  expect(run.counts.verdicts).toBe(5);
  expect(await all(readItems(out))).toHaveLength(5);
});

test("a line that was torn by a kill is cut off, and only its run is judged again", async () => {
  await batch([judgeOf().judge], runs(5));
  const path = join(out, "verdicts.jsonl");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.slice(0, -40));
  const { judge, asked } = judgeOf();
  await batch([judge], runs(5));
  expect(asked).toHaveLength(1);
  expect(idsOf(await all(readVerdicts(out)))).toEqual(runs(5).map(({ id }) => id));
});

test("damage in the middle of the file is named with its line and stops the reading", async () => {
  await batch([judgeOf().judge], runs(2));
  const path = join(out, "verdicts.jsonl");
  const text = await readFile(path, "utf8");
  await writeFile(path, `{"torn": \n${text}`);
  await expect(batch([judgeOf().judge], runs(2))).rejects.toThrow(/verdicts\.jsonl:1: not JSON/);
});

test("a stop between two items leaves a run that the next start completes", async () => {
  const stop = new AbortController();
  const first = judgeOf((id) => {
    if (id.endsWith("/4")) stop.abort();
    return decided;
  });
  const stopped = await batch([first.judge], runs(30), { stop: stop.signal });
  expect(stopped.status).toBe("interrupted");
  expect(stopped.counts.verdicts).toBeLessThan(30);
  const second = judgeOf();
  const run = await batch([second.judge], runs(30));
  expect(run.status).toBe("complete");
  expect(first.asked.length + second.asked.length).toBe(30);
  expect(idsOf(await all(readVerdicts(out)))).toEqual(
    runs(30)
      .map(({ id }) => id)
      .sort(),
  );
});

test("a run whose content has changed is judged again, and its new verdict counts", async () => {
  await batch([judgeOf(() => ({ ...decided, outcome: "failure" })).judge], runs(2));
  const [first, second] = runs(2);
  const changed = { ...first, answer: "something else" };
  const { judge, asked } = judgeOf();
  const run = await batch([judge], [changed as Trajectory, second as Trajectory]);
  expect(asked).toEqual(["shop/agent/0"]);
  expect(run.counts).toMatchObject({ trajectories: 2, verdicts: 2 });
  expect(run.groups[0]).toMatchObject({ success: 1, failure: 1 });
});

test("another configuration of a judge is refused in the same folder, another judge is added", async () => {
  await batch([judgeOf().judge], runs(2));
  await expect(batch([judgeOf(undefined, 2).judge], runs(2))).rejects.toThrow(/another configuration/);
  const other = defineJudge({
    id: "other",
    summary: "another",
    levels: ["trajectory"],
    options: z.strictObject({}),
    judge: () => Promise.resolve(decided),
  });
  const run = await batch([prepareJudge(other)], runs(2));
  expect(run.judges.map(({ id }) => id).sort()).toEqual(["other", "scripted"]);
  expect(run.counts.verdicts).toBe(4);
});

test("two processes cannot write one run", async () => {
  await writeFile(join(out, ".lock"), `${process.ppid} ${(await import("node:os")).hostname()}`);
  await expect(batch([judgeOf().judge], runs(1))).rejects.toThrow(/is writing this run/);
});

test("the lock of a process that is gone does not stop anyone", async () => {
  const gone = 2 ** 22 + 12345;
  await writeFile(join(out, ".lock"), `${gone} ${(await import("node:os")).hostname()}`);
  expect((await batch([judgeOf().judge], runs(1))).status).toBe("complete");
});

test("one id in two inputs is an error that names both", async () => {
  const twice = batch([judgeOf().judge], [], {
    inputs: [
      { path: "a", trajectories: streamed(runs(1)) },
      { path: "b", trajectories: streamed(runs(1)) },
    ],
  });
  await expect(twice).rejects.toThrow("b: trajectory shop/agent/0 is in a too");
});

test("what is unscored is in no rate, is counted with its reason, and is judged again only when asked", async () => {
  const unscored: Judgement = {
    outcome: null,
    score: null,
    reasoning: "",
    error: { kind: "timeout", message: "too slow" },
  };
  const answer = (id: string): Judgement => (id.endsWith("/1") ? unscored : decided);
  const run = await batch([judgeOf(answer).judge], runs(4));
  expect(run.groups[0]).toMatchObject({ success: 3, failure: 0, unscored: 1, coverage: 0.75 });
  expect(run.groups[0]?.successRate.value).toBe(1);
  expect(run.unscored).toEqual([{ judge: "scripted", kind: "timeout", message: "too slow", count: 1 }]);

  const again = judgeOf();
  await batch([again.judge], runs(4));
  expect(again.asked).toEqual([]);
  const retried = judgeOf();
  const after = await batch([retried.judge], runs(4), { retryUnscored: true });
  expect(retried.asked).toEqual(["shop/agent/1"]);
  expect(after.counts).toMatchObject({ verdicts: 4, unscored: 0 });
});

describe("a fault that every item would meet", () => {
  test("stops the batch, and what was judged stays", async () => {
    const judge = judgeOf((id) => {
      if (id.endsWith("/3")) throw new InputError("the key is wrong");
      return decided;
    });
    await expect(batch([judge.judge], runs(50))).rejects.toThrow("the key is wrong");
    expect(judge.asked.length).toBeLessThan(50);
    const second = judgeOf();
    await batch([second.judge], runs(50));
    expect(new Set(idsOf(await all(readVerdicts(out)))).size).toBe(50);
    expect(await all(readVerdicts(out))).toHaveLength(50);
  });
});

test("bytes that someone else appended without a line end do not swallow the next verdict", async () => {
  await batch([judgeOf().judge], runs(1));
  await appendFile(join(out, "verdicts.jsonl"), '{"key":');
  await batch([judgeOf().judge], runs(3));
  expect(idsOf(await all(readVerdicts(out)))).toEqual(runs(3).map(({ id }) => id));
});

test("a damaged run.json is written anew, and nothing is judged again", async () => {
  await batch([judgeOf().judge], runs(5));
  await writeFile(join(out, "run.json"), '{"schema": "traju');
  const { judge, asked } = judgeOf();
  const run = await batch([judge], runs(5));
  expect(asked).toEqual([]);
  expect(await readRun(out)).toEqual(run);
});

test("a folder with somebody's data is refused and left as it is", async () => {
  await writeFile(join(out, "trajectories.jsonl"), "{}");
  await writeFile(join(out, "items.jsonl"), "no line end");
  await expect(batch([judgeOf().judge], runs(1))).rejects.toThrow(/holds no run, but other files/);
  expect(await readFile(join(out, "items.jsonl"), "utf8")).toBe("no line end");
});

test("any number of calls may listen for the abort without a warning", async () => {
  const listening = defineJudge({
    id: "listening",
    summary: "listens for the abort while it waits, as calls to a model do",
    levels: ["trajectory"],
    options: z.strictObject({}),
    judge: async (_trajectory, { signal }) => {
      signal?.addEventListener("abort", () => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return decided;
    },
  });
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => {
    warnings.push(name);
  };
  process.on("warning", onWarning);
  await batch([prepareJudge(listening)], runs(40), { abort: new AbortController().signal, concurrency: 40 });
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

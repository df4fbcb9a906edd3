/** The loop on disk: what the folder holds, and that nothing is played twice or lost, whatever stops it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trajudge } from "../../../test/command-line.ts";
import {
  type Drawers,
  type DrawersOptions,
  drawersActor,
  drawersWorld,
} from "../../../test/worlds/drawers.ts";
import { readTrajectories } from "../../formats/index.ts";
import { noUsage } from "../../judging/index.ts";
import { packageRoot } from "../../package-root.ts";
import { InputError, ModelError } from "../../trajectory/index.ts";
import type { Actor } from "../live/actor.ts";
import { type Evaluator, evaluationOf } from "./evaluator.ts";
import { trialFolder } from "./loop-folder.ts";
import type { ReflexionOptions } from "./options.ts";
import { reflexion } from "./reflexion.ts";
import { templateReflector } from "./template-reflector.ts";
import type { TrialRecord } from "./trial-record.ts";
import { oracleEvaluator, simulatedEvaluator } from "./truth-evaluators.ts";

let out = "";
beforeEach(async () => {
  out = join(await mkdtemp(join(tmpdir(), "trajudge-reflexion-")), "loop");
});
afterEach(() => rm(join(out, ".."), { recursive: true, force: true }));

const actor = drawersActor({ skill: 0.3, learning: 0.3 });
const judge = () => simulatedEvaluator({ sensitivity: 0.7, specificity: 0.8 });

function run(more: Partial<ReflexionOptions> = {}, world: Partial<DrawersOptions> = {}) {
  return reflexion({
    environment: drawersWorld({ tasks: 20, ...world }),
    actor,
    evaluator: judge(),
    reflector: templateReflector,
    out,
    package: "test",
    now: () => new Date(0),
    ...more,
  });
}

async function lines<Line = Record<string, unknown>>(name: string): Promise<Line[]> {
  if (!existsSync(join(out, name))) return [];
  const text = await readFile(join(out, name), "utf8");
  return text.split("\n").flatMap((line): Line[] => (line === "" ? [] : [JSON.parse(line)]));
}

const trialsOnDisk = () => lines<TrialRecord>("trials.jsonl");
const idsOf = (trials: readonly { trajectoryId: string }[]): string[] =>
  trials.map(({ trajectoryId }) => trajectoryId).sort();

/** Everything agrees: one native run, item, verdict and label for each trial, and nothing besides. */
async function expectWhole(expected: readonly string[]): Promise<void> {
  const trials = await trialsOnDisk();
  expect(idsOf(trials)).toEqual([...expected].sort());
  expect(idsOf(await lines("verdicts/verdicts.jsonl"))).toEqual([...expected].sort());
  expect(idsOf(await lines("labels.jsonl"))).toEqual([...expected].sort());
  const items = await lines<{ id: string }>("verdicts/items.jsonl");
  expect(items.map(({ id }) => id).sort()).toEqual([...expected].sort());
  const runs: string[] = [];
  for await (const { id } of readTrajectories(join(out, "trajectories"))) runs.push(id);
  expect(runs.sort()).toEqual([...expected].sort());
}

test("each trial is a native run with a verdict, a label and a line; the record counts them", async () => {
  const { record, trials } = await run({ concurrency: 4 });
  expect(record).toMatchObject({
    status: "complete",
    counts: { tasks: 20, finished: 20, trials: trials.length, unscored: 0 },
  });
  expect(JSON.parse(await readFile(join(out, "reflexion.json"), "utf8"))).toEqual(record);
  await expectWhole(idsOf(trials));
  expect(trials.length).toBeGreaterThan(20);
  expect(existsSync(join(trialFolder(out, "drawer-3", 0), "trajectory.json"))).toBe(true);
  expect(existsSync(join(out, ".lock"))).toBe(false);
});

test("judge, calibrate and export read what the loop wrote", async () => {
  await run();
  const calibrated = await trajudge(
    "calibrate",
    join(out, "verdicts"),
    "--labels",
    join(out, "labels.jsonl"),
    "--json",
  );
  expect(calibrated.err).toBe("");
  const { confusion, n } = JSON.parse(calibrated.out);
  const trials = await trialsOnDisk();
  const count = (truth: string, outcome: string): number =>
    trials.filter((trial) => trial.truth === truth && trial.outcome === outcome).length;
  expect(n).toBe(trials.length);
  expect(confusion).toEqual({
    tp: count("success", "success"),
    fp: count("failure", "success"),
    fn: count("success", "failure"),
    tn: count("failure", "failure"),
  });
  const judged = await trajudge(
    "judge",
    join(out, "trajectories"),
    "--judge",
    "offline",
    "--out",
    join(out, "../judged"),
  );
  expect(judged.code).toBe(0);
  expect(judged.out).toContain(`offline · ${trials.length} trajectories · 0 unscored`);
  const rewards = await trajudge("export", "rewards", join(out, "verdicts"));
  expect(rewards.out.split("\n").length).toBeGreaterThan(trials.length);
});

test("a finished loop is not played again, and more tasks are added to it", async () => {
  await run({ tasks: ["drawer-1", "drawer-2"] });
  const before = await readFile(join(out, "trials.jsonl"), "utf8");
  const world = drawersWorld({ tasks: 20 });
  const again = await run({ environment: world, tasks: ["drawer-1", "drawer-2"] });
  expect(world.counts.reset).toBe(0);
  expect(again.record.status).toBe("complete");
  const more = await run();
  expect((await readFile(join(out, "trials.jsonl"), "utf8")).startsWith(before)).toBe(true);
  await expectWhole(idsOf(more.trials));
});

/** Trials without what depends on the order in which tasks were played. */
const sorted = (trials: readonly TrialRecord[]): TrialRecord[] =>
  [...trials].sort((a, b) => (a.trajectoryId < b.trajectoryId ? -1 : 1));

test("stopped and started again it comes to the same trials as without a stop", async () => {
  const whole = await run({ out: join(out, "../whole") });
  const stop = new AbortController();
  const stopped = await run({
    stop: stop.signal,
    onProgress: ({ fresh }) => {
      if (fresh === 7) stop.abort();
    },
  });
  expect(stopped.record).toMatchObject({ status: "interrupted", counts: { trials: 7 }, finishedAt: null });
  expect(stopped.left).toBeGreaterThan(0);
  const resumed = await run();
  expect(sorted(resumed.trials)).toEqual(sorted(whole.trials));
  await expectWhole(idsOf(whole.trials));
});

test("a trial that was given up leaves no record and no half of a run", async () => {
  const abort = new AbortController();
  let acts = 0;
  const world: Partial<DrawersOptions> = {
    onAct: () => {
      acts += 1;
      if (acts === 6) abort.abort();
    },
  };
  const { record, trials } = await run({ abort: abort.signal, concurrency: 3 }, world);
  expect(record.status).toBe("interrupted");
  await expectWhole(idsOf(trials));
  const resumed = await run();
  await expectWhole(idsOf(resumed.trials));
  expect(resumed.record.status).toBe("complete");
});

test("what a kill left between two files is taken out, and the trial is played anew", async () => {
  await run({ tasks: ["drawer-0"] });
  const orphan = {
    ...(await lines<TrialRecord>("verdicts/verdicts.jsonl"))[0],
    trajectoryId: "drawers/by-chance/drawer-1/0",
  };
  await appendFile(join(out, "verdicts/verdicts.jsonl"), `${JSON.stringify(orphan)}\n{"key": "to`);
  const label = { trajectoryId: orphan.trajectoryId, rater: "oracle", kind: "oracle", outcome: "failure" };
  await appendFile(join(out, "labels.jsonl"), `${JSON.stringify(label)}\n{"tra`);
  await appendFile(join(out, "trials.jsonl"), '{"taskId": "drawer-1", "tri');
  const half = trialFolder(out, "drawer-1", 0);
  await mkdir(join(half, "frames"), { recursive: true });
  await writeFile(join(half, "trajectory.json.new"), "{");
  const { trials } = await run({ tasks: ["drawer-0", "drawer-1"] });
  await expectWhole(idsOf(trials));
  expect(existsSync(join(half, "trajectory.json.new"))).toBe(false);
});

test("a last trial whose line lost its end is played anew, without a gap", async () => {
  const whole = await run({ tasks: ["drawer-0"] });
  expect(whole.trials.length).toBeGreaterThan(1);
  const [first = ""] = (await readFile(join(out, "trials.jsonl"), "utf8")).split("\n");
  await writeFile(join(out, "trials.jsonl"), first);
  await run({ tasks: ["drawer-0"] });
  expect(await trialsOnDisk()).toEqual(whole.trials);
  expect((await run({ tasks: ["drawer-0"] })).record.status).toBe("complete");
  await expectWhole(idsOf(whole.trials));
});

test("a start for fewer tasks leaves the others asked for, and the loop open", async () => {
  const stop = new AbortController();
  await run({
    stop: stop.signal,
    onProgress: ({ finished }) => {
      if (finished === 3) stop.abort();
    },
  });
  const one = await run({ tasks: ["drawer-0"] });
  expect(one.left).toBe(0);
  expect(one.record).toMatchObject({
    status: "interrupted",
    finishedAt: null,
    counts: { tasks: 20, finished: 3 },
  });
  const rest = await run();
  expect(rest.record).toMatchObject({ status: "complete", counts: { tasks: 20, finished: 20 } });
});

test.skipIf(process.platform !== "linux")(
  "a file that takes no more stops the loop at once, and the same command goes on when there is room",
  { timeout: 60_000 },
  async () => {
    const child = (...more: string[]) => {
      const words = [
        "--import",
        "tsx",
        join(packageRoot, "test/reflexion-child.ts"),
        out,
        "40",
        "0",
        ...more,
      ];
      const started = spawn(process.execPath, words, {
        cwd: packageRoot,
        stdio: ["ignore", "ignore", "pipe"],
      });
      let err = "";
      started.stderr?.on("data", (chunk) => {
        err += String(chunk);
      });
      return once(started, "close").then(([code]) => ({ code, err }));
    };
    const full = await child("8000");
    expect(full.code).toBe(1);
    expect(full.err).toContain("EFBIG");
    const { status, faults } = JSON.parse(await readFile(join(out, "reflexion.json"), "utf8"));
    expect([status, faults]).toEqual(["interrupted", []]);
    const kept = await wholeLines("trials.jsonl");
    expect((await child()).code).toBe(0);
    const text = await readFile(join(out, "trials.jsonl"), "utf8");
    expect(text.startsWith(kept) && text.length > kept.length).toBe(true);
    const trials = await trialsOnDisk();
    await expectWhole(idsOf(trials));
  },
);

test("kill -9 at any moment plays no trial twice and loses none", { timeout: 60_000 }, async () => {
  const tasks = 40;
  const start = (delayMs: number) =>
    spawn(
      process.execPath,
      ["--import", "tsx", join(packageRoot, "test/reflexion-child.ts"), out, String(tasks), String(delayMs)],
      { cwd: packageRoot, stdio: ["ignore", "pipe", "inherit"] },
    );
  for (const [kill, wanted] of [6, 19, 33].entries()) {
    const child = start(15);
    const ended = once(child, "exit");
    while (child.exitCode === null && (await countOf("trials.jsonl")) < wanted) await sleep(5);
    await sleep(3 + 9 * kill);
    child.kill("SIGKILL");
    await ended;
  }
  const before = await countOf("trials.jsonl");
  expect(before).toBeGreaterThanOrEqual(33);
  const kept = await wholeLines("trials.jsonl");
  const last = start(0);
  expect((await once(last, "exit"))[0]).toBe(0);
  const trials = await trialsOnDisk();
  expect((await readFile(join(out, "trials.jsonl"), "utf8")).startsWith(kept)).toBe(true);
  expect(new Set(idsOf(trials)).size).toBe(trials.length);
  expect(new Set(trials.map(({ taskId }) => taskId)).size).toBe(tasks);
  await expectWhole(idsOf(trials));
  for (const taskId of new Set(trials.map((trial) => trial.taskId))) {
    const own = trials.filter((trial) => trial.taskId === taskId);
    expect(own.map(({ trial }) => trial)).toEqual(own.map((_trial, i) => i));
    expect(own.map(({ next }) => next)).toEqual(
      own.map((_trial, i) => (i + 1 < own.length ? "retry" : "stop")),
    );
  }
});

/** The whole lines of a file that another process is writing, or could not finish. */
async function wholeLines(name: string): Promise<string> {
  if (!existsSync(join(out, name))) return "";
  const text = await readFile(join(out, name), "utf8");
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

const countOf = async (name: string): Promise<number> => (await wholeLines(name)).split("\n").length - 1;

test("a folder that another process writes, or that holds something else, is refused", async () => {
  await mkdir(out, { recursive: true });
  await writeFile(join(out, ".lock"), `${process.ppid} ${hostname()}`);
  await expect(run()).rejects.toThrow(/is writing this run/);
  await rm(join(out, ".lock"));
  await writeFile(join(out, "thesis.txt"), "mine");
  await expect(run()).rejects.toThrow(/holds no Reflexion loop, but other files, such as "thesis.txt"/);
});

test.skipIf(process.platform !== "linux")(
  "a place that takes no folder is an error, and no endless try",
  async () => {
    await expect(run({ out: "/proc/nowhere/loop" })).rejects.toThrow(/ENOENT.*\/proc\/nowhere/);
  },
);

test("another configuration is refused and named, whatever differs", async () => {
  await run({ tasks: ["drawer-0"] });
  await expect(run({ trials: 5 })).rejects.toThrow(/trials was 3, now 5/);
  await expect(run({ evaluator: oracleEvaluator() })).rejects.toThrow(
    /evaluator was .*simulated.*, now .*oracle/,
  );
  await expect(run({ settings: { seed: 2 } })).rejects.toThrow(/settings was \{\}, now \{"seed":2\}/);
  await expect(run({ undecided: { unsure: "stop" } })).rejects.toThrow(/undecided/);
});

test("a task's folder stays inside the loop's, whatever its id", () => {
  for (const id of ["../../etc", "a/b", "/", "..", "a b\u0000", "trajectories/../.."]) {
    const folder = trialFolder("/loop", id, 0);
    expect(folder).toMatch(/^\/loop\/trajectories\/[^/]+\/0$/);
    expect(folder).toBe(normalize(folder));
  }
  expect(trialFolder("/loop", "a/b", 0)).not.toBe(trialFolder("/loop", "a-b", 0));
});

test("an unknown task is one clear error before anything is played", async () => {
  await expect(run({ tasks: ["drawer-0", "attic"] })).rejects.toThrow(
    'task "attic": drawers has no such task; it has drawer-0, drawer-1',
  );
  expect(existsSync(out)).toBe(false);
});

test("a changed trials.jsonl is refused rather than played on", async () => {
  await run({ tasks: ["drawer-0"] });
  const [first = ""] = (await readFile(join(out, "trials.jsonl"), "utf8")).split("\n");
  await appendFile(join(out, "trials.jsonl"), `${first}\n`);
  await expect(run()).rejects.toThrow(/task "drawer-0": expected trial \d, saw 0/);
});

test.each<[string, () => Promise<unknown>]>([
  [
    "a line of the trials",
    async () => {
      const lines = (await readFile(join(out, "trials.jsonl"), "utf8")).split("\n");
      await writeFile(join(out, "trials.jsonl"), lines.slice(1).join("\n"));
    },
  ],
  ["the verdicts", () => rm(join(out, "verdicts"), { recursive: true })],
  ["the labels", () => rm(join(out, "labels.jsonl"))],
  ["the runs", () => rm(join(out, "trajectories"), { recursive: true })],
])("what lost %s is played anew, and said", async (_what, take) => {
  const options = { tasks: ["drawer-0", "drawer-1"] };
  const before = await run(options);
  await take();
  const notices: string[] = [];
  const after = await run({ ...options, onNotice: (notice) => notices.push(notice) });
  expect(notices).toEqual([expect.stringMatching(/^\d trials? (?:is|are) played anew/)]);
  const told = ({ trials }: typeof before) =>
    trials.map(({ trajectoryId, outcome }) => `${trajectoryId} ${outcome}`).sort();
  expect(told(after)).toEqual(told(before));
  await expectWhole(idsOf(after.trials));
});

/** An evaluator whose every verdict costs this much. */
function costing(costUsd: number | null): Evaluator {
  const inner = judge();
  return {
    ...inner,
    async evaluate(ended, options) {
      const { verdict } = await inner.evaluate(ended, options);
      return evaluationOf({ ...verdict, usage: { ...noUsage, calls: 1, costUsd } }, inner.rules);
    },
  };
}

test("stops between two trials when the budget is used up, and goes on with more", async () => {
  const stopped = await run({ evaluator: costing(0.1), budgetUsd: 0.75 });
  expect(stopped.record).toMatchObject({ status: "budget", counts: { trials: 8 } });
  expect(stopped.record.usage.evaluator.costUsd).toBeCloseTo(0.8, 10);
  const still = await run({ evaluator: costing(0.1), budgetUsd: 0.75 });
  expect(still.record.counts.trials).toBe(8);
  expect((await run({ evaluator: costing(0.1), budgetUsd: 100 })).record.status).toBe("complete");
});

test("a budget that cannot be kept because a price is unknown is refused; what was played stays", async () => {
  await expect(run({ evaluator: costing(null), budgetUsd: 1 })).rejects.toThrow(
    /the price of a model is not known/,
  );
  expect(await trialsOnDisk()).toHaveLength(1);
});

test("a fault at one task leaves the others alone, is named, and is tried again by the same command", async () => {
  const broken = (taskId: string): void => {
    if (taskId === "drawer-4") throw new Error("the page crashed\nbadly");
  };
  const { record } = await run({ concurrency: 3 }, { onAct: broken });
  expect(record).toMatchObject({
    status: "faults",
    counts: { tasks: 20, finished: 19 },
    faults: [{ taskId: "drawer-4", trial: 0, message: "the page crashed badly" }],
  });
  const { record: after } = await run();
  expect(after).toMatchObject({ status: "complete", faults: [], counts: { finished: 20 } });
});

/** An actor whose every decision costs this much, and whose provider is away at one task. */
function paid(costUsd: number, awayAt: string | null): Actor {
  const usage = { ...noUsage, calls: 1, costUsd };
  return {
    ...actor,
    async decide(situation) {
      if (situation.task.id === awayAt && situation.history.length === 1)
        throw new ModelError("rate-limited", "too many requests", { usage });
      return { ...(await actor.decide(situation)), usage };
    },
  };
}

test("an outage of the actor's provider is no trial; the same command plays it, and what it cost is counted", async () => {
  const tasks = ["drawer-1", "drawer-4", "drawer-7"];
  const away = await run({ actor: paid(0.25, "drawer-4"), tasks });
  const used = { calls: 2, costUsd: 0.5 };
  expect(away.record).toMatchObject({
    status: "faults",
    counts: { tasks: 3, finished: 2 },
    faults: [{ taskId: "drawer-4", trial: 0, message: "too many requests", usage: { actor: used } }],
    unrecordedUsage: { actor: used },
  });
  await expectWhole(idsOf(away.trials));
  expect(away.trials.map(({ taskId }) => taskId)).not.toContain("drawer-4");
  const callsOf = (trials: readonly TrialRecord[]): number =>
    trials.reduce((sum, { usage }) => sum + usage.actor.calls, 0);
  expect(away.record.usage.actor.calls).toBe(callsOf(away.trials) + 2);
  const again = await run({ actor: paid(0.25, null), tasks });
  expect(again.record).toMatchObject({ status: "complete", faults: [], unrecordedUsage: { actor: used } });
  expect(again.record.usage.actor.calls).toBe(callsOf(again.trials) + 2);
  await expectWhole(idsOf(again.trials));
});

test("a budget counts what broken trials have cost", async () => {
  const options = { actor: paid(0.25, "drawer-0"), budgetUsd: 0.5, tasks: ["drawer-0", "drawer-1"] };
  const { record } = await run(options);
  expect(record).toMatchObject({ status: "budget", counts: { trials: 0 } });
  // A later start knows of it too.
  expect((await run(options)).record).toMatchObject({ status: "budget", counts: { trials: 0 } });
});

test("what trials that were given up have used is counted", async () => {
  const abort = new AbortController();
  const { record } = await run(
    { actor: paid(0.25, null), abort: abort.signal },
    { onAct: () => abort.abort() },
  );
  expect(record).toMatchObject({
    status: "interrupted",
    counts: { trials: 0 },
    faults: [],
    unrecordedUsage: { actor: { calls: 1, costUsd: 0.25 } },
    usage: { actor: { calls: 1, costUsd: 0.25 } },
  });
});

test("a fault that no task escapes stops the loop at once", async () => {
  const world: Drawers = drawersWorld({ tasks: 20 });
  const evaluator: Evaluator = {
    ...judge(),
    evaluate: () => Promise.reject(new InputError("the key is wrong")),
  };
  await expect(run({ environment: world, evaluator })).rejects.toThrow("the key is wrong");
  expect(world.counts.reset).toBe(1);
});

test("without an oracle the loop runs all the same, and there are no labels", async () => {
  const evaluator: Evaluator = { ...judge(), seesTruth: false };
  const { trials, record } = await run({ evaluator, tasks: ["drawer-0"] }, { withoutTruth: true });
  expect(record.counts.unscored).toBe(3);
  expect(trials.map(({ outcome, truth, next }) => [outcome, truth, next])).toEqual([
    [null, null, "retry"],
    [null, null, "retry"],
    [null, null, "stop"],
  ]);
  expect(await readFile(join(out, "labels.jsonl"), "utf8")).toBe("");
});

/** One trial: how it ends, what the actor is told, and what is left when it breaks off. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pngBytes } from "../../../test/fixtures/trajectories.ts";
import { type DrawersOptions, drawersActor, drawersWorld } from "../../../test/worlds/drawers.ts";
import { readTrajectories } from "../../formats/index.ts";
import { imagesOf, ModelError, trajectoryDigest, type Usage } from "../../trajectory/index.ts";
import type { Actor, Decision, Situation } from "../live/actor.ts";
import type { LiveEnvironment } from "../live/environment.ts";
import { playTrial } from "./play-trial.ts";

function worldAndTask(options: Partial<DrawersOptions> = {}) {
  const world = drawersWorld({ tasks: 1, write: false, ...options });
  const [task] = world.tasks;
  if (task === undefined) throw new Error("the world has no task");
  return { world, task };
}

function deciding(decide: (situation: Situation) => Decision): { actor: Actor; seen: Situation[] } {
  const seen: Situation[] = [];
  const actor: Actor = {
    name: "told",
    decide: async (situation) => {
      seen.push({ ...situation, history: [...situation.history] });
      return decide(situation);
    },
  };
  return { actor, seen };
}

const start = { trial: 0, reflections: [], folder: "unused", trajectoryId: "drawers/told/0" };
const usage = {
  calls: 1,
  inputTokens: 10,
  outputTokens: 2,
  cachedTokens: 0,
  images: 0,
  costUsd: 0.5,
  latencyMs: 1,
};

test("acts until it answers; the run holds the answer, and what was used is summed", async () => {
  const { world, task } = worldAndTask();
  const { actor, seen } = deciding(({ history }) =>
    history.length === 0
      ? { thought: "look", action: { type: "click", element: "e1" }, usage }
      : { action: { type: "answer", text: "a compass" }, usage },
  );
  const { ended, usage: used } = await playTrial({ ...start, environment: world, actor, task });
  expect(ended.trajectory).toMatchObject({ stop: "answered", answer: "a compass" });
  expect(ended.trajectory.steps).toHaveLength(2);
  expect(ended.truth?.outcome).toBe("success");
  expect(used).toMatchObject({ calls: 2, inputTokens: 20, costUsd: 1 });
  expect(seen[1]?.history).toEqual([
    {
      url: "http://cabinet.test/",
      thought: "look",
      action: { type: "click", element: "e1" },
      target: "Drawer 1",
    },
  ]);
});

test("an action that the page refuses is in the history with its error, and the trial goes on", async () => {
  const { world, task } = worldAndTask();
  const { actor, seen } = deciding(({ history }) =>
    history.length === 0
      ? { action: { type: "click", element: "e99" } }
      : { action: { type: "infeasible", text: "no such drawer" } },
  );
  const { ended } = await playTrial({ ...start, environment: world, actor, task });
  expect(seen[1]?.history[0]?.error).toBe("there is no e99");
  expect(ended.trajectory).toMatchObject({ stop: "infeasible", answer: "no such drawer" });
});

test("stops at the task's limit of actions, the answer counted among them", async () => {
  const { world, task } = worldAndTask();
  const { actor, seen } = deciding(() => ({ action: { type: "wait" } }));
  const { ended } = await playTrial({ ...start, environment: world, actor, task });
  expect(ended.trajectory.stop).toBe("step-limit");
  expect(ended.trajectory.steps).toHaveLength(task.maxSteps);
  expect(seen).toHaveLength(task.maxSteps);
});

test("a model without a usable action ends the trial with stop error, and the trial is recorded", async () => {
  const { world, task } = worldAndTask();
  const { actor } = deciding(({ history }) => {
    if (history.length === 1) throw new ModelError("unreadable-answer", "no action in it", { usage });
    return { action: { type: "click", element: "e1" }, usage };
  });
  const { ended, actorError, usage: used } = await playTrial({ ...start, environment: world, actor, task });
  expect(ended.trajectory.stop).toBe("error");
  expect(ended.trajectory.steps).toHaveLength(1);
  expect(actorError).toBe("no action in it");
  // What the failed decision cost is counted too.
  expect(used.calls).toBe(2);
  expect(world.counts).toEqual({ reset: 1, ended: 1, abandoned: 0 });
});

const reasons = [
  "unreadable-answer",
  "empty-answer",
  "truncated-answer",
  "refused",
  "context-length",
] as const;

test.each(reasons)("an answer that is of no use (%s) is the actor's failure", async (kind) => {
  const { world, task } = worldAndTask();
  const { actor } = deciding(() => {
    throw new ModelError(kind, "of no use");
  });
  const { ended } = await playTrial({ ...start, environment: world, actor, task });
  expect(ended.trajectory.stop).toBe("error");
});

test.each(["rate-limited", "provider", "timeout"] as const)(
  "a provider that fails (%s) leaves the trial unplayed, and what was used is told",
  async (kind) => {
    const { world, task } = worldAndTask();
    const { actor } = deciding(({ history }) => {
      if (history.length === 1) throw new ModelError(kind, "the provider is away", { usage });
      return { action: { type: "click", element: "e1" }, usage };
    });
    const told: Usage[] = [];
    const used = (each: Usage): number => told.push(each);
    const trial = playTrial({ ...start, environment: world, actor, task, used });
    await expect(trial).rejects.toThrow("the provider is away");
    expect(world.counts).toEqual({ reset: 1, ended: 0, abandoned: 1 });
    expect(told).toEqual([usage, usage]);
  },
);

test("a fault of the world abandons the episode and is thrown", async () => {
  const { world, task } = worldAndTask({
    onAct: () => {
      throw new Error("the page crashed");
    },
  });
  const actor = drawersActor({ skill: 1, learning: 0 });
  await expect(playTrial({ ...start, environment: world, actor, task })).rejects.toThrow("the page crashed");
  expect(world.counts).toEqual({ reset: 1, ended: 0, abandoned: 1 });
});

test("an abort abandons the episode between two actions", async () => {
  const abort = new AbortController();
  const { world, task } = worldAndTask({ onAct: () => abort.abort(new Error("given up")) });
  const actor = drawersActor({ skill: 1, learning: 0 });
  const trial = playTrial({ ...start, environment: world, actor, task, signal: abort.signal });
  await expect(trial).rejects.toThrow("given up");
  expect(world.counts).toEqual({ reset: 1, ended: 0, abandoned: 1 });
});

test("the images of a run that lie in its folder can be opened, and count for what the run is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "trajudge-trial-"));
  try {
    const { world, task } = worldAndTask();
    const photographing: LiveEnvironment = {
      ...world,
      async reset(opening) {
        const episode = await world.reset(opening);
        return {
          ...episode,
          async end(how) {
            const { trajectory, truth } = await episode.end(how);
            const final = { ...trajectory.final, screenshot: "frames/0.png" };
            await mkdir(join(folder, "frames"));
            await writeFile(join(folder, "frames/0.png"), pngBytes(7));
            await writeFile(join(folder, "trajectory.json"), JSON.stringify({ ...trajectory, final }));
            return { trajectory: { ...trajectory, final }, truth };
          },
        };
      },
    };
    const actor = drawersActor({ skill: 1, learning: 0 });
    const { ended } = await playTrial({ ...start, folder, environment: photographing, actor, task });
    expect(Buffer.from((await imagesOf(ended.trajectory)?.read("frames/0.png")) ?? [])).toEqual(pngBytes(7));
    for await (const read of readTrajectories(folder))
      expect(await trajectoryDigest(read)).toBe(await trajectoryDigest(ended.trajectory));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Prints whether every task, done right and done wrong in the live Bazaar, ends as the oracle must say, and what a step costs. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cast } from "../src/bazaar/agents/casting.ts";
import { launchChromium } from "../src/bazaar/agents/chromium.ts";
import { playEpisode } from "../src/bazaar/agents/episode.ts";
import { agents } from "../src/bazaar/agents/scripts.ts";
import { bazaarEnvironment, scriptedActor } from "../src/bazaar/live/index.ts";
import { startBazaar } from "../src/bazaar/site/server.ts";
import { tasks } from "../src/bazaar/tasks/index.ts";
import type { Actor } from "../src/refine/live/actor.ts";
import { playLive } from "../test/bazaar/live-play.ts";

const atOnce = 3;
/** Seeds of the actor that gets everything wrong, as arguments: each makes other faults. */
const seeds = process.argv.slice(2).map(Number);

async function inFolder<T>(play: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "trajudge-bench-"));
  try {
    return await play(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const environment = await bazaarEnvironment();

/** Plays every task, several at once; how many ended as they must, and milliseconds a step of wall time. */
async function playAll(actor: Actor, expected: (isBlocked: boolean) => string) {
  const queue = [...tasks];
  const wrong: string[] = [];
  let steps = 0;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const { id, blocked } = task;
      const { truth, trajectory } = await inFolder((folder) =>
        playLive({ environment, actor, taskId: id, folder }),
      );
      steps += trajectory.steps.length;
      if (truth?.outcome === expected(blocked !== undefined)) continue;
      const done = trajectory.steps.map(({ action }) =>
        [action.raw, action.error].filter(Boolean).join(": "),
      );
      wrong.push(`${id}: ${truth?.outcome}: ${done.join("; ")}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { wrong, perStep: (performance.now() - started) / steps };
}

function report(name: string, { wrong, perStep }: Awaited<ReturnType<typeof playAll>>): void {
  const right = tasks.length - wrong.length;
  console.log(
    `${name.padEnd(22)} ${right} of ${tasks.length} as they must   ${perStep.toFixed(0)} ms a step, ${atOnce} at once`,
  );
  for (const each of wrong) console.log(`  ${each}`);
}

try {
  report(
    "the task's way",
    await playAll(scriptedActor({ skill: 1, learning: 0 }), (isBlocked) =>
      isBlocked ? "blocked" : "success",
    ),
  );
  for (const seed of seeds)
    report(
      `faults of seed ${seed}`,
      await playAll(scriptedActor({ skill: 0, learning: 0, seed }), () => "failure"),
    );
} finally {
  await environment.close();
}

/** The same ways by scripts that look at nothing; one of each in turn, so that a busy machine slows both. */
const few = tasks.filter((_, index) => index % 5 === 0);
const [competent] = agents;
const bazaar = await startBazaar();
const browser = await launchChromium();
const live = await bazaarEnvironment();
try {
  const actor = scriptedActor({ skill: 1, learning: 0 });
  const ms = { scripted: 0, live: 0 };
  let steps = 0;
  for (const task of few) {
    const casting = competent === undefined ? null : cast(competent, task);
    if (casting === null) throw new Error(`${task.id} is not played`);
    const recording = { accessibilityTree: true };
    const started = performance.now();
    await inFolder((folder) => playEpisode({ bazaar, browser, casting, folder, recording }));
    const between = performance.now();
    const { trajectory } = await inFolder((folder) =>
      playLive({ environment: live, actor, taskId: task.id, folder }),
    );
    ms.scripted += between - started;
    ms.live += performance.now() - between;
    steps += trajectory.steps.length;
  }
  console.log(
    `a step with its observation takes ${(ms.live / ms.scripted).toFixed(2)} times as long as a recorded step alone (${(ms.live / steps).toFixed(0)} and ${(ms.scripted / steps).toFixed(0)} ms)`,
  );
} finally {
  await live.close();
  await browser.close();
  await bazaar.close();
}

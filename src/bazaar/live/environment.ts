/** The Bazaar as a world to act in: the site, a headless Chromium, and an episode for each attempt at a task. */
import type { Browser } from "playwright-core";
import type { EpisodeStart, LiveEnvironment, LiveEpisode, LiveTask } from "../../refine/live/environment.ts";
import { InputError } from "../../trajectory/index.ts";
import { launchChromium } from "../agents/chromium.ts";
import { openStage } from "../agents/stage.ts";
import { type Bazaar, startBazaar } from "../site/server.ts";
import { tasks } from "../tasks/index.ts";
import type { BazaarTask } from "../tasks/task.ts";
import { bazaarEpisode } from "./episode.ts";
import { keepOnSite } from "./keep-on-site.ts";

/** How the Bazaar is started. */
export interface BazaarOptions {
  /** Observations hold the picture of every element in view. Default false. */
  readonly images?: boolean;
  /** The tasks that can be attempted, in this order. Default all. */
  readonly taskIds?: readonly string[];
  /** The site's port on loopback; it stands in every address of the recordings. Default 0, any that is free. */
  readonly port?: number;
  /** A browser to use, such as one with a window; it stays open. Default: a headless Chromium is started. */
  readonly browser?: Browser;
}

/** A page is waited for as long as it loads: what an agent sees must not depend on how busy the machine is. */
const settleMs = 10_000;

/** @throws InputError that lists the tasks there are */
function taskOf(id: string): BazaarTask {
  const found = tasks.find((task) => task.id === id);
  if (found === undefined)
    throw new InputError(
      `the Bazaar has no task ${JSON.stringify(id)}; it has ${tasks.map((task) => task.id).join(", ")}`,
    );
  return found;
}

/** What an agent is told: neither what it is judged by nor how the task is done. */
function told({ id, instruction, description, startPath, maxSteps }: BazaarTask, url: string): LiveTask {
  return {
    id,
    instruction,
    ...(description === undefined ? {} : { description }),
    startUrl: url + startPath,
    maxSteps,
  };
}

function environment(
  bazaar: Bazaar,
  browser: Browser,
  { images = false, browser: given }: BazaarOptions,
  chosen: readonly BazaarTask[],
): LiveEnvironment {
  const open = new Set<LiveEpisode>();
  return {
    name: "bazaar",
    tasks: chosen.map((task) => told(task, bazaar.url)),
    async reset({ taskId, folder, trajectoryId, agent }: EpisodeStart) {
      const task = taskOf(taskId);
      if (!chosen.includes(task))
        throw new InputError(`task ${taskId} is not among those that this environment was started with`);
      const stage = await openStage({
        bazaar,
        browser,
        task,
        id: trajectoryId,
        agent: { ...agent },
        folder,
        recording: { accessibilityTree: true, settleMs },
        prepare: (page) => keepOnSite(page, bazaar.url),
      });
      const episode = bazaarEpisode(stage, { task, images, ended: () => open.delete(episode) });
      open.add(episode);
      return episode;
    },
    async close() {
      try {
        await Promise.all([...open].map((episode) => episode.abandon()));
      } finally {
        if (given === undefined) await browser.close();
        await bazaar.close();
      }
    },
  };
}

/**
 * Starts the site and a browser. Every episode is a visitor of its own in a window of its own; no other site is reached.
 *
 * @throws InputError for a task that there is not, and when Chromium or playwright-core is missing
 */
export async function bazaarEnvironment(options: BazaarOptions = {}): Promise<LiveEnvironment> {
  const chosen = options.taskIds === undefined ? tasks : [...new Set(options.taskIds)].map(taskOf);
  const bazaar = await startBazaar({ port: options.port ?? 0 });
  try {
    return environment(bazaar, options.browser ?? (await launchChromium()), options, chosen);
  } catch (error) {
    await bazaar.close();
    throw error;
  }
}

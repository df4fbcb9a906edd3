/** One attempt of an agent at a task of the Bazaar, live: recorded, and known to the oracle. */
import type { LiveElement, LiveEpisode } from "../../refine/live/environment.ts";
import { InputError } from "../../trajectory/index.ts";
import type { Stage } from "../agents/stage.ts";
import type { BazaarTask } from "../tasks/task.ts";
import { act } from "./act.ts";
import { observe } from "./observe.ts";

export interface EpisodeSetup {
  readonly task: BazaarTask;
  /** The pictures of elements are cut out. */
  readonly images: boolean;
  /** Called once, when the browser window has gone. */
  readonly ended: () => void;
}

export function bazaarEpisode(stage: Stage, { task, images, ended }: EpisodeSetup): LiveEpisode {
  let isOver = false;
  let taken = 0;
  let seen: readonly LiveElement[] = [];
  const stillOpen = (): void => {
    if (isOver) throw new InputError(`${task.id}: the episode is over`);
  };
  const close = async (): Promise<void> => {
    isOver = true;
    try {
      await stage.close();
    } finally {
      ended();
    }
  };
  return {
    async observe() {
      stillOpen();
      const observation = await observe(stage.page, images);
      seen = observation.elements;
      return observation;
    },
    async act(action, thought) {
      stillOpen();
      if (taken >= task.maxSteps)
        throw new InputError(`${task.id}: all ${task.maxSteps} actions are taken; the episode has to end`);
      taken += 1;
      if (thought !== undefined) stage.recording.think(thought);
      const result = await act(stage, action, seen);
      await stage.look();
      return result;
    },
    async end({ stop, answer, thought }) {
      stillOpen();
      if (thought !== undefined) stage.recording.think(thought);
      const words = answer === undefined ? undefined : { text: answer, gaveUp: stop === "infeasible" };
      try {
        return await stage.finish(stop, words);
      } finally {
        await close();
      }
    },
    async abandon() {
      if (!isOver) await close();
    },
  };
}

/** The truth about an episode, from the server's state and the pages seen; the agent's words count only as the answer it delivered. */
import type { Outcome, StepClass } from "../trajectory/index.ts";
import type { BazaarTask, Station } from "./tasks/task.ts";
import type { World } from "./tasks/world.ts";

export interface Truth {
  outcome: Extract<Outcome, "success" | "failure" | "blocked">;
  /** One class a step. */
  steps: StepClass[];
}

/** For each step whether it brought the agent on: it reached a station, and undid none. */
function advances(task: BazaarTask, worlds: readonly World[]): boolean[] {
  const reached = new Set<Station>();
  const isLost = (station: Station, world: World): boolean =>
    reached.has(station) && station.lost?.(world) === true;
  const moved = worlds.map((world) => {
    const lost = task.stations.filter((station) => isLost(station, world));
    const gained = task.stations.filter((station) => !reached.has(station) && station.reached(world));
    for (const station of lost) reached.delete(station);
    for (const station of gained) reached.add(station);
    return gained.length > 0 && lost.length === 0;
  });
  return moved.slice(1);
}

/**
 * Judges an episode.
 *
 * The outcome is `blocked` when the task met what blocks everyone, and else whether the task is done at the end.
 * A step is
 * - `success` when it makes a task done for good, or ends an episode whose task is done with an answer;
 * - `progress` when it reaches a station of the task and undoes none, makes the task done though not for good, meets
 *   what blocks everyone, or ends a blocked episode by saying so;
 * - `no-progress` otherwise: it changes nothing for the task, undoes something, or claims what is not so.
 *
 * @param worlds the moment before the first step and the moment after each
 */
export function oracle(task: BazaarTask, worlds: readonly World[]): Truth {
  const last = worlds.at(-1);
  if (last === undefined)
    throw new RangeError(`${task.id}: an episode has at least the moment before its first step`);
  const blocked = task.blocked?.(last) === true;
  const done = worlds.map((world) => task.done(world));
  const isDone = !blocked && done.at(-1) === true;
  const decisive = done.lastIndexOf(false) + 1;
  const firstDone = done.indexOf(true);
  const firstBlock = worlds.findIndex((world) => task.blocked?.(world) === true);
  const advanced = advances(task, worlds);
  const steps = worlds.slice(1).map((world, i): StepClass => {
    const at = i + 1;
    const ends = world.answer !== null;
    if (isDone && (at === decisive || ends)) return "success";
    if (ends) return blocked ? "progress" : "no-progress";
    return advanced[i] === true || at === firstDone || at === firstBlock ? "progress" : "no-progress";
  });
  return { outcome: blocked ? "blocked" : isDone ? "success" : "failure", steps };
}

/** The actor of known skill: how often it does a task right is what the closed form says. */
import { describe, expect, test } from "vitest";
import { successAfterReflection } from "../../refine/index.ts";
import { tasks } from "../tasks/index.ts";
import { movesAt, scriptedActor } from "./scripted-actor.ts";

const seeds = Array.from({ length: 100 }, (_, i) => i + 1);

/** The share of trials that go the task's way, over all tasks and many seeds. */
function shareRight(skill: number, learning: number, hasReflection: boolean): { share: number; n: number } {
  const right = seeds.flatMap((seed) =>
    tasks.map((task) => movesAt(task, 1, hasReflection, { skill, learning, seed }) === task.way),
  );
  return { share: right.filter((each) => each).length / right.length, n: right.length };
}

describe.each([
  [0.3, 0.5],
  [0.5, 0],
  [0.7, 0.9],
  [0, 1],
  [1, 0],
])("with skill %d and learning %d", (skill, learning) => {
  test.each([
    ["of a first trial", false],
    ["after a reflection", true],
  ] as const)("the share of right trials is the chance %s", (_which, hasReflection) => {
    const chance = hasReflection ? successAfterReflection(skill, learning) : skill;
    const { share, n } = shareRight(skill, learning, hasReflection);
    // Four standard errors: one seed in 16,000 would fail by chance, and these seeds are fixed.
    expect(Math.abs(share - chance)).toBeLessThanOrEqual(4 * Math.sqrt((chance * (1 - chance)) / n));
  });
});

test("another skill, learning or seed is another version; the name of the actor alone tells none of it", () => {
  const versionOf = (skill: number, learning: number, seed?: number) =>
    scriptedActor({ skill, learning, ...(seed === undefined ? {} : { seed }) }).version;
  const versions = [versionOf(0.4, 0.5), versionOf(0.3, 0.5), versionOf(0.4, 0.1), versionOf(0.4, 0.5, 2)];
  expect(new Set(versions).size).toBe(4);
  expect(versionOf(0.4, 0.5, 1)).toBe(versions[0]);
});

test("a reflection spoils nothing: what is done right without one is done right with one", () => {
  for (const task of tasks) {
    for (const seed of seeds) {
      const options = { skill: 0.5, learning: 0.4, seed };
      if (movesAt(task, 2, false, options) === task.way)
        expect(movesAt(task, 2, true, options)).toBe(task.way);
    }
  }
});

test("trials and seeds differ, and the same trial is the same again", () => {
  const [task] = tasks;
  if (task === undefined) throw new Error("no task");
  const shape = (trial: number, seed: number) =>
    JSON.stringify(movesAt(task, trial, false, { skill: 0, learning: 0, seed }));
  expect(shape(0, 1)).toBe(shape(0, 1));
  expect(new Set([0, 1, 2, 3, 4, 5].map((trial) => shape(trial, 1))).size).toBeGreaterThan(2);
  expect(new Set(seeds.map((seed) => shape(0, seed))).size).toBeGreaterThan(2);
});

test("every task has a fault to make", () => {
  for (const task of tasks) {
    const moves = movesAt(task, 0, false, { skill: 0, learning: 0 });
    expect([task.id, moves.length > 0 && JSON.stringify(moves) !== JSON.stringify(task.way)]).toEqual([
      task.id,
      true,
    ]);
  }
});

test.each([
  [{ skill: 1.2, learning: 0 }, "skill: must lie in [0, 1], saw 1.2"],
  [{ skill: 0, learning: Number.NaN }, "learning: must lie in [0, 1], saw NaN"],
])("a chance that is none is refused: %j", (options, message) => {
  expect(() => scriptedActor(options)).toThrow(message);
});

/** The casting: the same for the same seed, every agent and task in it, every run within its limits. */
import { expect, test } from "vitest";
import { tasks } from "../tasks/index.ts";
import { cast, casting } from "./casting.ts";
import { agents } from "./scripts.ts";

const shape = (seed: number) => casting(seed).map(({ agent, task, moves }) => [agent.name, task.id, moves]);

test("the same seed gives the same runs, another seed gives others", () => {
  expect(shape(7)).toEqual(shape(7));
  expect(shape(8)).not.toEqual(shape(7));
});

test("every agent plays at least six tasks, and no fault is much more frequent than another", () => {
  const counts = agents.map(({ name }) => casting().filter(({ agent }) => agent.name === name).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(6);
  const faults = agents.flatMap(({ succeeds }, i) => (succeeds ? [] : (counts[i] ?? [])));
  expect(Math.max(...faults)).toBeLessThanOrEqual(12);
});

test("there are at least 30 tasks, of all three kinds, and 120 runs", () => {
  expect(tasks.length).toBeGreaterThanOrEqual(30);
  expect(new Set(tasks.map(({ kind }) => kind))).toEqual(
    new Set(["information", "navigation", "modification"]),
  );
  expect(casting().length).toBeGreaterThanOrEqual(120);
});

test("no run takes more steps than its task allows, whatever the seed", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    for (const agent of agents) {
      for (const task of tasks) {
        const moves = cast(agent, task, seed)?.moves ?? [];
        expect([agent.name, task.id, moves.length <= task.maxSteps]).toEqual([agent.name, task.id, true]);
      }
    }
  }
});

test("no failing agent makes the moves of the competent one", () => {
  for (const { agent, task, moves } of casting()) {
    if (!agent.succeeds) expect([agent.name, task.id, moves]).not.toEqual([agent.name, task.id, task.way]);
  }
});

test("only the looping agent is stopped by the step limit", () => {
  const atLimit = casting().filter(({ task, moves }) => moves.length === task.maxSteps);
  const silent = atLimit.filter(({ moves }) => !["answer", "infeasible"].includes(moves.at(-1)?.do ?? ""));
  expect(new Set(silent.map(({ agent }) => agent.name))).toEqual(new Set(["loops"]));
});

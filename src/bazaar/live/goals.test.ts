/** The WebVLN setting: what is to be found, and the way there. */
import { expect, test } from "vitest";
import { edges, pages } from "../graph.ts";
import { tasks } from "../tasks/index.ts";
import { goals, wayToGoal } from "./goals.ts";

test("every task that asks for a fact or leads to a page has a goal with answer, target and way", () => {
  const asked = tasks.filter(({ kind }) => kind !== "modification");
  expect(goals.map(({ taskId }) => taskId)).toEqual(asked.map(({ id }) => id));
  for (const { taskId, answer, target, path } of goals) {
    expect([taskId, answer.length > 0, path[0], path.at(-1)]).toEqual([taskId, true, "/", target]);
    expect(pages).toContain(target);
  }
});

test("the way from the first page is as long as the task's own", () => {
  for (const goal of goals) expect(wayToGoal(goal, "/")).toHaveLength(goal.path.length);
});

test("following the way from any page, link by link, ends at the target, a step nearer each time", () => {
  const ways = new Set(edges.map(({ from, to }) => `${from} ${to}`));
  for (const goal of goals) {
    for (const page of pages) {
      const way = wayToGoal(goal, `http://127.0.0.1:4711${page}?q=lamp#main`);
      expect([way?.[0], way?.at(-1)]).toEqual([page, goal.target]);
      const [, next] = way ?? [];
      if (next === undefined) continue;
      expect(ways).toContain(`${page} ${next}`);
      expect(wayToGoal(goal, next)).toHaveLength((way?.length ?? 0) - 1);
    }
  }
});

test("from a page that the site does not have there is no way", () => {
  const [goal] = goals;
  expect(goal === undefined ? undefined : wayToGoal(goal, "/shop/products/none")).toBeNull();
});

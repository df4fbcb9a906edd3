/** The Bazaar in the WebVLN setting (Chen et al. 2024): a question, perhaps a description, a page to find, an answer. */
import { shortestPath } from "../graph.ts";
import { tasks } from "../tasks/index.ts";

/** What is to be found, and where. It is for measures and for actors that stand in for an oracle, never for judges. */
export interface Goal {
  readonly taskId: string;
  readonly question: string;
  readonly description?: string;
  /** The path of the page to end at. */
  readonly target: string;
  /** A shortest way there from the task's first page, both ends included. */
  readonly path: readonly string[];
  readonly answer: string;
}

/** Every task that asks for a fact or leads to a page. */
export const goals: readonly Goal[] = tasks.flatMap(({ id, kind, instruction, description, reference }) => {
  const { answer, path } = reference;
  const target = path.at(-1);
  if (kind === "modification" || answer === undefined || target === undefined) return [];
  const more = description === undefined ? {} : { description };
  return [{ taskId: id, question: instruction, ...more, target, path, answer }];
});

/**
 * The pages on a shortest way from where an agent is to a goal's page, both ends included: one page when it is there.
 *
 * @param url the page's address, or its path
 * @returns null when the site has no such page, or no way leads on
 */
export function wayToGoal({ target }: Goal, url: string): string[] | null {
  return shortestPath(new URL(url, "http://site").pathname, target);
}

/** Which agent plays which task: the good ones every task, and some faults each, taken so that all occur alike. */
import type { Move } from "../moves.ts";
import type { Truth } from "../oracle.ts";
import { tasks } from "../tasks/index.ts";
import type { BazaarTask } from "../tasks/task.ts";
import { randomFor, type ScriptedAgent } from "./scripted-agent.ts";
import { agents } from "./scripts.ts";

export interface Casting {
  agent: ScriptedAgent;
  task: BazaarTask;
  moves: Move[];
}

/** An agent at a task; null when the task gives its fault no place. */
export function cast(agent: ScriptedAgent, task: BazaarTask, seed = 1): Casting | null {
  const moves = agent.script(task, randomFor(agent, task, seed));
  return moves === null ? null : { agent, task, moves };
}

/** How many faults a task is played with, besides the agents that do it right. */
const faultsOf = (possible: readonly Casting[]): number => (possible.length >= 6 ? 3 : 2);

/**
 * The faults at each task. They are dealt out so that all kinds occur about equally often: those that fewest tasks
 * allow choose first, at most `share` tasks each, and what room is left goes to those that were played least.
 */
function deal(possible: ReadonlyMap<BazaarTask, readonly Casting[]>): Set<Casting> {
  const all = [...possible.values()].flat();
  const byAgent = agents.map((agent) => all.filter((each) => each.agent === agent));
  const places = [...possible.values()].reduce((sum, each) => sum + faultsOf(each), 0);
  const share = Math.ceil(places / byAgent.filter((each) => each.length > 0).length);
  const dealt = new Set<Casting>();
  const count = (what: Partial<Casting>): number =>
    [...dealt].filter((each) => each.agent === what.agent || each.task === what.task).length;
  const hasRoom = ({ task }: Casting): boolean => count({ task }) < faultsOf(possible.get(task) ?? []);
  for (const own of byAgent.sort((a, b) => a.length - b.length)) {
    const emptiestFirst = own
      .filter(hasRoom)
      .sort((a, b) => count({ task: a.task }) - count({ task: b.task }));
    for (const each of emptiestFirst.slice(0, share)) dealt.add(each);
  }
  for (const each of possible.values()) {
    const rarestFirst = each
      .filter((one) => !dealt.has(one))
      .sort((a, b) => count({ agent: a.agent }) - count({ agent: b.agent }));
    for (const one of rarestFirst) if (hasRoom(one)) dealt.add(one);
  }
  return dealt;
}

/** All runs in a fixed order, the same for the same seed: the good agents at every task, and some faults at each. */
export function casting(seed = 1): Casting[] {
  const all = tasks.map((task) => agents.flatMap((agent) => cast(agent, task, seed) ?? []));
  const bad = all.map((each) => each.filter(({ agent }) => !agent.succeeds));
  const dealt = deal(new Map(tasks.map((task, i) => [task, bad[i] ?? []])));
  return all.flat().filter((each) => each.agent.succeeds || dealt.has(each));
}

/** The outcome that the oracle must find: a run that met what blocks everyone is blocked, unless it claims a result. */
export function expectedOutcome({ agent, task, moves }: Casting): Truth["outcome"] {
  if (task.blocked !== undefined) return moves.at(-1)?.do === "answer" ? "failure" : "blocked";
  return agent.succeeds ? "success" : "failure";
}

/** What a scripted agent is, and what scripts are made from. */
import type { Move, Purpose } from "../moves.ts";
import { answer } from "../moves.ts";
import type { BazaarTask } from "../tasks/task.ts";
import { seeded, seedOf } from "./random.ts";

export interface ScriptedAgent {
  name: string;
  /** What it does, in one line. */
  summary: string;
  /** The oracle's outcome wherever the agent applies and the task is not blocked. */
  succeeds: boolean;
  /** Its moves at a task; null where the task gives this fault no place. */
  script: (task: BazaarTask, random: () => number) => Move[] | null;
}

/** Numbers of its own for each agent at each task. */
export function randomFor(agent: ScriptedAgent, task: BazaarTask, seed: number): () => number {
  return seeded(seedOf(`${seed} ${agent.name} ${task.id}`));
}

export function pickFrom<T>(choices: readonly T[], random: () => number): T | undefined {
  return choices[Math.floor(random() * choices.length)];
}

const ending = (move: Move): boolean => move.do === "answer" || move.do === "infeasible";

/** The way without the words at its end. */
export const body = (task: BazaarTask): Move[] => task.way.filter((move) => !ending(move));
/** The words at the way's end. */
export const end = (task: BazaarTask): Move[] => task.way.filter(ending);

export const placeOf = (task: BazaarTask, purpose: Purpose): number =>
  task.way.findIndex((move) => move.for === purpose);

export const isImpossible = (task: BazaarTask): boolean => task.way.some((move) => move.do === "infeasible");

/** The first half of the way, at least one move and never all of it. */
export function firstHalf(task: BazaarTask): Move[] {
  const moves = body(task);
  return moves.slice(0, Math.max(1, Math.floor(moves.length / 2)));
}

/** A claim of success that fits the task, whatever was done. */
export function claim(task: BazaarTask): Move {
  const said = task.way.find((move) => move.do === "answer");
  return answer(task.wrongAnswer ?? (said?.do === "answer" ? said.text : "The task is done."));
}

const others: Readonly<Record<string, string>> = {
  "2": "3",
  "5 Quay Street, Bergen": "5 Quay Road, Bergen",
  Ines: "Tomasz",
  Wei: "Adaeze",
  Deutsch: "Português",
  "Europe/Oslo": "Europe/Tallinn",
};

/** The same kind of value, but another one: a larger limit, a day later, the name beside it. */
function otherValue(value: string): string {
  const date = /^(\d{4}-\d\d-)(\d\d)$/.exec(value);
  if (date !== null) return `${date[1]}${String(Number(date[2]) + 1).padStart(2, "0")}`;
  const other = others[value];
  if (other !== undefined) return other;
  if (/^\d+$/.test(value)) return String(Number(value) + 30);
  throw new RangeError(`there is no other value for ${value}`);
}

/** The move with another value; null for a move that has none. */
export function mistaken(move: Move): Move | null {
  return move.do === "fill" || move.do === "choose" ? { ...move, value: otherValue(move.value) } : null;
}

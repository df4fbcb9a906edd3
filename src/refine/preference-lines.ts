/** Preference pairs with what the runs did, in the conversational form that DPO trainers read. */
import { evidence, redactTrajectory } from "../evidence/index.ts";
import { type Trajectory, viewOf } from "../trajectory/index.ts";
import type { Preference } from "./preferences.ts";

type Message = { role: "system" | "user" | "assistant"; content: string };

export interface PreferenceLine {
  prompt: Message[];
  /** What the successful run did, and the failed one, as one answer each. */
  chosen: Message[];
  rejected: Message[];
  chosenId: string;
  rejectedId: string;
  /** The scores' difference; null when either has none. */
  margin: number | null;
}

const system = "You operate a website for a user. You see the task. Say what you do, step by step.";

/** The actions as sentences; an answer is the last of them. */
const conductOf = (trajectory: Trajectory): Message[] => [
  { role: "assistant", content: evidence.actions(viewOf(redactTrajectory(trajectory).trajectory)) },
];

/**
 * Fills pairs with the actions of their runs; secrets are replaced.
 *
 * @param trajectories the runs that were judged; only those in a pair are kept in memory, as text
 * @returns the lines in the pairs' order, and the ids of runs that a pair wants and the input does not hold
 */
export async function preferenceLines(
  pairs: readonly Preference[],
  trajectories: AsyncIterable<Trajectory>,
): Promise<{ lines: PreferenceLine[]; missing: string[] }> {
  const wanted = new Set(pairs.flatMap(({ chosen, rejected }) => [chosen, rejected]));
  const conduct = new Map<string, Message[]>();
  for await (const trajectory of trajectories)
    if (wanted.has(trajectory.id)) conduct.set(trajectory.id, conductOf(trajectory));
  const lines = pairs.flatMap(({ instruction, chosen, rejected, margin }): PreferenceLine[] => {
    const [good, bad] = [conduct.get(chosen), conduct.get(rejected)];
    if (good === undefined || bad === undefined) return [];
    const prompt: Message[] = [
      { role: "system", content: system },
      { role: "user", content: `Task: ${instruction}` },
    ];
    return [{ prompt, chosen: good, rejected: bad, chosenId: chosen, rejectedId: rejected, margin }];
  });
  return { lines, missing: [...wanted].filter((id) => !conduct.has(id)) };
}

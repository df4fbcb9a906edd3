/** Preference pairs with what the runs did, in the conversational form that DPO trainers read. */
import { evidence, redactTrajectory } from "../evidence/index.ts";
import { type Trajectory, viewOf } from "../trajectory/index.ts";
import { type DigestOf, isChanged } from "./judged-as.ts";
import type { Preference } from "./preferences.ts";

type Message = { role: "system" | "user" | "assistant"; content: string };

/** One pair, as TRL's DPOTrainer reads it. */
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

/** The actions as sentences, and the answer, where none of them gives it. */
function conductOf(trajectory: Trajectory): Message[] {
  const view = viewOf(redactTrajectory(trajectory).trajectory);
  const last = view.steps.at(-1)?.action.type;
  const said = view.answer === undefined || last === "answer" || last === "infeasible" ? [] : [view.answer];
  const lines = [evidence.actions(view), ...said.map((answer) => `Answer: ${answer}`)];
  return [{ role: "assistant", content: lines.join("\n") }];
}

/**
 * Fills pairs with the actions of their runs; secrets are replaced.
 *
 * @param trajectories the runs that were judged; only those in a pair are kept in memory, as text
 * @param digestOf tells which runs are not what was judged
 * @returns the lines in the pairs' order, without pairs whose runs did the same, which are counted, and the ids of runs
 *   of the pairs that were changed since they were judged, or that the input does not hold
 */
export async function preferenceLines(
  pairs: readonly Preference[],
  trajectories: AsyncIterable<Trajectory>,
  digestOf?: DigestOf,
): Promise<{ lines: PreferenceLine[]; alike: number; changed: string[]; missing: string[] }> {
  const wanted = new Set(pairs.flatMap(({ chosen, rejected }) => [chosen, rejected]));
  const conduct = new Map<string, Message[]>();
  const changed: string[] = [];
  for await (const trajectory of trajectories) {
    if (!wanted.has(trajectory.id)) continue;
    if (await isChanged(trajectory, digestOf)) changed.push(trajectory.id);
    else conduct.set(trajectory.id, conductOf(trajectory));
  }
  let alike = 0;
  const lines = pairs.flatMap(({ instruction, chosen, rejected, margin }): PreferenceLine[] => {
    const [good, bad] = [conduct.get(chosen), conduct.get(rejected)];
    if (good === undefined || bad === undefined) return [];
    if (good[0]?.content === bad[0]?.content) {
      alike += 1;
      return [];
    }
    const prompt: Message[] = [
      { role: "system", content: system },
      { role: "user", content: `Task: ${instruction}` },
    ];
    return [{ prompt, chosen: good, rejected: bad, chosenId: chosen, rejectedId: rejected, margin }];
  });
  const missing = [...wanted].filter((id) => !conduct.has(id) && !changed.includes(id));
  return { lines, alike, changed, missing };
}

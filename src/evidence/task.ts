/** The task as a judge reads it: the instruction, what the data set adds to it, and what was said on the way. */
import { oneLine, type TrajectoryView } from "../trajectory/index.ts";

const messageLimit = 1000;
const mostMessages = 40;

/** Instruction and description, and the dialogue where there is one; the truth about the task is not in a view. */
export function task({ task: { instruction, description }, messages = [] }: TrajectoryView): string {
  const said = messages.slice(-mostMessages).map(({ role, text, beforeStep }) => {
    const when = beforeStep === undefined ? "" : ` (before action ${beforeStep + 1})`;
    return `${role === "user" ? "The user" : "The agent"}${when}: ${oneLine(text, messageLimit)}`;
  });
  return [
    instruction,
    ...(description === undefined ? [] : [description]),
    ...(said.length === 0 ? [] : [["What was said during the run:", ...said].join("\n")]),
  ].join("\n\n");
}

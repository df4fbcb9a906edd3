/** The flag that says what verdicts are worth. */
import type { RewardOptions } from "../refine/index.ts";
import { assignments, collect } from "./options.ts";

/** `name=value` pairs, values as JSON where they read as JSON: numbers, null, true, lists; anything else stays a word. */
export function jsonAssignments(flag: string, texts: readonly string[] | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(assignments(flag, texts)).map(([name, text]) => {
      try {
        return [name, JSON.parse(text)];
      } catch {
        return [name, text];
      }
    }),
  );
}

/** The reward options that `--reward` states; they are checked where they are used. */
export function rewardOptions(texts: readonly string[] | undefined): RewardOptions {
  return jsonAssignments("--reward", texts);
}

export const rewardFlag: [string, string, typeof collect] = [
  "--reward <name=value>",
  "a rule, repeatable: success, failure, progress, noProgress, unsure, blocked, unscored (number or skip), threshold, scale, clip=[low,high], shaping=true",
  collect,
];

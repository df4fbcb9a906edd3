/** The body of a batch: its trajectories and how they are to be rewarded. */
import { check } from "../../trajectory/index.ts";
import { type RewardOptions, rewardOptionsSchema } from "../reward.ts";
import { parseJsonText } from "./body.ts";
import type { ItemOptions } from "./items.ts";
import type { Limits } from "./limits.ts";
import { Refusal, refusing } from "./problem.ts";
import { batchSchema } from "./schemas.ts";

export interface Batch extends ItemOptions {
  values: readonly unknown[];
}

/**
 * @param rewards the server's own rules, over which the batch's are laid
 * @throws Refusal for another shape, rules out of range, or too many trajectories
 */
export function readBatch(bytes: Buffer, rewards: RewardOptions, limits: Limits): Batch {
  const body = parseJsonText(bytes);
  const { trajectories, options } = refusing(() => check(batchSchema, body, "body"));
  if (trajectories.length > limits.trajectories)
    throw new Refusal("too-large", `may have ${limits.trajectories} entries, saw ${trajectories.length}`, {
      field: "trajectories",
    });
  const rules = refusing(() =>
    check(rewardOptionsSchema, { ...rewards, ...options?.reward }, "options.reward"),
  );
  return { values: trajectories, rules, verdict: options?.verdict === true };
}

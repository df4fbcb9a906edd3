/** From taken-in trajectories to the items of an answer: one each, whatever happens to the others. */
import type { UnkeyedVerdict } from "../../judging/index.ts";
import type { Verdict } from "../../trajectory/index.ts";
import { type RewardRules, rewardOf } from "../reward.ts";
import { type Taken, takeTrajectory } from "./intake.ts";
import type { Judging } from "./judging.ts";
import type { Limits } from "./limits.ts";
import { Refusal } from "./problem.ts";
import type { ErrorItem, Item, RewardItem } from "./schemas.ts";

/** How rewards are made of verdicts, and how much of a verdict is told. */
export interface ItemOptions {
  rules: RewardRules;
  /** Whether the whole verdict goes with the reward. */
  verdict: boolean;
}

const isKeyed = (verdict: UnkeyedVerdict | Verdict): verdict is Verdict => "key" in verdict;

/** The reward of a verdict as it is answered, and the whole verdict where it was asked for. */
export function rewardItem(
  verdict: UnkeyedVerdict | Verdict,
  problems: Taken["problems"],
  { rules, verdict: whole }: ItemOptions,
): RewardItem {
  return {
    ...rewardOf(verdict, rules),
    ...(verdict.error === undefined ? {} : { unscored: verdict.error }),
    ...(whole && isKeyed(verdict) ? { verdict } : {}),
    ...(problems.length === 0 ? {} : { problems }),
  };
}

/** An item that was refused. @throws what is no refusal */
export function errorItem(error: unknown): ErrorItem {
  if (error instanceof Refusal) return { error: error.document };
  throw error;
}

/** Whether the item is refused for a reason that lies with the server or its judge, and not with what was sent. */
export const isPassing = (item: Item): boolean =>
  "error" in item && (item.error.status === 429 || item.error.status >= 500);

/** Reads and judges the trajectories of a request; each has its item at its own place. */
export async function judgeAll(
  values: readonly unknown[],
  judging: Judging,
  limits: Limits,
  options: ItemOptions,
  signal: AbortSignal,
): Promise<Item[]> {
  const all: (Taken | ErrorItem)[] = [];
  for (const [index, value] of values.entries()) {
    // One after the other: reading never waits for anything, and others want the processor.
    await judging.turn();
    all.push(await takeTrajectory(value, `trajectories[${index}]`, limits).catch(errorItem));
  }
  return Promise.all(
    all.map(async (taken): Promise<Item> => {
      if ("error" in taken) return taken;
      const { trajectory, problems } = taken;
      try {
        const verdict = options.verdict
          ? await judging.verdict(trajectory, signal)
          : await judging.assess(trajectory, signal);
        return rewardItem(verdict, problems, options);
      } catch (error) {
        return errorItem(error);
      }
    }),
  );
}

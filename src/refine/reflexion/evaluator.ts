/** The evaluator of a Reflexion loop: whether an ended attempt succeeded. */
import type { PreparedJudge } from "../../judging/index.ts";
import { runJudgeOf } from "../../judging/index.ts";
import type { Level, Outcome, Run, Verdict } from "../../trajectory/index.ts";
import type { EndedEpisode } from "../live/environment.ts";
import { type RewardOptions, type RewardRules, rewardOf, rewardRules } from "../reward.ts";

/** What an evaluator says about an attempt. */
export interface Evaluation {
  readonly verdict: Verdict;
  /** The verdict's outcome under the reward rules: a threshold may decide by score. Null means unscored. */
  readonly outcome: Outcome | null;
  /** Null where the rules give none. */
  readonly reward: number | null;
}

/** How an attempt is passed on for judgement. */
export interface EvaluateOptions {
  /** The recorded trajectory's digest, where it is known. */
  readonly digest?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Shinn et al. (2023), section 3: the Evaluator. */
export interface Evaluator {
  /** As run.json names it: id, version, options, models, prompts. */
  readonly judge: Run["judges"][number];
  /** At which level its verdicts are. */
  readonly level: Level;
  readonly rules: RewardRules;
  /** Whether it is given the environment's truth. The loop takes truth and reference away from all others. */
  readonly seesTruth: boolean;
  /** @throws InputError when nothing can be evaluated, and the signal's reason; a bad answer is an unscored evaluation */
  evaluate(ended: EndedEpisode, options?: EvaluateOptions): Promise<Evaluation>;
}

/** A verdict as an evaluation under these rules. */
export function evaluationOf(verdict: Verdict, rules: RewardRules): Evaluation {
  const { outcome, reward } = rewardOf(verdict, rules);
  return { verdict, outcome, reward };
}

/** Evaluates by a judge: its verdict, turned into an outcome and a reward by the rules. */
export function judgeEvaluator(prepared: PreparedJudge, rewards: RewardOptions = {}): Evaluator {
  const rules = rewardRules(rewards);
  return {
    judge: runJudgeOf(prepared),
    level: prepared.level,
    rules,
    seesTruth: false,
    async evaluate({ trajectory }, { digest, signal } = {}) {
      const verdict = await prepared.run(trajectory, { signal, ...(digest === undefined ? {} : { digest }) });
      return evaluationOf(verdict, rules);
    },
  };
}

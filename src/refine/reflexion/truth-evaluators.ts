/** Evaluators that know the truth: the oracle itself, and a judge simulated from it with set error rates. */
import { z } from "zod";
import { judgeVersion, noUsage, verdictKey } from "../../judging/index.ts";
import { check, digest, type Judgement, trajectoryDigest, type Verdict } from "../../trajectory/index.ts";
import type { EndedEpisode, LiveTruth } from "../live/environment.ts";
import { type RewardOptions, rewardRules } from "../reward.ts";
import { type Evaluator, evaluationOf } from "./evaluator.ts";

const codeVersion = 1;

interface TruthJudge {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
  judge(truth: LiveTruth, trajectoryId: string): Judgement;
}

const withoutTruth: Judgement = {
  outcome: null,
  score: null,
  reasoning: "",
  error: { kind: "missing-evidence", message: "the environment does not know what is true of this attempt" },
};

function truthEvaluator(
  { id, options, judge }: TruthJudge,
  rewards: RewardOptions,
  now: () => Date,
): Evaluator {
  const rules = rewardRules(rewards);
  const version = judgeVersion({ id, codeVersion }, options, {});
  const verdictOf = async ({ trajectory, truth }: EndedEpisode, known?: string): Promise<Verdict> => ({
    key: verdictKey(known ?? (await trajectoryDigest(trajectory)), version, {}, "trajectory"),
    trajectoryId: trajectory.id,
    judge: id,
    judgeVersion: version,
    models: {},
    level: "trajectory",
    ...(truth === null ? withoutTruth : judge(truth, trajectory.id)),
    stepCount: trajectory.steps.length,
    usage: noUsage,
    createdAt: now().toISOString(),
  });
  return {
    judge: { id, version, options: { ...options }, models: {}, prompts: {} },
    level: "trajectory",
    rules,
    seesTruth: true,
    evaluate: async (ended, { digest: known } = {}) => evaluationOf(await verdictOf(ended, known), rules),
  };
}

function stepsThat({ steps }: LiveTruth, which: LiveTruth["steps"][number]): string | null {
  const numbers = steps.flatMap((each, i) => (each === which ? [i + 1] : []));
  return numbers.length === 0 ? null : numbers.join(", ");
}

/** The oracle's words: its outcome, and which actions brought nothing. */
function oracleReasoning(truth: LiveTruth): string {
  const idle = stepsThat(truth, "no-progress");
  const said = `The environment's own check says ${truth.outcome}.`;
  return idle === null ? said : `${said} Actions that brought nothing: ${idle}.`;
}

/** How a truth becomes an evaluation. */
export interface TruthEvaluatorOptions {
  /** From verdict to outcome and reward; the rules of `rewardOf` by default. */
  readonly rewards?: RewardOptions;
  /** The time that verdicts are given. */
  readonly now?: () => Date;
}

/** The truth of the environment as the evaluator: what a perfect judge would come to. */
export function oracleEvaluator({
  rewards = {},
  now = () => new Date(),
}: TruthEvaluatorOptions = {}): Evaluator {
  const judge = (truth: LiveTruth): Judgement => ({
    outcome: truth.outcome,
    score: truth.outcome === "blocked" ? null : truth.outcome === "success" ? 1 : 0,
    reasoning: oracleReasoning(truth),
  });
  return truthEvaluator({ id: "oracle", options: {}, judge }, rewards, now);
}

const simulatedOptions = z.strictObject({
  sensitivity: z.number().min(0).max(1),
  specificity: z.number().min(0).max(1),
  seed: z.number().int(),
});

/** A number in [0, 1) that is the same for the same seed and name, on every machine. */
function uniformOf(seed: number, name: string): number {
  return Number.parseInt(digest(`${seed} ${name}`).slice(0, 8), 16) / 2 ** 32;
}

/**
 * A judge with set error rates: it calls a true success a success with chance `sensitivity`, and a true failure a
 * failure with chance `specificity`. Its errors depend on the seed and the trajectory's id alone, so that a loop that
 * was stopped goes on as it would have gone. What is blocked stays blocked.
 *
 * @throws InputError for a rate outside [0, 1]
 */
export function simulatedEvaluator(
  rates: { readonly sensitivity: number; readonly specificity: number; readonly seed?: number },
  { rewards = {}, now = () => new Date() }: TruthEvaluatorOptions = {},
): Evaluator {
  const options = check(simulatedOptions, { seed: 1, ...rates }, "simulated judge");
  const judge = (truth: LiveTruth, trajectoryId: string): Judgement => {
    const said = (outcome: LiveTruth["outcome"]): Judgement => ({
      outcome,
      score: null,
      reasoning: `A simulated judge says ${outcome}.`,
    });
    if (truth.outcome === "blocked") return said("blocked");
    const isRight =
      uniformOf(options.seed, trajectoryId) <
      (truth.outcome === "success" ? options.sensitivity : options.specificity);
    return said((truth.outcome === "success") === isRight ? "success" : "failure");
  };
  return truthEvaluator({ id: "simulated", options, judge }, rewards, now);
}

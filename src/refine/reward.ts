/** From a verdict to a reward. Nothing that a judge left open becomes a 0 by itself: the policy for it is stated. */
import { z } from "zod";
import { check, type Outcome, type StepClass, type Verdict } from "../trajectory/index.ts";

/** What stands for a run, or a step, that has no decided outcome: a number, or `skip`, which gives it no reward. */
const policy = z.union([z.literal("skip"), z.number()]);

export const rewardOptionsSchema = z
  .strictObject({
    success: z.number().default(1),
    failure: z.number().default(0),
    /** Step classes (Pan et al. 2024, section 3): success 1, progress p ≥ 0, no progress d < 0. */
    stepSuccess: z.number().default(1),
    progress: z.number().min(0).default(0.2).describe("p, at least 0"),
    noProgress: z.number().max(0).default(-0.1).describe("d, at most 0"),
    unsure: policy.default("skip"),
    blocked: policy.default("skip"),
    unscored: policy.default("skip"),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .default(null)
      .describe(
        "decide success by score ≥ threshold instead of by the outcome; choose it with calibrate --threshold",
      ),
    shaping: z
      .boolean()
      .default(false)
      .describe(
        "give the score between failure and success instead of one of the two; off, because an uncalibrated score misleads",
      ),
    scale: z.number().default(1).describe("every reward is multiplied by this"),
    clip: z
      .tuple([z.number(), z.number()])
      .nullable()
      .default(null)
      .describe("[lowest, highest], after scaling"),
  })
  .refine(({ clip }) => clip === null || clip[0] <= clip[1], {
    path: ["clip"],
    message: "the lowest must not be above the highest",
  });

/** Options as a caller gives them; all have defaults. */
export type RewardOptions = z.input<typeof rewardOptionsSchema>;
export type RewardRules = z.output<typeof rewardOptionsSchema>;

export interface Reward {
  trajectoryId: string;
  /** The run's reward; null when the policy for its outcome is `skip`. */
  reward: number | null;
  /**
   * One reward a step. At step level that of each class; at trajectory level 0 … 0 and the run's reward at the last
   * step. Null for an unscored step under `skip`, and for every step of a skipped run.
   */
  steps: (number | null)[];
  outcome: Outcome | null;
  score: number | null;
  /** Why there is no reward; absent when there is one. */
  skipped?: Exclude<Outcome, "success" | "failure"> | "unscored";
}

/** @throws InputError that names the option and the value seen */
export function rewardRules(options: RewardOptions = {}): RewardRules {
  return check(rewardOptionsSchema, options, "reward options");
}

function finished(value: number, { scale, clip }: RewardRules): number {
  const scaled = value * scale;
  return clip === null ? scaled : Math.min(clip[1], Math.max(clip[0], scaled));
}

/** The outcome by the threshold, where there is one and the judge decided and gave a score. */
function decidedOutcome(
  { outcome, score }: Pick<Verdict, "outcome" | "score">,
  { threshold }: RewardRules,
): Outcome | null {
  const decided = outcome === "success" || outcome === "failure";
  if (threshold === null || !decided || score === null) return outcome;
  return score >= threshold ? "success" : "failure";
}

function runValue(outcome: Outcome | null, score: number | null, rules: RewardRules): number | "skip" {
  if (outcome === null) return rules.unscored;
  if (outcome === "unsure" || outcome === "blocked") return rules[outcome];
  if (rules.shaping && score !== null) return rules.failure + (rules.success - rules.failure) * score;
  return rules[outcome];
}

function stepValue(stepClass: StepClass | null, rules: RewardRules): number | "skip" {
  switch (stepClass) {
    case "success":
      return rules.stepSuccess;
    case "progress":
      return rules.progress;
    case "no-progress":
      return rules.noProgress;
    case null:
      return rules.unscored;
  }
}

/**
 * The reward of a verdict.
 *
 * Trajectory level: r = 0, …, 0, R with R = 1 for success and 0 for failure (Pan et al. 2024, section 3.4). Step level:
 * 1 for a step that completes the task, p for progress, d for none (section 3). `scale` and `clip` are applied last.
 *
 * @throws InputError for options out of range
 */
export function rewardOf(verdict: Omit<Verdict, "key">, options: RewardOptions | RewardRules = {}): Reward {
  const rules = rewardRules(options);
  const outcome = decidedOutcome(verdict, rules);
  const { trajectoryId, score, stepCount } = verdict;
  const value = runValue(outcome, score, rules);
  const own = (each: number | "skip"): number | null => (each === "skip" ? null : finished(each, rules));
  const reward = own(value);
  const classes = verdict.steps;
  const classOf = new Map(classes?.map((step) => [step.index, step.class]));
  const steps =
    classes === undefined
      ? Array.from({ length: stepCount }, (_unused, i) =>
          reward === null ? null : i === stepCount - 1 ? reward : finished(0, rules),
        )
      : Array.from({ length: stepCount }, (_unused, i) => own(stepValue(classOf.get(i) ?? null, rules)));
  const undecided = outcome === "success" || outcome === "failure" ? undefined : (outcome ?? "unscored");
  return {
    trajectoryId,
    reward,
    steps,
    outcome,
    score,
    ...(reward === null && undecided !== undefined ? { skipped: undecided } : {}),
  };
}

/** What the server takes and answers: the source of its checks and of its OpenAPI document. */
import { z } from "zod";
import {
  levelSchema,
  outcomeSchema,
  outcomes,
  problemSchema as readingProblem,
  verdictSchema,
} from "../../trajectory/index.ts";
import { problemSchema } from "./problem.ts";

const reward = z.number().nullable();

const undecided = outcomes.filter((outcome) => outcome !== "success" && outcome !== "failure");

/** One item that was judged. */
export const rewardItemSchema = z.object({
  trajectoryId: z.string(),
  reward: reward.describe("the run's reward; null when it has none, which skipped explains"),
  steps: z.array(reward).describe("one reward a step; null where there is none"),
  outcome: outcomeSchema.nullable(),
  score: z.number().min(0).max(1).nullable().describe("the judge's own degree of success, uncalibrated"),
  skipped: z
    .enum([...undecided, "unscored"])
    .optional()
    .describe("why there is no reward"),
  unscored: z
    .object({ kind: z.string(), message: z.string() })
    .optional()
    .describe("why the judge gave no usable answer"),
  verdict: verdictSchema.optional().describe("the whole verdict, where options.verdict asks for it"),
  problems: z.array(readingProblem).optional().describe("what of the trajectory could not be read"),
});
export type RewardItem = z.infer<typeof rewardItemSchema>;

/** One item that could not be judged; the others are not concerned. */
export const errorItemSchema = z.object({ error: problemSchema });
export type ErrorItem = z.infer<typeof errorItemSchema>;

export const itemSchema = z.union([rewardItemSchema, errorItemSchema]);
export type Item = z.infer<typeof itemSchema>;

export const batchOptionsSchema = z.strictObject({
  // Checked together with the server's own rules, which it is laid over.
  reward: z.record(z.string(), z.unknown()).optional().describe("reward rules that differ from the server's"),
  verdict: z.boolean().optional().describe("give the whole verdict with each reward"),
});

export const batchSchema = z.strictObject({
  trajectories: z.array(z.unknown()).min(1).describe("the trajectories; answered in this order"),
  options: batchOptionsSchema.optional(),
});

/** Who judged. */
export const judgedBySchema = z.object({
  judge: z.string(),
  judgeVersion: z.string(),
  models: z.record(z.string(), z.string()).describe("role → model"),
  level: levelSchema,
});
export type JudgedBy = z.infer<typeof judgedBySchema>;

export const rewardsAnswerSchema = judgedBySchema.extend({
  rewards: z.array(itemSchema).describe("one item for each trajectory, in the order of the request"),
});
export type RewardsAnswer = z.infer<typeof rewardsAnswerSchema>;

export const verdictAnswerSchema = z.object({ verdict: verdictSchema, reward: rewardItemSchema });
export type VerdictAnswer = z.infer<typeof verdictAnswerSchema>;

export const jobStates = ["running", "halted", "done", "cancelled"] as const;

export const jobSchema = judgedBySchema.extend({
  id: z.string(),
  status: z
    .enum(jobStates)
    .describe(
      "halted: the judge cannot judge, or the server is stopping; the job goes on after its next start",
    ),
  total: z.number().int().min(1),
  finished: z.number().int().min(0),
  createdAt: z.string(),
  problem: problemSchema.optional().describe("why it is halted"),
  rewards: z
    .array(z.object({ index: z.number().int().min(0), item: itemSchema }))
    .describe("the finished items, by their index in the request"),
});
export type JobAnswer = z.infer<typeof jobSchema>;

export const healthSchema = z.object({
  status: z.enum(["ok", "stopping"]),
  version: z.string().describe("of trajudge"),
});

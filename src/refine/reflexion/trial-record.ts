/** The records of a Reflexion loop on disk: a line a trial, and the loop's own record. */
import { z } from "zod";
import { noUsage } from "../../judging/index.ts";
import {
  errorKindSchema,
  levelSchema,
  outcomeSchema,
  runJudgeSchema,
  stopSchema,
  usageSchema,
} from "../../trajectory/index.ts";
import { rewardOptionsSchema } from "../reward.ts";

const usageByPartSchema = z.object({ actor: usageSchema, evaluator: usageSchema, reflector: usageSchema });
/** What was used, by who used it. */
export type UsageByPart = z.output<typeof usageByPartSchema>;

export const nothingUsed: Readonly<UsageByPart> = {
  actor: noUsage,
  evaluator: noUsage,
  reflector: noUsage,
};

export const trialRecordSchema = z.object({
  taskId: z.string(),
  trial: z.number().int().nonnegative().describe("from 0"),
  trajectoryId: z.string(),
  verdictKey: z.string(),
  outcome: outcomeSchema.nullable().describe("the evaluator's, under the reward rules; null: unscored"),
  score: z.number().nullable(),
  reward: z.number().nullable(),
  error: z.object({ kind: errorKindSchema, message: z.string() }).optional().describe("why it is unscored"),
  stop: stopSchema,
  steps: z.number().int().nonnegative(),
  actorError: z.string().optional().describe("what broke the attempt off, for stop `error`"),
  truth: z
    .enum(["success", "failure", "blocked"])
    .nullable()
    .describe("from the environment's oracle; null where it has none"),
  // What follows is decided from the evaluation alone, never from the truth.
  next: z.enum(["retry", "stop"]),
  reflection: z.string().nullable().describe("for the next trial"),
  reflectionError: z.string().optional(),
  usage: usageByPartSchema,
  createdAt: z.string(),
});
/** One trial: what was done, what the evaluator said, and what the next trial is told. */
export type TrialRecord = z.infer<typeof trialRecordSchema>;

const afterwards = z.enum(["retry", "stop"]);

export const undecidedSchema = z.strictObject({
  unsure: afterwards.default("retry"),
  blocked: afterwards.default("stop"),
  unscored: afterwards.default("retry"),
});
/** What follows a trial that the evaluator did not decide. */
export type UndecidedRules = z.output<typeof undecidedSchema>;

export const memorySchema = z.strictObject({
  reflections: z.number().int().min(0).default(3).describe("the newest so many are kept"),
  characters: z.number().int().min(1).default(1000).describe("of one reflection"),
});
/** How much is remembered of one task. */
export type MemoryRules = z.output<typeof memorySchema>;

export const reflexionSchemaId = "trajudge/reflexion@1";

/** All that decides how a loop runs: another configuration is another loop. */
export const configurationSchema = z.object({
  environment: z.string(),
  actor: z.object({ name: z.string(), model: z.string().optional(), version: z.string().optional() }),
  settings: z.record(z.string(), z.unknown()).describe("of actor and environment, as the caller names them"),
  evaluator: runJudgeSchema,
  level: levelSchema,
  rewards: rewardOptionsSchema,
  reflector: z.object({ name: z.string(), model: z.string().optional(), version: z.string() }),
  trials: z.number().int().positive(),
  memory: memorySchema,
  undecided: undecidedSchema,
});
export type ReflexionConfiguration = z.output<typeof configurationSchema>;

export const reflexionRecordSchema = z.object({
  schema: z.literal(reflexionSchemaId),
  package: z.string(),
  configuration: configurationSchema,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  status: z
    .enum(["complete", "interrupted", "budget", "faults"])
    .describe(
      "complete: no task is open, whichever start asked for it; faults: trials could not be played, and the same command tries them again",
    ),
  tasks: z
    .array(z.string())
    .default([])
    .describe("ids of all that were asked for, by this start or earlier ones"),
  counts: z.object({
    tasks: z.number().int().describe("that were asked for, by this start or earlier ones"),
    finished: z.number().int().describe("of them, whose loop has ended"),
    trials: z.number().int(),
    unscored: z.number().int().describe("trials without an outcome"),
  }),
  faults: z.array(
    z.object({
      taskId: z.string(),
      trial: z.number().int().describe("from 0"),
      message: z.string(),
      usage: usageByPartSchema.optional().describe("of the trial until then; absent where nothing was used"),
    }),
  ),
  usage: usageByPartSchema.describe("of all starts"),
  unrecordedUsage: usageByPartSchema
    .default(nothingUsed)
    .describe("of it, what trials without a line have used: those that broke off or were given up"),
});
/** reflexion.json. */
export type ReflexionRecord = z.output<typeof reflexionRecordSchema>;

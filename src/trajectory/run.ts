/** The run folder's records: run.json (what was run) and items.jsonl (what it was run on). */
import { z } from "zod";
import { levelSchema, usageSchema } from "./verdict.ts";

export const runSchemaId = "trajudge/run@1";

export const runItemSchema = z.object({
  id: z.string(),
  taskId: z.string().optional(),
  instruction: z.string(),
  benchmark: z.string().optional(),
  agent: z.string().optional(),
  path: z.string().optional(),
  digest: z.string().describe("hash of the trajectory's content"),
  steps: z.number().int().nonnegative(),
  frames: z.number().int().nonnegative(),
  problems: z.number().int().nonnegative(),
});
/** One trajectory of a run: enough to group and cluster by when the input is gone. */
export type RunItem = z.infer<typeof runItemSchema>;

export const runJudgeSchema = z.object({
  id: z.string(),
  version: z.string(),
  options: z.record(z.string(), z.unknown()),
  models: z.record(z.string(), z.string()),
  prompts: z.record(z.string(), z.string()).describe("prompt id → content hash"),
  ocr: z.string().optional().describe("the OCR engine that read the screenshots"),
});

/** A share with its Wilson 95 % interval; null where nothing was counted. */
export const shareSchema = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

export const runGroupSchema = z.object({
  judge: z.string(),
  benchmark: z.string().optional(),
  agent: z.string().optional(),
  total: z.number().int(),
  success: z.number().int(),
  failure: z.number().int(),
  unsure: z.number().int(),
  blocked: z.number().int(),
  unscored: z.number().int(),
  successRate: shareSchema.describe("success / (success + failure)"),
  coverage: z.number().nullable().describe("(success + failure) / total"),
});
export type RunGroup = z.infer<typeof runGroupSchema>;

export const runSchema = z.object({
  schema: z.literal(runSchemaId),
  package: z.string(),
  level: levelSchema,
  inputs: z.array(z.object({ path: z.string(), digest: z.string() })),
  judges: z.array(runJudgeSchema),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  status: z.enum(["complete", "interrupted", "budget"]),
  counts: z.object({
    trajectories: z.number().int(),
    verdicts: z.number().int(),
    unscored: z.number().int(),
    withProblems: z.number().int(),
    unreadable: z.number().int().describe("runs in the input that could not be read at all"),
  }),
  unscored: z.array(
    z.object({ judge: z.string(), kind: z.string(), message: z.string(), count: z.number().int() }),
  ),
  groups: z.array(runGroupSchema),
  usage: usageSchema,
});
export type Run = z.infer<typeof runSchema>;

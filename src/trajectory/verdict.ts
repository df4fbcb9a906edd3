/** The verdict record: what a judge said about a trajectory, one line of verdicts.jsonl. */
import { z } from "zod";

export const outcomes = ["success", "failure", "unsure", "blocked"] as const;
export const outcomeSchema = z.enum(outcomes);
/**
 * What a judge, or a person, decides about a run. `unsure`: the evidence does not decide; `blocked`: outside the
 * agent's control. A missing outcome (null) means unscored, never failure.
 */
export type Outcome = z.infer<typeof outcomeSchema>;

export const stepClasses = ["success", "progress", "no-progress"] as const;
export const stepClassSchema = z.enum(stepClasses);
/** The three classes of a step (Pan et al. 2024, section 3). */
export type StepClass = z.infer<typeof stepClassSchema>;

export const levels = ["trajectory", "step"] as const;
export const levelSchema = z.enum(levels);
export type Level = z.infer<typeof levelSchema>;

export const evidenceKinds = [
  "actions",
  "answer",
  "frames",
  "captions",
  "ocr",
  "requests",
  "urls",
  "accessibility-tree",
  "text",
  "thoughts",
] as const;
export const evidenceKindSchema = z.enum(evidenceKinds);
/** The channels of evidence that a judge can be shown. */
export type EvidenceKind = z.infer<typeof evidenceKindSchema>;

export const requirementVerdictSchema = z.object({
  text: z.string(),
  passed: z.boolean().nullable(),
  evidence: z
    .array(z.object({ kind: z.string(), ref: z.string().optional(), quote: z.string().optional() }))
    .optional(),
});

export const stepVerdictSchema = z.object({
  index: z.number().int().nonnegative(),
  class: stepClassSchema.nullable(),
  reason: z.string().optional(),
});
export type StepVerdict = z.infer<typeof stepVerdictSchema>;

/** How runs go wrong; what fits none of them is `other`. */
export const failureCategories = [
  "wrong-filter",
  "wrong-page",
  "premature-stop",
  "hallucinated-claim",
  "loop",
  "side-effect",
  "blocked",
  "other",
] as const;
export const failureCategorySchema = z.enum(failureCategories);
/** The kind of a failure. */
export type FailureCategory = z.infer<typeof failureCategorySchema>;

export const failureSchema = z.object({
  step: z.number().int().nonnegative().nullish(),
  category: failureCategorySchema,
});

export const usageSchema = z.object({
  calls: z.number().int().nonnegative(),
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  cachedTokens: z.number().nonnegative(),
  images: z.number().int().nonnegative(),
  costUsd: z.number().nonnegative().nullable().describe("null when a model's price is not known"),
  latencyMs: z.number().nonnegative(),
});
export type Usage = z.infer<typeof usageSchema>;

export const errorKinds = [
  "missing-evidence",
  "unreadable-answer",
  "empty-answer",
  "truncated-answer",
  "refused",
  "not-recorded",
  "rate-limited",
  "provider",
  "timeout",
  "context-length",
  "judge",
] as const;
export const errorKindSchema = z.enum(errorKinds);
/** Why a verdict has no outcome. */
export type ErrorKind = z.infer<typeof errorKindSchema>;

/** What a judge itself returns; the runtime adds identity, usage and time. */
export const judgementSchema = z.object({
  outcome: outcomeSchema.nullable(),
  score: z.number().min(0).max(1).nullable().describe("the judge's own degree of success, uncalibrated"),
  steps: z.array(stepVerdictSchema).optional(),
  requirements: z.array(requirementVerdictSchema).optional(),
  aspects: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  failure: failureSchema.optional(),
  reasoning: z.string(),
  missing: z.array(evidenceKindSchema).optional(),
  notes: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  error: z.object({ kind: errorKindSchema, message: z.string() }).optional(),
  rawText: z.string().optional().describe("the model's answer, kept when it could not be read"),
});
export type Judgement = z.infer<typeof judgementSchema>;

/** A count beyond it is damage: rewards are a list of so many. */
const mostSteps = 1_000_000;

export const verdictSchema = judgementSchema.extend({
  key: z.string(),
  trajectoryId: z.string(),
  judge: z.string(),
  judgeVersion: z.string(),
  models: z.record(z.string(), z.string()),
  level: levelSchema,
  stepCount: z.number().int().nonnegative().max(mostSteps),
  usage: usageSchema,
  createdAt: z.string(),
});
export type Verdict = z.infer<typeof verdictSchema>;

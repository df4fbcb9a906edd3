/** The label record: what a person, or an oracle program, said about a trajectory; one line of a labels file. */
import { z } from "zod";
import { outcomeSchema, stepClassSchema } from "./verdict.ts";

export const labelKinds = ["human", "oracle", "adjudicated"] as const;
export const labelPhases = ["blind", "revealed"] as const;

export const labelSchema = z.object({
  trajectoryId: z.string().min(1),
  rater: z.string().min(1),
  kind: z.enum(labelKinds).default("human"),
  outcome: outcomeSchema,
  steps: z.array(z.object({ index: z.number().int().nonnegative(), class: stepClassSchema })).optional(),
  phase: z.enum(labelPhases).optional().describe("blind: given before the judges' verdicts were seen"),
  probability: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe("the chance with which a plan chose this item, in (0, 1]"),
  note: z.string().optional(),
  retracted: z.boolean().optional(),
  createdAt: z.string().optional(),
});
export type Label = z.infer<typeof labelSchema>;

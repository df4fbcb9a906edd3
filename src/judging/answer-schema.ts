/** Schemas that every provider's strict mode takes, and the bounds of what is kept of an answer. */

import { z } from "zod";
import type { JsonSchema } from "../models/index.ts";
import {
  failureCategories,
  failureCategorySchema,
  type Judgement,
  type Outcome,
  oneLine,
} from "../trajectory/index.ts";
import { readableText } from "./parse-verdict.ts";

/** What was read, or why nothing could be. */
export type Reading<Value> = { readonly value: Value } | { readonly reason: string };

export interface AnswerFormat<Value> {
  readonly name: string;
  /** Null: the answer is free text. */
  readonly schema: JsonSchema | null;
  /** Reads the answer's object. */
  readObject(object: unknown): Reading<Value>;
  /** Reads an answer that is no such object. */
  readText(text: string): Reading<Value>;
}

/** Providers' strict mode: every property required, no others, null as an alternative, no ranges. */
export function strictObject(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });

/** Text of a model as it is stored: some models write as long as they may. */
const reasoningLimit = 8000;
export const kept = (text: string | null | undefined): string =>
  readableText(text ?? "")
    .slice(0, reasoningLimit)
    .trim();

export const shownValue = (value: unknown): string => oneLine(JSON.stringify(value) ?? "nothing", 60);

/** Where and how it went wrong, as models are asked for it. */
export const failureObject = orNull(
  strictObject({
    step: orNull({ type: "integer", description: "The number of the action with which it went wrong." }),
    category: { type: "string", enum: [...failureCategories] },
  }),
);

/** The same as it is read: a category in other words is `other`. */
export const failureAnswer = z
  .object({
    step: z.number().int().positive().nullish().catch(null),
    category: z.preprocess(
      (value) =>
        typeof value === "string"
          ? value
              .trim()
              .toLowerCase()
              .replace(/[\s_]+/g, "-")
          : value,
      failureCategorySchema.catch("other"),
    ),
  })
  .nullish()
  .catch(null);

/** Steps are numbered from 1 for models, and from 0 in the record; a number that no action has is left out. */
export function failureOf(
  failure: z.infer<typeof failureAnswer>,
  outcome: Outcome,
  stepCount: number,
): Pick<Judgement, "failure"> {
  if (outcome !== "failure" || !failure) return {};
  const { step, category } = failure;
  return { failure: { category, ...(step && step <= stepCount ? { step: step - 1 } : {}) } };
}

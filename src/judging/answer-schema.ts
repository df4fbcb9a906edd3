/** Schemas that every provider's strict mode takes, and the bounds of what is kept of an answer. */
import type { JsonSchema } from "../models/index.ts";
import { oneLine } from "../trajectory/index.ts";
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

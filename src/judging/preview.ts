/** What a judge would send, without sending it: the requests of one trajectory, answered by a model that is not there. */
import { z } from "zod";
import type { OcrEngine } from "../evidence/index.ts";
import type { JsonSchema, ModelClient, ModelMessage } from "../models/index.ts";
import { InputError, type Level, oneLine, type Trajectory } from "../trajectory/index.ts";
import type { Judge } from "./judge.ts";
import { judgeTrajectory } from "./prepare.ts";

export interface PreviewedRequest {
  /** The role of the model that would be asked. */
  role: string;
  messages: readonly ModelMessage[];
  /** The schema that the answer would have to fit; absent for free text. */
  schema?: JsonSchema;
}

export interface PreviewOptions {
  level?: Level;
  judgeOptions?: Readonly<Record<string, unknown>>;
  promptOverrides?: Readonly<Record<string, string>>;
  ocr?: OcrEngine | undefined;
}

/** A schema as the judges' answers use it. */
const node = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

/** The simplest value that a schema allows, so that a protocol of several questions goes on to the next. */
function valueFor(schema: unknown): unknown {
  const { anyOf, enum: choices, type, properties = {}, items } = node.parse(schema);
  if (anyOf !== undefined) return valueFor(anyOf.find((each) => each.type !== "null") ?? {});
  if (choices !== undefined) return choices.at(-1);
  switch (type) {
    case "object":
      return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueFor(each)]));
    case "array":
      return [valueFor(items)];
    case "string":
      return "(what the model would say)";
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return null;
  }
}

/**
 * Runs a judge on a trajectory with models that only take notes.
 *
 * @throws InputError as prepareJudge does, and with the reason when the judge would ask nothing about this run
 */
export async function previewJudge(
  judge: Judge,
  trajectory: Trajectory,
  options: PreviewOptions = {},
): Promise<PreviewedRequest[]> {
  const requests: PreviewedRequest[] = [];
  const modelOf = (role: string): ModelClient => ({
    // Pictures are fitted to a provider's limits; nothing is sent to it.
    ref: "openai:gpt-4o",
    vision: true,
    generate: ({ messages, answer }) => {
      requests.push({ role, messages, ...(answer === undefined ? {} : { schema: answer.schema }) });
      const object = answer === undefined ? undefined : valueFor(answer.schema);
      const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, images: 0, costUsd: 0, latencyMs: 0 };
      const text = object === undefined ? "(what the model would say)" : JSON.stringify(object);
      return Promise.resolve({ text, object, usage, stopReason: "end" });
    },
  });
  const models = Object.fromEntries(judge.roles.map((role) => [role, modelOf(role)]));
  const { error } = await judgeTrajectory(trajectory, judge, { ...options, models, secret: "preview" });
  if (error?.kind === "judge") throw new Error(error.message);
  if (requests.length === 0 && error !== undefined)
    throw new InputError(`${oneLine(trajectory.id, 100)}: nothing would be sent: ${error.message}`);
  return requests;
}

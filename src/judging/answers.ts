/** The kinds of answer: the schema that is asked for (strict), and how what comes back is read (tolerant). */
import { z } from "zod";
import { type Judgement, outcomes, type StepClass, stepClasses } from "../trajectory/index.ts";
import {
  type AnswerFormat,
  failureAnswer,
  failureObject,
  failureOf,
  kept,
  orNull,
  type Reading,
  shownValue,
  strictObject,
} from "./answer-schema.ts";
import { withoutFences } from "./fence.ts";
import { findLast, type Vocabulary } from "./labelled.ts";
import { findObjects } from "./loose-json.ts";
import { outcomeOf, parseVerdictText, readableText } from "./parse-verdict.ts";

const verdictObject = z.object({
  reasoning: z.string().nullish().catch(null),
  outcome: z.string(),
  score: z.number().min(0).max(1).nullish().catch(null),
  failure: failureAnswer,
});

/** The verdict on a run. Steps are numbered from 1 for models, and from 0 in the record. */
export function verdictFormat(stepCount: number): AnswerFormat<Judgement> {
  return {
    name: "verdict",
    schema: strictObject({
      reasoning: {
        type: "string",
        description: "What the evidence shows, requirement by requirement. Written first.",
      },
      outcome: { type: "string", enum: [...outcomes] },
      score: orNull({
        type: "number",
        description: "Your own degree of belief, from 0 to 1, that the task was done; null if you have none.",
      }),
      failure: failureObject,
    }),
    readObject(object) {
      const read = verdictObject.safeParse(object);
      if (!read.success) return { reason: "the answer holds no outcome" };
      const outcome = outcomeOf(read.data.outcome);
      if (outcome === null)
        return {
          reason: `outcome must be one of ${outcomes.join(", ")}, saw ${shownValue(read.data.outcome)}`,
        };
      const { failure, score, reasoning } = read.data;
      return {
        value: {
          outcome,
          score: score ?? null,
          reasoning: kept(reasoning),
          ...failureOf(failure, outcome, stepCount),
        },
      };
    },
    readText(text) {
      const verdict = parseVerdictText(text);
      if (verdict.outcome === null) return { reason: verdict.error };
      const { outcome, score, reasoning } = verdict;
      return { value: { outcome, score: score ?? null, reasoning: kept(reasoning) } };
    },
  };
}

export interface ReadStep {
  readonly class: StepClass;
  readonly reason: string;
}

const classWords: Vocabulary<StepClass> = {
  labels: "class|verdict|status|judge?ment|result",
  words: [
    ["no-progress", /^(?:no|not?[\s_-]+any)[\s_-]+progress(?![\p{L}\d])/iu],
    ["progress", /^progress(?![\p{L}\d])/iu],
    ["success", /^success(?![\p{L}\d])/iu],
  ],
  keys: ["class", "verdict", "status", "result"],
};

const stepObject = z.object({ reasoning: z.string().nullish().catch(null), class: z.string() });

/** The class of one step (Pan et al. 2024, section 3). */
export const stepFormat: AnswerFormat<ReadStep> = {
  name: "step",
  schema: strictObject({
    reasoning: {
      type: "string",
      description: "What the action changed with regard to the task. Written first.",
    },
    class: { type: "string", enum: [...stepClasses] },
  }),
  readObject(object) {
    const read = stepObject.safeParse(object);
    if (!read.success) return { reason: "the answer holds no class" };
    const stated = read.data.class.trim();
    const found = classWords.words.find(([, pattern]) => pattern.exec(stated)?.[0] === stated)?.[0];
    return found === undefined
      ? { reason: `class must be one of ${stepClasses.join(", ")}, saw ${shownValue(stated)}` }
      : { value: { class: found, reason: kept(read.data.reasoning) } };
  },
  readText(text) {
    const readable = readableText(text);
    const found = findLast(readable, classWords);
    if (found === undefined) return { reason: "the answer states no class" };
    if (found.value === "ambiguous") return { reason: "the answer's class is ambiguous" };
    return { value: { class: found.value, reason: kept(readable.slice(0, found.start) || readable) } };
  },
};

/** Free text, such as a caption. */
export const textFormat: AnswerFormat<string> = {
  name: "text",
  schema: null,
  readObject: () => ({ reason: "the answer is an object" }),
  readText: (text) => ({ value: readableText(text).trim() }),
};

/** Reads an answer: its own object first, then an object within its text, then its words; never what it repeats. */
export function readAnswer<Value>(
  format: AnswerFormat<Value>,
  response: { readonly text: string; readonly object?: unknown },
): Reading<Value> {
  const own = withoutFences(response.text);
  const object = response.object ?? findObjects(readableText(own)).at(-1)?.value;
  const read = object === undefined ? undefined : format.readObject(object);
  if (read !== undefined && "value" in read) return read;
  const text = format.readText(own);
  return "value" in text ? text : (read ?? text);
}

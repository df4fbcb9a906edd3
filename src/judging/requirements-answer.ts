/** The verdict by requirements: each with what supports it, and the outcome that follows from them. */
import { z } from "zod";
import { type Judgement, type Outcome, oneLine } from "../trajectory/index.ts";
import {
  type AnswerFormat,
  failureAnswer,
  failureObject,
  failureOf,
  kept,
  orNull,
  strictObject,
} from "./answer-schema.ts";
import { parseVerdictText } from "./parse-verdict.ts";

const textLimit = 500;
const most = 40;

const requirement = z.object({
  text: z.string(),
  passed: z.boolean().nullish().catch(null),
  evidence: z
    .array(
      z.object({
        kind: z.string(),
        ref: z.coerce.string().nullish().catch(null),
        quote: z.string().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
});

const answer = z.object({
  requirements: z.array(requirement).min(1),
  blocked: z.boolean().nullish().catch(null),
  delivered: z.boolean().nullish().catch(null),
  score: z.number().min(0).max(1).nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
  failure: failureAnswer,
});
type Answer = z.infer<typeof answer>;

/** Success when all hold, failure when one does not, unsure when one is open and none has failed. */
function outcomeOf({ blocked, delivered, requirements }: Answer, extraction: boolean): Outcome {
  if (blocked === true) return "blocked";
  const held = requirements.map(({ passed }) => passed ?? null);
  const all = extraction ? [...held, delivered ?? null] : held;
  if (all.includes(false)) return "failure";
  return all.includes(null) ? "unsure" : "success";
}

function judgementOf(read: Answer, stepCount: number, extraction: boolean): Judgement {
  const outcome = outcomeOf(read, extraction);
  const held = read.requirements.map(({ passed }) => passed ?? null);
  const navigation = held.includes(false) ? false : held.includes(null) ? null : true;
  return {
    outcome,
    score: read.score ?? null,
    reasoning: kept(read.reasoning),
    requirements: read.requirements.slice(0, most).map(({ text, passed, evidence }) => ({
      text: oneLine(text, textLimit),
      passed: passed ?? null,
      evidence: (evidence ?? []).slice(0, most).map(({ kind, ref, quote }) => ({
        kind: oneLine(kind, 40),
        ...(ref ? { ref: oneLine(ref, 80) } : {}),
        ...(quote ? { quote: oneLine(quote, textLimit) } : {}),
      })),
    })),
    ...(extraction ? { aspects: { navigation, extraction: read.delivered ?? null } } : {}),
    ...failureOf(read.failure, outcome, stepCount),
  };
}

/**
 * The verdict by requirements.
 *
 * @param extraction whether the delivered answer is judged too, apart from the way to the page
 */
export function requirementsFormat(stepCount: number, extraction: boolean): AnswerFormat<Judgement> {
  const evidence = strictObject({
    kind: { type: "string", description: "request, action, url, screenshot, answer or document" },
    ref: orNull({ type: "string", description: "Which one, by its number where it has one." }),
    quote: orNull({
      type: "string",
      description: "The words or values that support it, as they stand there.",
    }),
  });
  return {
    name: extraction ? "requirements_and_delivery" : "requirements",
    schema: strictObject({
      requirements: {
        type: "array",
        items: strictObject({
          text: { type: "string", description: "One condition of the task, in a few words." },
          evidence: { type: "array", items: evidence },
          passed: orNull({ type: "boolean", description: "null when the evidence does not decide." }),
        }),
      },
      ...(extraction
        ? {
            delivered: orNull({
              type: "boolean",
              description: "Whether the answer given to the user states what the pages and responses showed.",
            }),
          }
        : {}),
      blocked: {
        type: "boolean",
        description: "Something outside the agent's control made the task impossible.",
      },
      reasoning: { type: "string" },
      score: orNull({
        type: "number",
        description: "Your own degree of belief, from 0 to 1, that the task was done.",
      }),
      failure: failureObject,
    }),
    readObject(object) {
      const read = answer.safeParse(object);
      return read.success
        ? { value: judgementOf(read.data, stepCount, extraction) }
        : { reason: "the answer holds no list of requirements" };
    },
    readText(text) {
      const verdict = parseVerdictText(text);
      if (verdict.outcome === null) return { reason: verdict.error };
      const { outcome, score, reasoning } = verdict;
      return { value: { outcome, score: score ?? null, reasoning: kept(reasoning) } };
    },
  };
}

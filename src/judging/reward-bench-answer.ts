/** AgentRewardBench's four answers: success, side effect, optimality and looping. */
import { z } from "zod";
import type { Judgement, Outcome } from "../trajectory/index.ts";
import { type AnswerFormat, kept, strictObject } from "./answer-schema.ts";
import { outcomeOf, parseVerdictText } from "./parse-verdict.ts";

const truth = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  const word = value.trim().toLowerCase();
  return word === "yes" || word === "true" ? true : word === "no" || word === "false" ? false : value;
}, z.boolean().nullish().catch(null));

const answer = z.object({
  reasoning: z.string().nullish().catch(null),
  success: z.union([z.string(), z.boolean()]),
  side_effect: truth,
  optimality: z.coerce.number().int().min(1).max(4).nullish().catch(null),
  looping: truth,
});

function outcomeIn(success: string | boolean): Outcome | null {
  if (typeof success === "boolean") return success ? "success" : "failure";
  const word = success.trim().toLowerCase();
  return word === "yes" ? "success" : word === "no" ? "failure" : outcomeOf(success);
}

/** The outcome, and the three other answers as aspects: `sideEffect`, `optimality` (1 failed … 4 optimal), `looping`. */
export const rewardBenchFormat: AnswerFormat<Judgement> = {
  name: "four_answers",
  schema: strictObject({
    reasoning: { type: "string", description: "What the evidence shows. Written first." },
    success: { type: "string", enum: ["success", "failure", "unsure", "blocked"] },
    side_effect: { type: "boolean", description: "The agent changed something that nobody asked for." },
    optimality: {
      type: "integer",
      enum: [1, 2, 3, 4],
      description: "1 complete failure, 2 suboptimal, 3 somewhat optimal, 4 completely optimal",
    },
    looping: { type: "boolean", description: "The agent went through the same actions again and again." },
  }),
  readObject(object) {
    const read = answer.safeParse(object);
    const outcome = read.success ? outcomeIn(read.data.success) : null;
    if (!read.success || outcome === null)
      return { reason: "the answer does not say whether the task succeeded" };
    const { reasoning, side_effect, optimality, looping } = read.data;
    return {
      value: {
        outcome,
        score: null,
        reasoning: kept(reasoning),
        aspects: {
          sideEffect: side_effect ?? null,
          optimality: optimality ?? null,
          looping: looping ?? null,
        },
      },
    };
  },
  readText(text) {
    const verdict = parseVerdictText(text);
    if (verdict.outcome === null) return { reason: verdict.error };
    return { value: { outcome: verdict.outcome, score: null, reasoning: kept(verdict.reasoning) } };
  },
};

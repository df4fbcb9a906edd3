/** Reads a verdict out of free text, as judges of every kind have written it. */
import { z } from "zod";
import { type Outcome, plainText } from "../trajectory/index.ts";
import { findLast, type Vocabulary } from "./labelled.ts";

/** The verdict stands at the end; of a longer text only the end is read. */
const readLimit = 100_000;

const outcomeWords: Vocabulary<Outcome> = {
  labels: "status|verdict|outcome|result|decision|judge?ment|conclusion",
  words: [
    [
      "failure",
      /^(?:(?:not|no)[\s_-]+(?:a[\s_-]+)?success(?:ful(?:ly)?)?|unsuccessful(?:ly)?|fail(?:ure|ed|s)?)(?![\p{L}\d])/iu,
    ],
    ["success", /^(?:success(?:ful(?:ly)?)?|succeed(?:ed|s)|pass(?:ed)?)(?![\p{L}\d])/iu],
    ["unsure", /^(?:unsure|uncertain|undecided|inconclusive)(?![\p{L}\d])/iu],
    ["blocked", /^blocked(?![\p{L}\d])/iu],
  ],
  keys: [
    "outcome",
    "verdict",
    "status",
    "decision",
    "judgment",
    "judgement",
    "result",
    "success",
    "successful",
    "passed",
  ],
  ofBoolean: (key, truth) =>
    /^(?:success|successful|passed)$/.test(key) ? (truth ? "success" : "failure") : undefined,
};

/** The outcome that a word or two stand for; null for anything else. */
export function outcomeOf(phrase: string): Outcome | null {
  const bare = phrase.trim().replace(/[.!]+$/, "");
  return outcomeWords.words.find(([, pattern]) => pattern.exec(bare)?.[0] === bare)?.[0] ?? null;
}

const extras = z.object({
  reasoning: z.string().nullish().catch(null),
  reason: z.string().nullish().catch(null),
  thoughts: z.string().nullish().catch(null),
  explanation: z.string().nullish().catch(null),
  score: z.number().min(0).max(1).nullish().catch(null),
});

export type ReadVerdict =
  | { outcome: Outcome; reasoning: string; score?: number }
  | { outcome: null; error: string };

/** A reasoning model's thinking, which some servers leave in the answer. */
const thinking = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;

/** A judge's text as it is read: without a thinking prefix and control characters, the end of it when it is long. */
export function readableText(text: string): string {
  return plainText(text.slice(-readLimit)).replace(thinking, "");
}

/** WebVoyager's judges end in capitals: `… the verdict is NOT SUCCESS.` */
function shouted(text: string): Outcome | undefined {
  const end = /\b(NOT[ _-]SUCCESS|SUCCESS)[\s.*_"'`”)]*$/.exec(text.slice(-200));
  return end === null ? undefined : end[1] === "SUCCESS" ? "success" : "failure";
}

/**
 * Reads a verdict out of text: a JSON object, a Python literal, a `Status:` line, a line with nothing but the verdict.
 * The last statement counts; a contradictory one counts as none. Words of praise are no verdict. Never throws.
 */
export function parseVerdictText(text: string): ReadVerdict {
  const readable = readableText(text);
  if (readable.trim() === "") return { outcome: null, error: "the answer is empty" };
  const found = findLast(readable, outcomeWords);
  if (found === undefined) {
    const outcome = shouted(readable);
    return outcome === undefined
      ? { outcome: null, error: "the answer states no outcome" }
      : { outcome, reasoning: readable.trim() };
  }
  if (found.value === "ambiguous") return { outcome: null, error: "the answer's outcome is ambiguous" };
  const more = extras.safeParse(found.object ?? {}).data;
  const before = readable
    .slice(0, found.start)
    .replace(/^[\s*_#]*(?:thoughts?|reasoning)[\s*_]*:[\s*_]*/i, "")
    .trim();
  const reasoning =
    more?.reasoning ?? more?.reason ?? more?.thoughts ?? more?.explanation ?? (before || readable.trim());
  const score = more?.score;
  return {
    outcome: found.value,
    reasoning,
    ...(score === null || score === undefined ? {} : { score }),
  };
}

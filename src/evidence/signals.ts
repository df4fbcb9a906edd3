/** What a trajectory itself shows about its success, without any model: counts and shares, no judgement. */
import type { Observation, TrajectoryView } from "../trajectory/index.ts";
import { contentWords, numbersOf, quotedOf, searchable, shareFound } from "./words.ts";

/** Phrases by which an agent says that it did not do the task, or hands it back to the user. */
const inability = [
  /\b(?:was |am |are |were )?(?:unable|not able) to\b/i,
  /\b(?:can(?:no|['’])t|can not|could(?: not|n['’]t)|failed to|did(?: not|n['’]t) (?:find|see|manage))\b/i,
  /\b(?:do(?:es)?(?: not|n['’]t)) (?:see|exist|appear|seem|have access|contain)\b/i,
  /\b(?:impossible|not (?:possible|available|found|accessible)|no (?:results?|matching|such|information))\b/i,
  /\b(?:captcha|blocked|access (?:is |was )?denied|verification|unexpected error|unfortunately|sorry)\b/i,
  /\b(?:would you like|could you (?:please )?(?:provide|clarify|confirm)|please (?:provide|wait|try|let me know|clarify))\b/i,
  /\bin progress\b|^\s*(?:checking|calculating|searching|loading|waiting)\b|\bI(?:['’]ll| will) (?:need|try|have) to\b/i,
];

const claimsDone = /\b(?:complete[d]?|success(?:ful(?:ly)?)?|accomplished|done)\b/i;

const asksForAnswer =
  /\?|^\s*(?:what|who|which|where|when|how|tell me|list|give me|identify)\b|\b(?:tell me|how many|how much|what is)\b/i;

export interface Signals {
  /** Number of recorded actions. */
  steps: number;
  /** Share of distinct actions among the acting steps, in (0, 1]; null without any. */
  distinctActions: number | null;
  /** How often the most repeated action occurs. */
  mostRepeated: { action: string; times: number } | null;
  /** Indices of steps whose action reported an error. */
  failedActions: number[];
  /** Share of actions that left the site's own paths by typing an address after the first step. */
  typedAddresses: number;
  /** The task asks to be told something. */
  asksForAnswer: boolean;
  /** The agent's words that admit failure or hand the task back; null when there are none. */
  inability: string | null;
  /** The answer says that the task is done. */
  claimsDone: boolean;
  /** Share of the task's quoted names found in actions, addresses, requests or answer; null without any. */
  quotedCovered: number | null;
  /** Share of the task's numbers found there; null without any. */
  numbersCovered: number | null;
  /** Share of the task's content words found there; null without any. */
  wordsCovered: number | null;
  /** Share of the answer's numbers that some page, caption or response shows; null without such evidence. */
  answerNumbersSeen: number | null;
  /** Share of the answer's content words that some page, caption or response shows; null without such evidence. */
  answerWordsSeen: number | null;
  /** Share of the last state's requests that the server refused (status 400 and above); null without requests. */
  refusedRequests: number | null;
}

function keyOf(step: TrajectoryView["steps"][number]): string {
  const { raw, type, target, value } = step.action;
  return raw ?? [type, target?.text ?? target?.id ?? target?.selector ?? target?.point, value].join(" ");
}

function observed(observation: Observation | undefined): string {
  if (observation === undefined) return "";
  const { title, text, caption, ocr, accessibilityTree } = observation;
  return [title, text, caption, ocr, accessibilityTree].filter((part) => part !== undefined).join("\n");
}

function repeats(keys: readonly string[]): Signals["mostRepeated"] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  let most: Signals["mostRepeated"] = null;
  for (const [action, times] of counts) if (times > (most?.times ?? 0)) most = { action, times };
  return most;
}

/** The first phrase in the answer that admits failure, as written; null when there is none. */
function inabilityIn(answer: string): string | null {
  for (const phrase of inability) {
    const match = phrase.exec(answer);
    if (match !== null) return match[0];
  }
  return null;
}

/** Measures a trajectory. Pure: the same view gives the same signals; thoughts are not read. */
export function signalsOf(trajectory: TrajectoryView): Signals {
  const { steps, task, answer = "" } = trajectory;
  const acting = steps.filter((step) => step.action.type !== "answer" && step.action.type !== "infeasible");
  const keys = acting.map(keyOf);
  const requests = [...steps.flatMap((step) => step.requests ?? []), ...(trajectory.requests ?? [])];
  const lastRequests = steps.findLast((step) => (step.requests?.length ?? 0) > 0)?.requests ?? [];
  const states = [...steps.map((step) => step.observation), trajectory.final];

  const done = searchable(
    [
      ...steps.map(
        (step) => `${step.action.target?.text ?? ""} ${step.action.value ?? ""} ${step.action.raw ?? ""}`,
      ),
      ...states.map((state) => state?.url ?? ""),
      ...requests.map((request) => `${request.url} ${request.body ?? ""}`),
      answer,
    ].join("\n"),
  );
  const seen = searchable(
    [...states.map(observed), ...requests.map((request) => request.response ?? "")].join("\n"),
  );
  const hasSeen = seen.trim() !== "" && answer !== "";

  return {
    steps: steps.length,
    distinctActions: keys.length === 0 ? null : new Set(keys).size / keys.length,
    mostRepeated: repeats(keys),
    failedActions: steps.filter((step) => step.action.error !== undefined).map((step) => step.index),
    typedAddresses:
      steps.length === 0
        ? 0
        : steps.filter((step) => step.index > 0 && step.action.type === "navigate").length / steps.length,
    asksForAnswer: asksForAnswer.test(task.instruction),
    inability: inabilityIn(answer),
    claimsDone: claimsDone.test(answer),
    quotedCovered: shareFound(quotedOf(task.instruction), done),
    numbersCovered: shareFound(numbersOf(task.instruction), done),
    wordsCovered: shareFound(contentWords(task.instruction), done),
    answerNumbersSeen: hasSeen ? shareFound(numbersOf(answer), seen) : null,
    answerWordsSeen: hasSeen ? shareFound(contentWords(answer), seen) : null,
    refusedRequests:
      lastRequests.length === 0
        ? null
        : lastRequests.filter((request) => (request.status ?? 0) >= 400).length / lastRequests.length,
  };
}

/** Reflects without a model: says what the verdict found, where, and what follows from that kind of failure. */
import { evidenceVersion } from "../../evidence/index.ts";
import { digest, type FailureCategory, oneLine, type StopReason } from "../../trajectory/index.ts";
import type { ReflectionRequest, Reflector } from "./reflector.ts";
import { failureText, idleActions, outcomeText, reasonText, unmet } from "./verdict-text.ts";

const codeVersion = 1;
const reasonLength = 400;

const advice: Readonly<Record<FailureCategory, string>> = {
  "wrong-filter":
    "Set every condition of the task exactly, and check that it stands on the page before going on.",
  "wrong-page": "Make sure that the page is the one that the task names before acting on it.",
  "premature-stop": "Do not stop before every part of the task is done and the site has confirmed it.",
  "hallucinated-claim": "Answer only with what stands on a page that was opened.",
  loop: "Do not repeat an action that changed nothing; try another way.",
  "side-effect": "Change nothing that the task does not ask for.",
  blocked: "Look for another way around what was in the way.",
  other: "Go through the task part by part, and check each part on the page.",
};

const endings: Readonly<Record<StopReason, string>> = {
  answered: "ended with an answer",
  infeasible: "ended by giving the task up",
  "step-limit": "ran into the limit of actions",
  error: "broke off with an error",
  timeout: "ran out of time",
  unknown: "ended",
};

const stopAdvice: Partial<Record<StopReason, string>> = {
  "step-limit": "Take a shorter way: fewer actions are left for detours.",
  infeasible: "Do not give up before other ways were tried.",
};

const listed = (head: string, parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`${head}: ${parts.join("; ")}.`];

function reflectionOn({ trial, trajectory, evaluation }: ReflectionRequest): string {
  const { failure } = evaluation.verdict;
  const stop = trajectory.stop ?? "unknown";
  const said = trajectory.answer === undefined ? "" : ` ("${oneLine(trajectory.answer, 160)}")`;
  const kind = failureText(trajectory, evaluation);
  const reasons = reasonText(evaluation, reasonLength);
  return [
    `Attempt ${trial + 1} ${outcomeText(evaluation)}. It took ${trajectory.steps.length} actions and ${endings[stop]}${said}.`,
    ...(kind === null ? [] : [`What went wrong: ${kind}.`]),
    ...listed("Not met", unmet(evaluation)),
    ...listed("These brought nothing", idleActions(trajectory, evaluation)),
    ...(reasons === "" ? [] : [`Why: ${reasons}`]),
    `Next time: ${stopAdvice[stop] ?? advice[failure?.category ?? "other"]}`,
  ].join(" ");
}

/** A reflector without a model, key or randomness. */
export const templateReflector: Reflector = {
  name: "template",
  version: digest({ name: "template", code: codeVersion, evidence: evidenceVersion }),
  reflect: (request) => Promise.resolve({ text: reflectionOn(request) }),
};

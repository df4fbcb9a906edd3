/** One question to a model, and one more try when its answer is of no use. */
import type { ModelClient, ModelMessage, ModelRequest, ModelResponse, ModelUsage } from "../models/index.ts";
import {
  type ErrorKind,
  headAndTail,
  ModelError,
  type ModelErrorKind,
  oneLine,
  plainText,
} from "../trajectory/index.ts";
import type { Reading } from "./answer-schema.ts";
import type { Fence } from "./fence.ts";

/** Enough for reasoning and an answer; a model that thinks at length gets more on its second try. */
const outputTokens = 4096;
const moreOutputTokens = 16_384;
const rawTextLimit = 20_000;

export interface Problem {
  readonly kind: ErrorKind;
  readonly message: string;
  /** The model's answer, cleaned and cut. */
  readonly rawText?: string;
}

/** An answer that could not be used, with the reason in words for the model itself. */
interface Unusable extends Problem {
  readonly kind: ModelErrorKind;
  readonly reason: string;
}

export type Exchanged<Value> =
  | { readonly value: Value; readonly retried?: ErrorKind }
  | { readonly problem: Problem & { readonly kind: ModelErrorKind }; readonly retried?: ErrorKind };

export interface Question<Value> {
  readonly model: ModelClient;
  readonly messages: readonly ModelMessage[];
  readonly answer?: NonNullable<ModelRequest["answer"]>;
  readonly read: (response: ModelResponse) => Reading<Value>;
  readonly fence: Fence;
  readonly signal: AbortSignal | undefined;
  readonly used: (usage: ModelUsage) => void;
}

const cleaned = (text: string): string => headAndTail(plainText(text), rawTextLimit);

function judgeResponse<Value>(
  question: Question<Value>,
  response: ModelResponse,
): { readonly value: Value } | { readonly problem: Unusable } {
  const { model } = question;
  const rawText = cleaned(response.text);
  const problem = (kind: ModelErrorKind, reason: string) => ({
    problem: {
      kind,
      reason,
      message: `model ${model.ref}: ${reason}`,
      ...(rawText === "" ? {} : { rawText }),
    },
  });
  if (response.stopReason === "refused") return problem("refused", "declined to answer");
  if (response.stopReason === "length")
    return problem("truncated-answer", "the answer was cut off at its limit");
  if (response.text.trim() === "") return problem("empty-answer", "the answer is empty");
  const reading = question.read(response);
  return "value" in reading ? reading : problem("unreadable-answer", reading.reason);
}

/** What to ask after an answer that is of no use; undefined when asking again is no use either. */
function followUp<Value>(question: Question<Value>, problem: Unusable): ModelRequest["messages"] | undefined {
  if (problem.kind === "refused") return undefined;
  if (problem.kind !== "unreadable-answer") return question.messages;
  const names =
    question.answer === undefined
      ? ""
      : ` with one JSON object, as the schema "${question.answer.name}" wants it`;
  const text = `Your answer could not be used: ${oneLine(problem.reason, 300)}. Answer the same question again${names}.`;
  return [
    ...question.messages,
    // Fenced: what the model said may repeat a page that speaks to it.
    {
      role: "assistant",
      content: [{ type: "text", text: question.fence("previous-answer", problem.rawText ?? "") }],
    },
    { role: "user", content: [{ type: "text", text }] },
  ];
}

/**
 * Asks, reads, and asks once more when the answer was unreadable (saying why), empty or cut off.
 *
 * @throws whatever the client throws: ModelError, InputError, the signal's reason
 */
export async function exchange<Value>(question: Question<Value>): Promise<Exchanged<Value>> {
  const ask = async (messages: readonly ModelMessage[], maxOutputTokens: number) => {
    const response = await question.model.generate({
      messages,
      maxOutputTokens,
      temperature: 0,
      signal: question.signal,
      ...(question.answer === undefined ? {} : { answer: question.answer }),
    });
    question.used(response.usage);
    return judgeResponse(question, response);
  };
  const first = await ask(question.messages, outputTokens);
  if ("value" in first) return first;
  const { problem } = first;
  const again = followUp(question, problem);
  if (again === undefined) return first;
  if (problem.kind === "unreadable-answer")
    return { ...(await ask(again, outputTokens)), retried: problem.kind };
  try {
    return { ...(await ask(again, moreOutputTokens)), retried: problem.kind };
  } catch (error) {
    // Older models refuse so much room: then the first answer's fault is the one to report.
    if (ModelError.isInstance(error) && error.kind === "provider") return first;
    throw error;
  }
}

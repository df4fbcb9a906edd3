/** What went wrong with one attempt, in the terms that decide what to do next: wait, try again, ask otherwise, give up. */
import { z } from "zod";
import { InputError, ModelError, type ModelErrorKind, oneLine } from "../trajectory/index.ts";
import type { Endpoint } from "./endpoint.ts";
import { retryAfterMs } from "./retry-after.ts";

/**
 * `rate-limited`: everybody waits. `server`, `connection`, `timeout`: worth another try. `bad-request`: the server may
 * not know a parameter. `fatal`: no call to this model can succeed. The rest ends this call.
 */
export type FaultKind =
  | "rate-limited"
  | "server"
  | "connection"
  | "timeout"
  | "bad-request"
  | "context-length"
  | "refused"
  | "too-large"
  | "fatal";

export class Fault extends Error {
  readonly kind: FaultKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FaultKind,
    message: string,
    more: { status?: number; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** An answer with an error status, as both SDKs report it. */
export interface StatusError {
  readonly status: number;
  readonly headers: Headers | undefined;
  readonly body: unknown;
}

const detail = z.object({
  message: z.string().nullish(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
});
/** `{error: {message}}`, `{message}`, or `{error: "text"}`. */
const errorBody = z.union([
  z.object({ error: detail }).transform((body) => body.error),
  z.object({ error: z.string() }).transform((body) => ({ message: body.error, type: null, code: null })),
  detail,
  z.string().transform((text) => ({ message: text, type: null, code: null })),
]);

const contextWords =
  /context.?(?:length|window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|request_too_large/i;
const refusalWords = /content_filter|content.?policy|content management policy|moderation|flagged/i;
const moneyWords = /insufficient_quota|credit balance|billing_hard_limit|insufficient credits/i;

function kindOf(status: number, words: string): FaultKind {
  if (status === 402 || moneyWords.test(words)) return "fatal";
  if (status === 429) return "rate-limited";
  if (status >= 500 || status === 408 || status === 409 || status === 425) return "server";
  if (status === 413 || contextWords.test(words)) return "context-length";
  if ((status === 400 || status === 403) && refusalWords.test(words)) return "refused";
  if (status === 401 || status === 403 || status === 404 || status === 405) return "fatal";
  return "bad-request";
}

/** Text of a provider as it may be shown: without the key, whatever the provider repeats, on one line. */
function shownText(text: string, endpoint: Endpoint): string {
  const safe = endpoint.key === undefined ? text : text.replaceAll(endpoint.key, "[key]");
  return oneLine(safe, 300);
}

/** The fault that an error status stands for. */
export function faultOfStatus(error: StatusError, endpoint: Endpoint): Fault {
  const read = errorBody.safeParse(error.body);
  const { message, type, code } = read.success ? read.data : { message: null, type: null, code: null };
  const words = [code, type, message].filter((part) => part !== null && part !== undefined).join(" ");
  const text = shownText(message ?? words, endpoint);
  return new Fault(kindOf(error.status, words), `HTTP ${error.status}${text === "" ? "" : `: ${text}`}`, {
    status: error.status,
    retryAfterMs: retryAfterMs(error.headers, Date.now()),
  });
}

function rootCause(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error && current.cause !== undefined; depth += 1) {
    if (current instanceof Fault) return current;
    current = current.cause;
  }
  return current;
}

/** The fault that an error without a status stands for: no connection, one cut short, a body that is no JSON. */
export function faultOfError(error: unknown, endpoint: Endpoint): Fault {
  if (error instanceof Fault) return error;
  const cause = rootCause(error);
  if (cause instanceof Fault) return cause;
  const text = shownText(cause instanceof Error ? cause.message : String(cause), endpoint);
  if (cause instanceof SyntaxError) return new Fault("server", "the answer is no JSON", { cause });
  return new Fault("connection", `no answer: ${text}`, { cause });
}

const modelErrorKinds: Partial<Record<FaultKind, ModelErrorKind>> = {
  "rate-limited": "rate-limited",
  timeout: "timeout",
  refused: "refused",
  "context-length": "context-length",
};

function advice(fault: Fault, endpoint: Endpoint): string {
  if (fault.status === 401 || fault.status === 403)
    return endpoint.key === undefined
      ? `; no key was sent, ${endpoint.keyVariable} is not set`
      : `; the key comes from ${endpoint.keyVariable}`;
  if (fault.status === 404) return "; is the model's name right, and the address?";
  return "";
}

/** The error that ends the call: an InputError when it would end every call to this model. */
export function finalError(fault: Fault, ref: string, endpoint: Endpoint): InputError | ModelError {
  const text = `model ${ref} (${new URL(endpoint.baseUrl).host}): ${fault.message}`;
  if (fault.kind === "fatal") return new InputError(`${text}${advice(fault, endpoint)}`, { cause: fault });
  return new ModelError(modelErrorKinds[fault.kind] ?? "provider", text, { cause: fault });
}

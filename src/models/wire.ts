/** What a protocol has to offer to the common client: one attempt, in one shape. */
import type { ModelMessage, ModelRequest, ModelStop, StructuredMode } from "./types.ts";

/** The variants of a request; which one a server takes is learned from its refusals and remembered. */
export interface Shape {
  readonly mode: StructuredMode;
  readonly temperature: boolean;
  readonly tokens: "max_tokens" | "max_completion_tokens";
}

export interface WireAnswer {
  readonly text: string;
  readonly object?: unknown;
  /** All input tokens, the cached ones included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly stopReason: ModelStop;
}

export interface Wire {
  /** How the limit on output is named at first. */
  readonly tokens: Shape["tokens"];
  /** Whether a server may want the other name. */
  readonly tokensVary: boolean;
  /** One attempt. @throws Fault */
  send(request: ModelRequest, shape: Shape, signal: AbortSignal): Promise<WireAnswer>;
}

/** The JSON object that a text is; undefined when it is anything else. */
export function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The messages with the schema in words at the end, for a server that takes neither a schema nor a tool. It joins the
 * last message, since some servers want user and assistant to alternate.
 */
export function withSchemaInWords(request: ModelRequest): readonly ModelMessage[] {
  const last = request.messages.at(-1);
  if (request.answer === undefined || last === undefined) return request.messages;
  const text = `\n\nAnswer with exactly one JSON object, and nothing before or after it, that matches this JSON Schema:\n${JSON.stringify(request.answer.schema)}`;
  return [...request.messages.slice(0, -1), { ...last, content: [...last.content, { type: "text", text }] }];
}

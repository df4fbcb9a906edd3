/** The one interface to a language model: what is asked, what comes back. Nothing here knows a provider. */
import type { Usage } from "../trajectory/index.ts";

/** `provider:name` or `provider:name@address`, such as `openai:gpt-5`; see {@link parseModelRef}. */
export type ModelRef = string;

/** A JSON Schema of an object: strict (every property required, no others), as providers want it. */
export type JsonSchema = { readonly [key: string]: unknown };

export type ImageMediaType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

export interface ImagePart {
  readonly type: "image";
  readonly bytes: Uint8Array;
  readonly mediaType: ImageMediaType;
}

export type ContentPart = TextPart | ImagePart;

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: readonly ContentPart[];
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** The structured answer that is wanted; absent for free text. */
  readonly answer?: { readonly name: string; readonly schema: JsonSchema };
  readonly signal?: AbortSignal | undefined;
  readonly maxOutputTokens?: number;
  /** Left out for models that refuse it; the refusal is remembered. */
  readonly temperature?: number;
}

/** What one answered call used. `inputTokens` includes the cached ones; `latencyMs` is that of the answered attempt. */
export type ModelUsage = Omit<Usage, "calls">;

/** `refused`: the model or its provider declined; `other`: an end that the provider names and we do not know. */
export type ModelStop = "end" | "length" | "refused" | "other";

export interface ModelResponse {
  /** The answer as text; for a structured answer its JSON. */
  readonly text: string;
  /** The structured answer, parsed but not checked; absent when the answer is plain text or no JSON object. */
  readonly object?: unknown;
  readonly usage: ModelUsage;
  readonly stopReason: ModelStop;
}

export interface ModelClient {
  readonly ref: ModelRef;
  /** Whether the model reads images. */
  readonly vision: boolean;
  /**
   * Asks once, with retries of what is worth retrying.
   *
   * @throws ModelError when there is no answer, InputError when no call to this model can succeed (key, model name),
   *   the signal's reason when it is aborted
   */
  generate(request: ModelRequest): Promise<ModelResponse>;
}

/** How a structured answer is asked for; `auto` begins with `native` and falls back on what the server can do. */
export type StructuredMode = "native" | "tool" | "text";

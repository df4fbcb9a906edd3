/** Makes a client for a model reference: finds its address and key, and learns what its server takes. */
import { InputError } from "../trajectory/index.ts";
import { anthropicWire } from "./anthropic-wire.ts";
import { resolveEndpoint } from "./endpoint.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { Fault, finalError } from "./fault.ts";
import { gateOf } from "./gate.ts";
import { parseModelRef } from "./model-ref.ts";
import { openaiWire } from "./openai-wire.ts";
import { costOf } from "./prices.ts";
import { type RetryPolicy, withRetries } from "./retry.ts";
import type { ModelClient, ModelRef, ModelRequest, ModelResponse, StructuredMode } from "./types.ts";
import { readsImages } from "./vision.ts";
import type { Shape, Wire, WireAnswer } from "./wire.ts";

export interface ModelOptions {
  /** Where keys and addresses are read from; the environment and `.env` in the working folder when absent. */
  readonly env?: Environment;
  /** How long one attempt may take; 120 s. */
  readonly timeoutMs?: number;
  /** Attempts after the first; 6. */
  readonly maxRetries?: number;
  /** How long all waits of one call may take together; 300 s. */
  readonly maxWaitMs?: number;
  /** The first wait before another attempt; 500 ms. It doubles each time. */
  readonly backoffMs?: number;
  /** The largest answer that is read; 4 MiB. */
  readonly maxResponseBytes?: number;
  /** How structured answers are asked for; `auto`. */
  readonly structured?: "auto" | StructuredMode;
  /** Whether the model reads images, where its name does not tell. */
  readonly vision?: boolean;
}

const nextMode: Record<StructuredMode, StructuredMode | null> = { native: "tool", tool: "text", text: null };
/** A token field, a temperature and two modes can be given up; more refusals than that are about something else. */
const maxShapes = 5;

/** What to try after a refused request: the parameter that the refusal names is given up, else the answer's mode. */
function reshaped(
  fault: Fault,
  shape: Shape,
  first: Shape,
  request: ModelRequest,
  wire: Wire,
  auto: boolean,
) {
  const { message } = fault;
  if (/max_(?:completion_)?tokens/.test(message)) {
    if (!wire.tokensVary || shape.tokens !== first.tokens) return null;
    const other = shape.tokens === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    return { ...shape, tokens: other } satisfies Shape;
  }
  if (/temperature/i.test(message) && request.temperature !== undefined && shape.temperature)
    return { ...shape, temperature: false };
  const mode = auto && request.answer !== undefined ? nextMode[shape.mode] : null;
  return mode === null ? null : { ...shape, mode };
}

const imagesIn = (request: ModelRequest): number =>
  request.messages.reduce(
    (count, message) => count + message.content.filter((part) => part.type === "image").length,
    0,
  );

/**
 * A client for one model.
 *
 * @throws InputError when the reference cannot be read, or its key or address is missing
 */
export function createModel(ref: ModelRef, options: ModelOptions = {}): ModelClient {
  const model = parseModelRef(ref);
  const endpoint = resolveEndpoint(model, options.env ?? readEnvironment());
  const maxBytes = options.maxResponseBytes ?? 4 * 1024 * 1024;
  const wire = (endpoint.protocol === "anthropic" ? anthropicWire : openaiWire)(
    model.name,
    endpoint,
    maxBytes,
  );
  const gate = gateOf(model.provider, endpoint.origin);
  const policy: RetryPolicy = {
    maxRetries: options.maxRetries ?? 6,
    maxWaitMs: options.maxWaitMs ?? 300_000,
    timeoutMs: options.timeoutMs ?? 120_000,
    backoffMs: options.backoffMs ?? 500,
  };
  const structured = options.structured ?? "auto";
  let known: Shape = {
    mode: structured === "auto" ? "native" : structured,
    temperature: true,
    tokens: wire.tokens,
  };

  function respond(answer: WireAnswer, request: ModelRequest, latencyMs: number): ModelResponse {
    const { inputTokens, outputTokens, cachedTokens } = answer;
    return {
      text: answer.text,
      ...(answer.object === undefined ? {} : { object: answer.object }),
      usage: {
        inputTokens,
        outputTokens,
        cachedTokens,
        images: imagesIn(request),
        costUsd: costOf(model, endpoint.official, answer),
        latencyMs,
      },
      stopReason: answer.stopReason,
    };
  }

  async function attemptIn(shape: Shape, request: ModelRequest): Promise<ModelResponse> {
    let started = 0;
    const answer = await withRetries(gate, policy, request.signal, (signal) => {
      started = performance.now();
      return wire.send(request, shape, signal);
    });
    return respond(answer, request, Math.round(performance.now() - started));
  }

  return {
    ref: model.ref,
    vision: options.vision ?? readsImages(model),
    async generate(request) {
      const first = known;
      let shape = first;
      for (let count = 1; ; count += 1) {
        try {
          const response = await attemptIn(shape, request);
          // Only what has worked is remembered, and only what was changed: others may have learned meanwhile.
          if (shape !== first)
            known = { ...shape, mode: request.answer === undefined ? known.mode : shape.mode };
          return response;
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          const next =
            error.kind === "bad-request" && count < maxShapes
              ? reshaped(error, shape, first, request, wire, structured === "auto")
              : null;
          if (next === null) throw finalError(error, model.ref, endpoint);
          shape = next;
        }
      }
    },
  };
}

/** The client itself, or one for a reference. @throws InputError as {@link createModel} */
export function toModel(model: ModelClient | ModelRef, options?: ModelOptions): ModelClient {
  if (typeof model === "string") return createModel(model, options);
  if (typeof model?.generate !== "function") throw new InputError("a model must be a reference or a client");
  return model;
}

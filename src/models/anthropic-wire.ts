/** Anthropic's messages API. */
import type {
  ContentBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
} from "@anthropic-ai/sdk/resources/messages";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { Fault, faultOfError, faultOfStatus } from "./fault.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { ContentPart, ModelMessage, ModelRequest, ModelStop } from "./types.ts";
import { objectOf, type Shape, type Wire, type WireAnswer, withSchemaInWords } from "./wire.ts";

/** The API wants a limit on the output; used when the request names none. */
const defaultMaxTokens = 4096;

const answerMessage = z.object({
  // Thinking and other blocks may stand before the answer: blocks are chosen by type, not by place.
  content: z.array(z.object({ type: z.string(), text: z.string().nullish(), input: z.unknown().optional() })),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: z.number().nullish(),
      output_tokens: z.number().nullish(),
      cache_read_input_tokens: z.number().nullish(),
      cache_creation_input_tokens: z.number().nullish(),
    })
    .nullish(),
});

function toPart(part: ContentPart): ContentBlockParam {
  if (part.type === "text") return { type: "text", text: part.text };
  const data = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength).toString(
    "base64",
  );
  return { type: "image", source: { type: "base64", media_type: part.mediaType, data } };
}

/** The API refuses empty text blocks. */
const filled = (part: ContentPart): boolean => part.type === "image" || part.text.trim() !== "";

function toMessages(messages: readonly ModelMessage[]): MessageParam[] {
  return messages.flatMap((message) =>
    message.role === "system"
      ? []
      : [{ role: message.role, content: message.content.filter(filled).map(toPart) }],
  );
}

function toBody(model: string, request: ModelRequest, shape: Shape): MessageCreateParamsNonStreaming {
  const system = request.messages
    .filter((message) => message.role === "system")
    .flatMap((message) => message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])))
    .join("\n\n");
  const { answer } = request;
  const messages = shape.mode === "text" ? withSchemaInWords(request) : request.messages;
  return {
    model,
    max_tokens: request.maxOutputTokens ?? defaultMaxTokens,
    messages: toMessages(messages),
    ...(system === "" ? {} : { system }),
    ...(request.temperature !== undefined && shape.temperature ? { temperature: request.temperature } : {}),
    ...(answer !== undefined && shape.mode === "native"
      ? { output_config: { format: { type: "json_schema", schema: { ...answer.schema } } } }
      : {}),
    ...(answer !== undefined && shape.mode === "tool"
      ? {
          tools: [
            {
              name: answer.name,
              description: "States the answer.",
              input_schema: { ...answer.schema, type: "object" },
            },
          ],
          tool_choice: { type: "tool", name: answer.name },
        }
      : {}),
  };
}

function stopOf(reason: string | null | undefined): ModelStop {
  if (reason === "refusal") return "refused";
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  return reason === "end_turn" || reason === "tool_use" || reason === "stop_sequence" ? "end" : "other";
}

function toAnswer(body: unknown): WireAnswer {
  const read = answerMessage.safeParse(body);
  if (!read.success) throw new Fault("server", "the answer is no message (no content)");
  const { content, usage, stop_reason } = read.data;
  const tool = content.find((block) => block.type === "tool_use")?.input;
  const text = content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join("");
  const object = typeof tool === "object" && tool !== null ? tool : objectOf(text);
  const cached = usage?.cache_read_input_tokens ?? 0;
  return {
    text: tool === undefined ? text : JSON.stringify(tool),
    ...(object === undefined ? {} : { object }),
    inputTokens: (usage?.input_tokens ?? 0) + cached + (usage?.cache_creation_input_tokens ?? 0),
    outputTokens: usage?.output_tokens ?? 0,
    cachedTokens: cached,
    stopReason: stopOf(stop_reason),
  };
}

/** The SDK is loaded with the first call: most commands make none. The key is set by the guarded fetch, not by it. */
async function connect(endpoint: Endpoint, maxBytes: number) {
  const { APIError, default: Anthropic } = await import("@anthropic-ai/sdk");
  const client = new Anthropic({
    // Any key keeps the SDK from looking for one in the environment and in its own files.
    apiKey: "set-by-guarded-fetch",
    baseURL: endpoint.baseUrl,
    maxRetries: 0,
    // The retry layer's own time-out ends an attempt; this one must not end it earlier.
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    fetch: guardedFetch(endpoint, maxBytes),
  });
  return { client, APIError };
}

/** The wire to one model. */
export function anthropicWire(model: string, endpoint: Endpoint, maxBytes: number): Wire {
  let connected: ReturnType<typeof connect> | undefined;
  return {
    tokens: "max_tokens",
    tokensVary: false,
    async send(request, shape, signal) {
      connected ??= connect(endpoint, maxBytes);
      const { client, APIError } = await connected;
      const body = toBody(model, request, shape);
      try {
        // Not messages.create: it prints a warning a call for an older model, and refuses a large max_tokens.
        return toAnswer(await client.post<unknown>("/v1/messages", { body, signal }));
      } catch (error) {
        if (error instanceof APIError && typeof error.status === "number")
          throw faultOfStatus({ status: error.status, headers: error.headers, body: error.error }, endpoint);
        throw faultOfError(error, endpoint);
      }
    },
  };
}

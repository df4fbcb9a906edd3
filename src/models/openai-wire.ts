/** OpenAI's chat completions, at OpenAI or at any server that speaks them. */
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { Fault, faultOfError, faultOfStatus } from "./fault.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { ContentPart, ModelMessage, ModelRequest, ModelStop } from "./types.ts";
import { objectOf, type Shape, type Wire, type WireAnswer, withSchemaInWords } from "./wire.ts";

const text = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string().nullish() }))
    .transform((parts) => parts.map((part) => part.text ?? "").join("")),
]);
const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: text.nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string().nullish() }).nullish() }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

function toPart(part: ContentPart): ChatCompletionContentPart {
  if (part.type === "text") return { type: "text", text: part.text };
  const data = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength).toString(
    "base64",
  );
  return { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${data}` } };
}

const textOf = (message: ModelMessage): string =>
  message.content.map((part) => (part.type === "text" ? part.text : "")).join("");

function toMessage(message: ModelMessage): ChatCompletionMessageParam {
  if (message.role === "system") return { role: "system", content: textOf(message) };
  if (message.role === "assistant") return { role: "assistant", content: textOf(message) };
  // Some servers know only strings: an array is sent only where there are images.
  const images = message.content.some((part) => part.type === "image");
  return { role: "user", content: images ? message.content.map(toPart) : textOf(message) };
}

function toBody(model: string, request: ModelRequest, shape: Shape): ChatCompletionCreateParamsNonStreaming {
  const { answer } = request;
  const messages = shape.mode === "text" ? withSchemaInWords(request) : request.messages;
  return {
    model,
    messages: messages.map(toMessage),
    ...(request.temperature !== undefined && shape.temperature ? { temperature: request.temperature } : {}),
    ...(request.maxOutputTokens === undefined ? {} : { [shape.tokens]: request.maxOutputTokens }),
    ...(answer !== undefined && shape.mode === "native"
      ? {
          response_format: {
            type: "json_schema",
            json_schema: { name: answer.name, strict: true, schema: { ...answer.schema } },
          },
        }
      : {}),
    ...(answer !== undefined && shape.mode === "tool"
      ? {
          tools: [
            {
              type: "function",
              function: {
                name: answer.name,
                description: "States the answer.",
                parameters: { ...answer.schema },
              },
            },
          ],
          tool_choice: { type: "function", function: { name: answer.name } },
        }
      : {}),
  };
}

function stopOf(reason: string | null | undefined, refusal: boolean): ModelStop {
  if (refusal || reason === "content_filter") return "refused";
  if (reason === "length") return "length";
  if (reason === null || reason === undefined || /^(?:stop|tool_calls|function_call|eos)$/.test(reason))
    return "end";
  return "other";
}

function toAnswer(body: unknown): WireAnswer {
  const read = completion.safeParse(body);
  const choice = read.data?.choices[0];
  if (!read.success || choice === undefined)
    throw new Fault("server", "the answer is no chat completion (no choices[0].message)");
  const { message } = choice;
  const stated = message.tool_calls?.[0]?.function?.arguments;
  const answer = stated || message.content || message.refusal || "";
  const object = objectOf(answer);
  const usage = read.data.usage;
  return {
    text: answer,
    ...(object === undefined ? {} : { object }),
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    stopReason: stopOf(choice.finish_reason, Boolean(message.refusal) && !message.content && !stated),
  };
}

/** The SDK is loaded with the first call: most commands make none. The key is set by the guarded fetch, not by it. */
async function connect(endpoint: Endpoint, maxBytes: number) {
  const { APIError, default: OpenAI } = await import("openai");
  const client = new OpenAI({
    apiKey: "set-by-guarded-fetch",
    baseURL: endpoint.baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    // The retry layer's own time-out ends an attempt; this one must not end it earlier.
    timeout: 2 ** 31 - 1,
    logLevel: "off",
    fetch: guardedFetch(endpoint, maxBytes),
  });
  return { client, APIError };
}

/** The wire to one model. */
export function openaiWire(model: string, endpoint: Endpoint, maxBytes: number): Wire {
  let connected: ReturnType<typeof connect> | undefined;
  return {
    tokens: endpoint.origin === "https://api.openai.com" ? "max_completion_tokens" : "max_tokens",
    tokensVary: true,
    async send(request, shape, signal) {
      connected ??= connect(endpoint, maxBytes);
      const { client, APIError } = await connected;
      try {
        return toAnswer(await client.chat.completions.create(toBody(model, request, shape), { signal }));
      } catch (error) {
        if (error instanceof APIError && typeof error.status === "number")
          throw faultOfStatus({ status: error.status, headers: error.headers, body: error.error }, endpoint);
        throw faultOfError(error, endpoint);
      }
    },
  };
}

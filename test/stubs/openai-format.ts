/** The wire format of OpenAI's chat completions, from the server's side. */
import { z } from "zod";
import type { Reply, SentPart, WireCodec } from "./model-stub.ts";

const requestSchema = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([
        z.string(),
        z.array(
          z.union([
            z.object({ type: z.literal("text"), text: z.string() }),
            z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
          ]),
        ),
      ]),
    }),
  ),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
});

const finish = { end: "stop", length: "length", refused: "stop" } as const;

function messageOf(reply: Reply, request: unknown): object {
  const { answer = "", stop } = reply;
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  if (stop === "refused") return { role: "assistant", content: null, refusal: text };
  const tool = requestSchema.safeParse(request).data?.tools?.[0]?.function.name;
  if (tool === undefined || typeof answer === "string") return { role: "assistant", content: text };
  const call = { id: "call_1", type: "function", function: { name: tool, arguments: text } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

export const openaiFormat: WireCodec = {
  body: (reply, request) =>
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      choices: [{ index: 0, finish_reason: finish[reply.stop ?? "end"], message: messageOf(reply, request) }],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: 120,
        prompt_tokens_details: { cached_tokens: 40 },
      },
    }),
  errorBody: (reply) =>
    JSON.stringify({ error: { message: reply.error, type: "error", code: reply.errorCode ?? null } }),
  parts: (request) =>
    requestSchema
      .parse(request)
      .messages.flatMap((message): SentPart[] =>
        typeof message.content === "string"
          ? [{ role: message.role, text: message.content }]
          : message.content.map((part) =>
              part.type === "text"
                ? { role: message.role, text: part.text }
                : { role: message.role, image: part.image_url.url },
            ),
      ),
};

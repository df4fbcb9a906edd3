/** The wire format of Anthropic's messages, from the server's side. */
import { z } from "zod";
import type { Reply, SentPart, WireCodec } from "./model-stub.ts";

const requestSchema = z.object({
  system: z.string().optional(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.array(
        z.union([
          z.object({ type: z.literal("text"), text: z.string() }),
          z.object({
            type: z.literal("image"),
            source: z.object({ media_type: z.string(), data: z.string() }),
          }),
        ]),
      ),
    }),
  ),
  tools: z.array(z.object({ name: z.string() })).optional(),
});

const stops = { end: "end_turn", length: "max_tokens", refused: "refusal" } as const;

function contentOf(reply: Reply, request: unknown): object[] {
  const { answer = "" } = reply;
  if (answer === "") return [];
  const tool = requestSchema.safeParse(request).data?.tools?.[0]?.name;
  if (typeof answer === "object" && tool !== undefined)
    return [{ type: "tool_use", id: "toolu_1", name: tool, input: answer }];
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return [
    { type: "thinking", thinking: "…", signature: "s" },
    { type: "text", text },
  ];
}

export const anthropicFormat: WireCodec = {
  body: (reply, request) =>
    JSON.stringify({
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: contentOf(reply, request),
      stop_reason: stops[reply.stop ?? "end"],
      usage: { input_tokens: 60, output_tokens: 20, cache_read_input_tokens: 40 },
    }),
  errorBody: (reply) =>
    JSON.stringify({
      type: "error",
      error: { type: reply.errorCode ?? "api_error", message: reply.error },
    }),
  parts(request) {
    const { system, messages } = requestSchema.parse(request);
    const said = messages.flatMap((message): SentPart[] =>
      message.content.map((part) =>
        part.type === "text"
          ? { role: message.role, text: part.text }
          : { role: message.role, image: `data:${part.source.media_type};base64,${part.source.data}` },
      ),
    );
    return system === undefined ? said : [{ role: "system", text: system }, ...said];
  },
};

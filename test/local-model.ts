/**
 * A real small model behind OpenAI's wire format on loopback: a GGUF file run by node-llama-cpp. That package is no
 * dependency of this project; it is loaded where somebody has installed it beside it.
 */
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";

/** The file to run; undefined where none was given. */
export const ggufPath = process.env["TRAJUDGE_GGUF"] || undefined;

const packageName = "node-llama-cpp";
export const howToInstall = `npm install --no-save ${packageName}@3.21.1`;

interface Answered {
  responseText: string;
  stopReason: string;
}

interface Session {
  setChatHistory(history: object[]): void;
  promptWithMeta(prompt: string, options: object): Promise<Answered>;
  dispose(): void;
}

/** What is used of the package. */
interface LlamaPackage {
  getLlama(options: object): Promise<{
    loadModel(options: object): Promise<{
      tokenize(text: string): ArrayLike<unknown>;
      createContext(options: object): Promise<{ getSequence(): { clearHistory(): Promise<void> } }>;
    }>;
    createGrammarForJsonSchema(schema: object): Promise<object>;
    dispose(): Promise<void>;
  }>;
  LlamaChatSession: new (options: object) => Session;
}

const isLlamaPackage = (value: unknown): value is LlamaPackage =>
  typeof value === "object" && value !== null && "getLlama" in value && "LlamaChatSession" in value;

/** The package; undefined where it is not installed. */
export async function loadLlama(): Promise<LlamaPackage | undefined> {
  try {
    const found: unknown = await import(packageName);
    return isLlamaPackage(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

const contextSize = 8192;
/** A small model without an end in sight writes on; short answers keep a run short. */
const mostTokens = 400;
const longestString = 200;

const text = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string().optional() }))
    .transform((parts) => parts.map((part) => part.text ?? "").join("")),
]);
const request = z.object({
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: text })).min(1),
  response_format: z
    .object({ json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }) })
    .optional(),
});

/** A JSON Schema in the words that node-llama-cpp knows, with bounded strings. */
function asGrammar(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asGrammar);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([key]) => key !== "description")
    .map(([key, value]) => [key === "anyOf" ? "oneOf" : key, asGrammar(value)]);
  const isFreeText = "type" in schema && schema.type === "string" && !("enum" in schema);
  return { ...Object.fromEntries(entries), ...(isFreeText ? { maxLength: longestString } : {}) };
}

export interface LocalModel {
  /** Where it is, with `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Runs the file on one thread of the processor, one answer at a time. */
export async function startLocalModel(llamaPackage: LlamaPackage, modelPath: string): Promise<LocalModel> {
  const llama = await llamaPackage.getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    maxThreads: 1,
    logLevel: "error",
  });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({ contextSize, threads: 1 });
  const contextSequence = context.getSequence();

  async function answer({ messages, response_format }: z.infer<typeof request>): Promise<Answered> {
    await contextSequence.clearHistory();
    const session = new llamaPackage.LlamaChatSession({ contextSequence, autoDisposeSequence: false });
    const history = messages
      .slice(0, -1)
      .map(({ role, content }) =>
        role === "assistant" ? { type: "model", response: [content] } : { type: role, text: content },
      );
    session.setChatHistory(history);
    const schema = asGrammar(response_format?.json_schema.schema ?? null);
    const grammar =
      typeof schema === "object" && schema !== null
        ? { grammar: await llama.createGrammarForJsonSchema(schema) }
        : {};
    try {
      return await session.promptWithMeta(messages.at(-1)?.content ?? "", {
        maxTokens: mostTokens,
        temperature: 0,
        ...grammar,
      });
    } finally {
      session.dispose();
    }
  }

  let busy: Promise<unknown> = Promise.resolve();
  const app = new Hono().post("/v1/chat/completions", async (c) => {
    const asked = request.parse(await c.req.json());
    const promptTokens = model.tokenize(asked.messages.map(({ content }) => content).join("\n")).length;
    if (promptTokens + mostTokens > contextSize)
      return c.json(
        { error: { message: `the prompt exceeds the context window: ${promptTokens} tokens` } },
        400,
      );
    const turn = busy.then(() => answer(asked));
    busy = turn.catch(() => undefined);
    const { responseText, stopReason } = await turn;
    return c.json({
      id: "local",
      object: "chat.completion",
      choices: [
        {
          index: 0,
          finish_reason: stopReason === "maxTokens" ? "length" : "stop",
          message: { role: "assistant", content: responseText },
        },
      ],
      usage: { prompt_tokens: promptTokens, completion_tokens: model.tokenize(responseText).length },
    });
  });
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }: AddressInfo) =>
      resolve({
        url: `http://127.0.0.1:${port}/v1`,
        close: async () => {
          await new Promise((done) => server.close(done));
          await llama.dispose();
        },
      }),
    );
    server.on("error", reject);
  });
}

/** Stub model servers with OpenAI's and Anthropic's wire formats: a script of replies in, recorded requests out. */
import { z } from "zod";
import { anthropicFormat } from "./anthropic-format.ts";
import { type HttpStub, type RecordedRequest, startHttpStub } from "./http-stub.ts";
import { openaiFormat } from "./openai-format.ts";

/** One reply of a model, independent of the wire format. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** What the model says; an object is sent as the structured answer of the mode that was asked for. */
  readonly answer?: string | object;
  readonly stop?: "end" | "length" | "refused";
  /** The message of an error status. */
  readonly error?: string;
  readonly errorCode?: string;
  /** Sent instead of everything else. */
  readonly rawBody?: string;
  readonly cut?: boolean;
  readonly stall?: boolean;
}

/** The replies that tests need most. */
export const reply = {
  object: (answer: object): Reply => ({ answer }),
  text: (answer: string): Reply => ({ answer }),
  fenced: (answer: object): Reply => ({
    answer: `Here is my answer.\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\`\n`,
  }),
  truncated: (answer: string): Reply => ({ answer, stop: "length" }),
  empty: (): Reply => ({ answer: "" }),
  refusal: (answer = "I cannot help with that."): Reply => ({ answer, stop: "refused" }),
  malformed: (): Reply => ({ rawBody: '{"choices": [{"mess' }),
  cut: (): Reply => ({ answer: "half of this is lost", cut: true }),
  stall: (): Reply => ({ answer: "half of this never comes", stall: true }),
  slow: (delayMs: number, answer: string | object): Reply => ({ delayMs, answer }),
  error: (status: number, error: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
    status,
    error,
    headers,
  }),
} as const;

export type WireFormat = "openai" | "anthropic";

export interface WireCodec {
  /** What a server of this kind sends. */
  body(reply: Reply, request: unknown): string;
  errorBody(reply: Reply): string;
  /** What a client of this kind has sent, in order: text, and images as `data:` URLs. */
  parts(request: unknown): SentPart[];
}

export type SentPart =
  | { readonly role: string; readonly text: string }
  | { readonly role: string; readonly image: string };

const codecs: Record<WireFormat, WireCodec> = { openai: openaiFormat, anthropic: anthropicFormat };

export type Script = readonly (Reply | ((request: RecordedRequest) => Reply))[];

export interface ModelStub extends HttpStub {
  /** A reference to a model of this server; the default name is known to read images. */
  ref(name?: string): string;
  parts(index: number): SentPart[];
  texts(index: number): string;
  images(index: number): string[];
}

/**
 * Starts a stub model server.
 *
 * @param script the replies in the order of the requests; the last one is repeated
 */
export async function startModelStub(format: WireFormat, script: Script): Promise<ModelStub> {
  const codec = codecs[format];
  const stub = await startHttpStub((request, index) => {
    const entry = script[Math.min(index, script.length - 1)];
    if (entry === undefined) throw new Error("the script is empty");
    const next = typeof entry === "function" ? entry(request) : entry;
    const body =
      next.rawBody ?? (next.error === undefined ? codec.body(next, request.body) : codec.errorBody(next));
    const { status, headers, delayMs, cut, stall } = next;
    return {
      body,
      ...(status === undefined ? {} : { status }),
      ...(headers === undefined ? {} : { headers }),
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(cut === undefined ? {} : { cut }),
      ...(stall === undefined ? {} : { stall }),
    };
  });
  const parts = (index: number): SentPart[] => {
    const request = stub.requests[index];
    if (request === undefined) throw new Error(`request ${index} was never made`);
    return codec.parts(request.body);
  };
  return {
    ...stub,
    ref: (name = format === "openai" ? "gpt-4o" : "claude-sonnet-4-5") =>
      `${format}:${name}@${stub.url}${format === "openai" ? "/v1" : ""}`,
    parts,
    texts: (index) =>
      parts(index)
        .map((part) => ("text" in part ? part.text : ""))
        .join("\n"),
    images: (index) => parts(index).flatMap((part) => ("image" in part ? [part.image] : [])),
  };
}

/** How the request asks for a structured answer. */
export function structuredMode(request: RecordedRequest | undefined): "native" | "tool" | "text" {
  const body = z.looseObject({}).parse(request?.body);
  if ("response_format" in body || "output_config" in body) return "native";
  return "tools" in body ? "tool" : "text";
}

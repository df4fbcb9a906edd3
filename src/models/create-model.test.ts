import { describe, expect, test } from "vitest";
import { startHttpStub } from "../../test/stubs/http-stub.ts";
import { reply, structuredMode, type WireFormat } from "../../test/stubs/model-stub.ts";
import { serving } from "../../test/stubs/serving.ts";
import { InputError } from "../trajectory/index.ts";
import { createModel, type ModelOptions } from "./create-model.ts";
import type { ModelRequest } from "./types.ts";

const formats: WireFormat[] = ["openai", "anthropic"];
const key = "key-that-must-not-leak";
const fast: ModelOptions = { env: { TRAJUDGE_API_KEY: key }, backoffMs: 1 };

const serve = serving();

const question: ModelRequest = {
  messages: [
    { role: "system", content: [{ type: "text", text: "You judge." }] },
    { role: "user", content: [{ type: "text", text: "Well?" }] },
  ],
  answer: {
    name: "verdict",
    schema: {
      type: "object",
      properties: { outcome: { type: "string" } },
      required: ["outcome"],
      additionalProperties: false,
    },
  },
  temperature: 0,
  maxOutputTokens: 100,
};
const yes = { outcome: "success" };

async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

describe.each(formats)("a client for %s", (format) => {
  test("reads the structured answer and the usage", async () => {
    const stub = await serve(format, reply.object(yes));
    const response = await createModel(stub.ref(), fast).generate(question);
    expect(response).toMatchObject({
      object: yes,
      stopReason: "end",
      usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 40, images: 0, costUsd: null },
    });
    expect(structuredMode(stub.requests[0])).toBe("native");
  });

  test("sends text and images in their order", async () => {
    const stub = await serve(format, reply.text("ok"));
    const image = { type: "image", mediaType: "image/png" } as const;
    const content = [
      { type: "text", text: "first" },
      { ...image, bytes: new Uint8Array([1]) },
      { type: "text", text: "second" },
      { ...image, bytes: new Uint8Array([2]) },
    ] as const;
    const response = await createModel(stub.ref(), fast).generate({ messages: [{ role: "user", content }] });
    expect(response.usage.images).toBe(2);
    expect(stub.parts(0)).toEqual([
      { role: "user", text: "first" },
      { role: "user", image: "data:image/png;base64,AQ==" },
      { role: "user", text: "second" },
      { role: "user", image: "data:image/png;base64,Ag==" },
    ]);
  });

  test("asks by tool, then in words, where a server takes no schema, and remembers it", async () => {
    const refuse = reply.error(400, "unknown parameter");
    const stub = await serve(format, refuse, refuse, reply.object(yes), reply.object(yes));
    const model = createModel(stub.ref(), fast);
    expect((await model.generate(question)).object).toEqual(yes);
    expect((await model.generate(question)).object).toEqual(yes);
    expect(stub.requests.map(structuredMode)).toEqual(["native", "tool", "text", "text"]);
    expect(stub.texts(2)).toContain('"required":["outcome"]');
  });

  test("reads the answer out of a tool call", async () => {
    const stub = await serve(format, reply.object(yes));
    const response = await createModel(stub.ref(), { ...fast, structured: "tool" }).generate(question);
    expect(response.object).toEqual(yes);
  });

  test("does not forget the schema over a request that is refused in every form", async () => {
    const stub = await serve(
      format,
      reply.error(400, "bad image"),
      reply.error(400, "bad image"),
      reply.error(400, "bad image"),
      reply.object(yes),
    );
    const model = createModel(stub.ref(), fast);
    expect(await errorOf(model.generate(question))).toMatchObject({ kind: "provider" });
    await model.generate(question);
    expect(structuredMode(stub.requests[3])).toBe("native");
  });

  test("leaves the temperature out for a model that refuses it, and remembers it", async () => {
    const stub = await serve(format, reply.error(400, "Unsupported value: 'temperature'"), reply.object(yes));
    const model = createModel(stub.ref(), fast);
    await model.generate(question);
    await model.generate(question);
    expect(stub.requests.map((request) => request.text.includes('"temperature"'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(stub.requests.map(structuredMode)).toEqual(["native", "native", "native"]);
  });

  test.each([
    [401, "invalid key"],
    [403, "no access"],
    [404, "no such model"],
  ])("a %i ends the run and names model and variable", async (status, message) => {
    const stub = await serve(format, reply.error(status, `${message} (${key})`));
    const error = await errorOf(createModel(stub.ref(), fast).generate(question));
    expect(InputError.isInstance(error)).toBe(true);
    expect(error.message).toContain(stub.ref().slice(0, 16));
    expect(error.message).toContain(status === 404 ? "model's name" : "TRAJUDGE_API_KEY");
    expect(error.message).not.toContain(key);
    expect(stub.requests).toHaveLength(1);
  });

  test("an account without credit ends the run", async () => {
    const stub = await serve(format, { status: 429, error: "You exceeded", errorCode: "insufficient_quota" });
    expect(InputError.isInstance(await errorOf(createModel(stub.ref(), fast).generate(question)))).toBe(true);
  });

  test.each([
    ["prompt is too long: 300000 tokens > 200000 maximum", "context-length"],
    ["This model's maximum context length is 8192 tokens", "context-length"],
    ["flagged by our content policy", "refused"],
  ])("a 400 that says %j is %s", async (message, kind) => {
    const stub = await serve(format, reply.error(400, message));
    expect(await errorOf(createModel(stub.ref(), fast).generate(question))).toMatchObject({ kind });
    expect(stub.requests).toHaveLength(1);
  });

  test("reads no more of an answer than it may", async () => {
    const stub = await serve(format, reply.text("x".repeat(10_000)));
    const error = await errorOf(
      createModel(stub.ref(), { ...fast, maxResponseBytes: 5000 }).generate(question),
    );
    expect(error).toMatchObject({
      kind: "provider",
      message: expect.stringContaining("more than 5000 bytes"),
    });
    expect(stub.requests).toHaveLength(1);
  });

  test("an answer that is cut short, refused or empty is handed on as that", async () => {
    const stub = await serve(format, reply.truncated('{"outc'), reply.refusal(), reply.empty());
    const model = createModel(stub.ref(), fast);
    expect(await model.generate(question)).toMatchObject({ stopReason: "length", text: '{"outc' });
    expect(await model.generate(question)).toMatchObject({ stopReason: "refused" });
    expect(await model.generate(question)).toMatchObject({ stopReason: "end", text: "" });
  });

  test("a redirect is not followed, since it would take the key elsewhere", async () => {
    const elsewhere = await startHttpStub(() => ({ body: "{}" }));
    const stub = await serve(format, {
      status: 307,
      headers: { location: `${elsewhere.url}/v1` },
      rawBody: "",
    });
    const error = await errorOf(createModel(stub.ref(), fast).generate(question));
    expect(InputError.isInstance(error)).toBe(true);
    expect(elsewhere.requests).toHaveLength(0);
    await elsewhere.close();
  });

  test("sends no key but the one for such hosts, and none of the SDKs' own headers of the environment", async () => {
    const names = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_ORG_ID"];
    const before = { ...process.env };
    for (const name of names) process.env[name] = `leak-${name}`;
    process.env["ANTHROPIC_CUSTOM_HEADERS"] = "x-secret: leak-custom";
    process.env["OPENAI_CUSTOM_HEADERS"] = "x-secret: leak-custom";
    try {
      const stub = await serve(format, reply.object(yes));
      await createModel(stub.ref(), { env: {} }).generate(question);
      await createModel(stub.ref(), fast).generate(question);
      const [without, withKey] = stub.requests.map((request) => JSON.stringify(request.headers));
      expect(without).not.toMatch(/leak-|set-by-guarded-fetch/);
      expect(withKey).toContain(key);
    } finally {
      process.env = before;
    }
  });
});

test("a server that wants the other name for the limit on output gets it, and keeps it", async () => {
  const stub = await serve(
    "openai",
    reply.error(400, "Unsupported parameter: 'max_tokens', use 'max_completion_tokens'"),
    reply.object(yes),
  );
  const model = createModel(stub.ref(), fast);
  await model.generate(question);
  await model.generate(question);
  expect(stub.requests.map((request) => request.text.includes('"max_completion_tokens":100'))).toEqual([
    false,
    true,
    true,
  ]);
});

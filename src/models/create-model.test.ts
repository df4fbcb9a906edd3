import { afterEach, describe, expect, test, vi } from "vitest";
import { startHttpStub } from "../../test/stubs/http-stub.ts";
import {
  type ModelStub,
  reply,
  type Script,
  startModelStub,
  structuredMode,
  type WireFormat,
} from "../../test/stubs/model-stub.ts";
import { InputError, ModelError } from "../trajectory/index.ts";
import { createModel, type ModelOptions } from "./create-model.ts";
import { gateOf } from "./gate.ts";
import type { ModelRequest } from "./types.ts";

const formats: WireFormat[] = ["openai", "anthropic"];
const key = "key-that-must-not-leak";
const fast: ModelOptions = { env: { TRAJUDGE_API_KEY: key }, backoffMs: 1 };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const stub of open.splice(0)) await stub.close();
});

async function serve(format: WireFormat, ...script: Script): Promise<ModelStub> {
  const stub = await startModelStub(format, script);
  open.push(stub);
  return stub;
}

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
    ["a 429", { status: 429, error: "slow down", headers: { "retry-after-ms": "5" } }],
    ["a 429 without Retry-After", { status: 429, error: "slow down" }],
    ["a 500", reply.error(500, "oops")],
    ["an overload", reply.error(529, "overloaded")],
    ["a connection cut half-way", reply.cut()],
    ["a body that is no JSON", reply.malformed()],
    ["a body of another shape", { rawBody: '{"hello": 1}' }],
  ])("survives %s", async (_name, bad) => {
    const stub = await serve(format, bad, reply.object(yes));
    const response = await createModel(stub.ref(), fast).generate(question);
    expect(response.object).toEqual(yes);
    expect(stub.requests).toHaveLength(2);
  });

  test("obeys Retry-After in seconds and as a date", async () => {
    const soon = new Date(Date.now() - 5000).toUTCString();
    const stub = await serve(
      format,
      reply.error(429, "slow", { "retry-after": "0" }),
      reply.error(503, "busy", { "retry-after": soon }),
      reply.object(yes),
    );
    const model = createModel(stub.ref(), { ...fast, backoffMs: 3_600_000 });
    expect((await model.generate(question)).object).toEqual(yes);
  });

  test("gives up after a bounded number of attempts", async () => {
    const stub = await serve(format, reply.error(500, "oops"));
    const error = await errorOf(createModel(stub.ref(), { ...fast, maxRetries: 2 }).generate(question));
    expect(error).toMatchObject({ kind: "provider", message: expect.stringContaining("after 3 attempts") });
    expect(stub.requests).toHaveLength(3);
  });

  test("does not wait longer than it may, and says how long it should have", async () => {
    const stub = await serve(format, reply.error(429, "daily limit", { "retry-after": "3600" }));
    const model = createModel(stub.ref(), fast);
    const error = await errorOf(model.generate(question));
    expect(error).toMatchObject({ kind: "rate-limited", message: expect.stringContaining("3600 s") });
    expect(await errorOf(model.generate(question))).toMatchObject({ kind: "rate-limited" });
    expect(stub.requests).toHaveLength(1);
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

  test("a call that takes too long is tried once more, then a timeout", async () => {
    const stub = await serve(format, reply.stall());
    const error = await errorOf(createModel(stub.ref(), { ...fast, timeoutMs: 50 }).generate(question));
    expect(error).toMatchObject({ kind: "timeout" });
    expect(stub.requests).toHaveLength(2);
  });

  test.each([
    ["while the answer comes", reply.stall()],
    ["while waiting for another attempt", reply.error(500, "oops", { "retry-after": "60" })],
    ["while everybody waits after a 429", reply.error(429, "slow", { "retry-after": "60" })],
  ])("stops %s with the reason of the abort", async (_when, script) => {
    const controller = new AbortController();
    const stub = await serve(format, (_request) => {
      setTimeout(() => controller.abort(new Error("enough")), 20);
      return script;
    });
    const model = createModel(stub.ref(), fast);
    await expect(model.generate({ ...question, signal: controller.signal })).rejects.toThrow("enough");
  });

  test("an aborted signal sends nothing", async () => {
    const stub = await serve(format, reply.object(yes));
    const request = { ...question, signal: AbortSignal.abort(new Error("enough")) };
    await expect(createModel(stub.ref(), fast).generate(request)).rejects.toThrow("enough");
    expect(stub.requests).toHaveLength(0);
  });

  test("a 429 to one caller slows the others of the same server", async () => {
    const stub = await serve(
      format,
      reply.error(429, "slow", { "retry-after-ms": "100" }),
      reply.slow(20, yes),
    );
    const gate = gateOf(format, stub.url);
    const [one, other] = [createModel(stub.ref(), fast), createModel(stub.ref("claude-3"), fast)];
    const first = one.generate(question);
    await vi.waitUntil(() => gate.limit === 1);
    await Promise.all([first, ...Array.from({ length: 4 }, () => other.generate(question))]);
    expect(stub.requests[1]?.inFlight).toBe(1);
    expect(stub.requests).toHaveLength(6);
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
    open.push(elsewhere);
    const stub = await serve(format, {
      status: 307,
      headers: { location: `${elsewhere.url}/v1` },
      rawBody: "",
    });
    const error = await errorOf(createModel(stub.ref(), fast).generate(question));
    expect(InputError.isInstance(error)).toBe(true);
    expect(elsewhere.requests).toHaveLength(0);
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

test("no connection is an error of the provider", async () => {
  const stub = await serve("openai", reply.object(yes));
  await stub.close();
  const error = await errorOf(createModel(stub.ref(), { ...fast, maxRetries: 1 }).generate(question));
  expect(ModelError.isInstance(error)).toBe(true);
  expect(error.message).toMatch(/no answer: .*after 2 attempts/);
});

import { describe, expect, test, vi } from "vitest";
import { reply, type WireFormat } from "../../test/stubs/model-stub.ts";
import { serving } from "../../test/stubs/serving.ts";
import { ModelError } from "../trajectory/index.ts";
import { createModel, type ModelOptions } from "./create-model.ts";
import { gateOf } from "./gate.ts";
import type { ModelRequest } from "./types.ts";

const serve = serving();
const fast: ModelOptions = { env: {}, backoffMs: 1 };
const question: ModelRequest = {
  messages: [{ role: "user", content: [{ type: "text", text: "Well?" }] }],
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

const formats: WireFormat[] = ["openai", "anthropic"];
describe.each(formats)("retries, on %s", (format) => {
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

  test.each([429, 503])("waits as long after a %i as it may", async (status) => {
    const stub = await serve(
      format,
      reply.error(status, "busy", { "retry-after-ms": "60" }),
      reply.object(yes),
    );
    const model = createModel(stub.ref(), { ...fast, maxWaitMs: 100 });
    expect((await model.generate(question)).object).toEqual(yes);
  });

  test("a server in trouble that asks for an hour is not waited for", async () => {
    const stub = await serve(format, reply.error(503, "down", { "retry-after": "3600" }));
    const error = await errorOf(createModel(stub.ref(), fast).generate(question));
    expect(error).toMatchObject({ kind: "provider", message: expect.stringContaining("3600 s") });
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
      reply.error(429, "slow", { "retry-after-ms": "300" }),
      reply.slow(20, yes),
    );
    const gate = gateOf(format, stub.url);
    const [one, other] = [createModel(stub.ref(), fast), createModel(stub.ref("claude-3"), fast)];
    const first = one.generate(question);
    await vi.waitUntil(() => gate.limit === 1, { interval: 5 });
    await Promise.all([first, ...Array.from({ length: 4 }, () => other.generate(question))]);
    expect(stub.requests[1]?.inFlight).toBe(1);
    expect(stub.requests).toHaveLength(6);
  });
});

test("no connection is an error of the provider", async () => {
  const stub = await serve("openai", reply.object(yes));
  await stub.close();
  const error = await errorOf(createModel(stub.ref(), { ...fast, maxRetries: 1 }).generate(question));
  expect(ModelError.isInstance(error)).toBe(true);
  expect(error.message).toMatch(/no answer: .*after 2 attempts/);
});

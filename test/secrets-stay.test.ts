/** Secrets in recorded runs: none of them may leave the machine or be written to a run. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { captionThenReason } from "../judges/caption-then-reason.ts";
import { endToEnd } from "../judges/index.ts";
import { runBatch } from "../src/batch/index.ts";
import { defineJudge, type Judge, prepareJudge } from "../src/judging/index.ts";
import { createModel } from "../src/models/index.ts";
import { type Trajectory, trajectorySchemaId } from "../src/trajectory/index.ts";
import { readingAlways } from "./fixtures/ocr.ts";
import { png } from "./fixtures/trajectories.ts";
import { type Reply, reply } from "./stubs/model-stub.ts";
import { serving } from "./stubs/serving.ts";

/** Forty secrets of ten kinds; none is anyone's. */
const secretOf: readonly ((n: number) => string)[] = [
  (n) => `sk-proj-a1B${`c${n}D`.repeat(14)}`,
  (n) => `ghp_a1B${String(n).padStart(33, "xY7")}`,
  (n) => `AKIA${String(n).padStart(16, "ABCDEFGH")}`,
  (n) => `xoxb-12345678${n}-a1Bc2De3Fg4H`,
  (n) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI${n}In0aaaa.s${"5xG".repeat(8)}${n}`,
  (n) => `hunter2-Horse-${n}`,
  (n) => `P@ssw0rd.${n}77`,
  (n) => `a1Bc2De3Fg4H5i${n}`,
  (n) => `0f${String(n).padStart(2, "0")}${"3b7e".repeat(7)}`,
  (n) => `Zx9${n}-qW8-eR7-tY6`,
];
const secrets = Array.from({ length: 40 }, (_unused, n) => secretOf[n % secretOf.length]?.(n) ?? "");

/** One run for each secret, which holds it in ten places. */
function runWith(secret: string, n: number): Trajectory {
  const url = `https://shop.test/login?user=ann&password=${encodeURIComponent(secret)}&next=%2Fcart`;
  return {
    schema: trajectorySchemaId,
    id: `shop/${n}`,
    task: { id: String(n), instruction: `Sign in.\nPassword: ${secret}\nThen buy a kettle.` },
    steps: [
      {
        index: 0,
        observation: {
          url,
          title: `Settings?api_key=${secret}`,
          text: `Your details\nAPI key: ${secret}\nSave`,
          ocr: `Token: ${secret}`,
          accessibilityTree: `[3] textbox 'Password' clickable value='${secret}'`,
          html: `<form><input type="password" name="pw" value="${secret}"></form>`,
          screenshot: png(10),
        },
        thought: `I type password=${secret} now`,
        action: {
          type: "type",
          target: { id: "3", text: "Password" },
          value: secret,
          raw: `fill('3', '${secret}')`,
        },
        requests: [
          {
            method: "POST",
            url,
            body: `user=ann&password=${encodeURIComponent(secret)}`,
            response: JSON.stringify({ ok: true, access_token: secret }),
            headers: { Referer: url },
          },
        ],
      },
      {
        index: 1,
        observation: { url, screenshot: png(20) },
        action: { type: "navigate", value: url, error: `Cookie: sid=${secret}` },
      },
    ],
    final: { url, screenshot: png(30) },
    answer: `Done. Authorization: Bearer ${secret}`,
    stop: "answered",
  };
}

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), "trajudge-secrets-"));
});
afterEach(() => rm(out, { recursive: true }));
const serve = serving();

/** A judge without a model that quotes whatever it finds. */
const quoting = defineJudge({
  id: "quoting",
  summary: "repeats what was recorded",
  levels: ["trajectory"],
  options: z.strictObject({}),
  judge: async (view) => ({
    outcome: "failure",
    score: 0,
    reasoning: JSON.stringify(view),
    rawText: view.answer ?? "",
    notes: { address: view.final?.url ?? "" },
    error: { kind: "judge", message: view.answer ?? "" },
  }),
});

async function judged(
  judge: Judge,
  replies: readonly Reply[],
  { redact, options = {} }: { redact?: boolean; options?: object } = {},
): Promise<string> {
  const stub = await serve("openai", ...replies);
  const model = createModel(stub.ref(), { env: { TRAJUDGE_API_KEY: "k" }, backoffMs: 1, maxRetries: 1 });
  async function* runs(): AsyncGenerator<Trajectory> {
    for (const [n, secret] of secrets.entries()) yield runWith(secret, n);
  }
  const prepared = prepareJudge(judge, {
    models: { default: model },
    judgeOptions: { ...options },
    ocr: readingAlways(secrets.map((secret) => `Password: ${secret}`).join("\n")),
    ...(redact === undefined ? {} : { redact }),
  });
  await runBatch({
    out,
    inputs: [{ path: "runs", trajectories: runs() }],
    judges: [prepared],
    level: "trajectory",
    package: "trajudge 0",
    concurrency: 4,
  });
  const files = await Promise.all(
    (await readdir(out))
      .filter((name) => name !== ".secret")
      .map((name) => readFile(join(out, name), "utf8")),
  );
  return [...stub.requests.map((request) => request.text), ...files].join("\n");
}

const verdict = { reasoning: "seen", outcome: "success", score: 1, failure: null };
/** As they are, and as addresses and JSON write them. */
const leaked = (text: string): string[] =>
  secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), secret.slice(0, 24)].some((form) => text.includes(form)),
  );

test("there are forty different secrets", () => {
  expect(new Set(secrets).size).toBe(40);
});

const all = { frames: "all" };
test.each<[string, Judge, object, Reply[]]>([
  ["a model judge", endToEnd, all, [reply.object(verdict)]],
  ["a model whose answers cannot be read", endToEnd, all, [reply.text("Well.")]],
  ["a model that fails", endToEnd, all, [reply.error(400, "bad request")]],
  ["a captioner that OCR helps", captionThenReason, {}, [reply.text("A page.")]],
  ["OCR alone", captionThenReason, { captioner: "ocr" }, [reply.object(verdict)]],
  ["a judge that quotes what it finds", quoting, {}, [reply.object(verdict)]],
])("no secret is sent or stored with %s", async (_name, judge, options, replies) => {
  const everything = await judged(judge, replies, { options });
  expect(everything).toContain("[redacted:");
  expect(leaked(everything)).toEqual([]);
});

test("the verdict says how many were replaced in what the model saw", async () => {
  const everything = await judged(endToEnd, [reply.object(verdict)], { options: all });
  expect(everything).toMatch(/"notes":\{"redacted":\d+\}/);
});

test("they are sent when the user asks for it, under another version of the judge", async () => {
  const everything = await judged(endToEnd, [reply.object(verdict)], { redact: false, options: all });
  expect(leaked(everything)).toHaveLength(40);
  const version = (redact: boolean): string => prepareJudge(quoting, { redact }).version;
  expect(version(false)).not.toBe(version(true));
});

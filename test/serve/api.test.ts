/** The reward server over real HTTP: one run, batches, images, keys, metrics. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { resolveJudge } from "../../judges/index.ts";
import { offline, rewardOf } from "../../src/index.ts";
import { defineJudge, judgeTrajectory } from "../../src/judging/index.ts";
import { createModel } from "../../src/models/index.ts";
import { packageRoot } from "../../src/package-root.ts";
import { InputError, trajectorySchema } from "../../src/trajectory/index.ts";
import { kettleRun, png, pngBytes } from "../fixtures/trajectories.ts";
import { reply } from "../stubs/model-stub.ts";
import { serving } from "../stubs/serving.ts";
import {
  authorization,
  clientOf,
  gate,
  jobIn,
  plainRun,
  refused,
  rewardServers,
  rewardsIn,
  verdictIn,
  waitingJudge,
} from "./serving.ts";

const start = rewardServers();
const stubs = serving();

test("health needs no token and tells the version only", async () => {
  const { url } = await start();
  const response = await fetch(`${url}/health`);
  const { version } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  expect([response.status, await response.json()]).toEqual([200, { status: "ok", version }]);
});

test("a run's verdict and reward are those of the library", async () => {
  const { post } = await start();
  const run = plainRun("shop/1");
  const { verdict, reward } = await verdictIn(post("/v1/verdicts", run));
  const own = await judgeTrajectory(run, offline);
  expect({ ...verdict, createdAt: "" }).toEqual({ ...own, createdAt: "" });
  expect(reward).toEqual(rewardOf(own));
});

test("bundled runs in one batch are answered in their order, with the verdicts where asked for", async () => {
  const { post } = await start();
  const lines = (await readFile(join(packageRoot, "examples/first/trajectories.jsonl"), "utf8"))
    .trim()
    .split("\n");
  const trajectories = lines.map((line) => trajectorySchema.parse(JSON.parse(line)));
  const plain = await rewardsIn(post("/v1/rewards", { trajectories }));
  expect(plain.rewards.map((item) => "trajectoryId" in item && item.trajectoryId)).toEqual(
    trajectories.map(({ id }) => id),
  );
  expect(plain).toMatchObject({ judge: "offline", level: "trajectory", models: {} });
  const whole = await rewardsIn(post("/v1/rewards", { trajectories, options: { verdict: true } }));
  for (const [index, trajectory] of trajectories.entries()) {
    const own = await judgeTrajectory(trajectory, offline);
    const item = whole.rewards[index];
    expect(item !== undefined && "verdict" in item && { ...item.verdict, createdAt: "" }).toEqual({
      ...own,
      createdAt: "",
    });
    expect(plain.rewards[index]).not.toHaveProperty("verdict");
  }
});

test("a bad item has its problem at its place, and the others have their rewards", async () => {
  const { post } = await start();
  const trajectories = [
    plainRun("a"),
    { id: "b" },
    plainRun("c"),
    null,
    { ...plainRun("d"), steps: [{ index: 0, observation: {}, action: { value: 5 } }] },
    { ...plainRun("e"), final: { screenshot: "../../etc/passwd" } },
    plainRun("f"),
  ];
  const { rewards } = await rewardsIn(post("/v1/rewards", { trajectories }));
  expect(
    rewards.map((item) => ("error" in item ? [item.error.status, item.error.field] : item.trajectoryId)),
  ).toEqual([
    "a",
    [422, "trajectories[1].schema"],
    "c",
    [422, "trajectories[3]"],
    [422, "trajectories[4].steps[0].action.value"],
    [422, "trajectories[5].final.screenshot"],
    "f",
  ]);
  expect(rewards[4]).toMatchObject({ error: { detail: expect.stringContaining("saw 5") } });
});

test("what a judge leaves open has no reward and says so, unless a rule gives it one", async () => {
  const judge = defineJudge({
    id: "open",
    summary: "says what the id says",
    levels: ["trajectory"],
    options: z.strictObject({}),
    async judge({ id }) {
      if (id === "unscored")
        return { outcome: null, score: null, reasoning: "", error: { kind: "refused", message: "no" } };
      return { outcome: id === "unsure" ? "unsure" : "blocked", score: null, reasoning: "" };
    },
  });
  const { post } = await start({ judge, rewards: { blocked: -1 } });
  const trajectories = ["unsure", "blocked", "unscored"].map((id) => plainRun(id));
  const own = await rewardsIn(post("/v1/rewards", { trajectories }));
  expect(own.rewards).toMatchObject([
    { reward: null, steps: [null, null, null], skipped: "unsure" },
    { reward: -1 },
    { reward: null, skipped: "unscored", unscored: { kind: "refused", message: "no" } },
  ]);
  const options = { reward: { unsure: 0.5, unscored: 0, scale: 2 } };
  const theirs = await rewardsIn(post("/v1/rewards", { trajectories, options }));
  expect(theirs.rewards.map((item) => "reward" in item && item.reward)).toEqual([1, -2, 0]);
  expect(theirs.rewards[0]).not.toHaveProperty("skipped");
});

test("a missing index, nulls and an action's words are read as from a file, unknown fields are reported", async () => {
  const { post } = await start();
  const steps = [{ observation: { url: null }, action: { raw: "click('12')" } }];
  const run = {
    ...plainRun("lenient"),
    steps,
    answer: null,
    surprise: "api_key=sk-live-0123456789abcdefABCDEF0123",
  };
  const { verdict, reward } = await verdictIn(post("/v1/verdicts", run));
  expect(verdict.stepCount).toBe(1);
  expect(reward.problems).toEqual([
    { where: "surprise", what: expect.stringMatching(/^unknown field, saw .*redacted/) },
  ]);
});

test("images come as data: URLs, or as parts by the path that the run uses", async () => {
  const stub = await stubs("openai", reply.object({ reasoning: "seen", outcome: "success" }));
  const judge = await resolveJudge("end-to-end");
  const model = createModel(stub.ref(), { env: { TRAJUDGE_API_KEY: "unused" } });
  const { post, url } = await start({
    judge,
    prepare: { judgeOptions: { frames: "all" }, models: { default: model } },
  });
  expect((await post("/v1/verdicts", kettleRun())).status).toBe(200);

  const run = kettleRun();
  const paths = [...run.steps, { observation: run.final ?? {} }].map((state, i) => {
    state.observation.screenshot = `frames/${i}.png`;
    return state.observation.screenshot;
  });
  const form = new FormData();
  form.append("trajectory", new Blob([JSON.stringify(run)], { type: "application/json" }));
  for (const [i, path] of paths.entries())
    form.append(path, new Blob([new Uint8Array(pngBytes((i + 1) * 10))], { type: "image/png" }), "x.png");
  const response = await fetch(`${url}/v1/verdicts`, { method: "POST", headers: authorization, body: form });
  expect([response.status, await response.json()]).toMatchObject([200, { reward: { reward: 1 } }]);
  expect(stub.images(1)).toEqual([10, 20, 30, 40].map(png));
  expect(stub.images(1)).toEqual(stub.images(0));
});

test("secrets in a run reach neither the model nor the answer", async () => {
  const stub = await stubs(
    "openai",
    reply.object({ reasoning: "the key sk-proj-Ab12Cd34Ef56Gh78Ij90KlMn", outcome: "failure" }),
  );
  const judge = await resolveJudge("end-to-end");
  const model = createModel(stub.ref(), { env: { TRAJUDGE_API_KEY: "unused" } });
  const { post } = await start({ judge, prepare: { models: { default: model } } });
  const secret = "sk-proj-Zz12Cd34Ef56Gh78Ij90KlMn";
  const text = await (await post("/v1/verdicts", { ...kettleRun(), answer: `I used ${secret}` })).text();
  expect(stub.requests[0]?.text).toContain("I used [redacted:");
  expect(`${stub.requests[0]?.text}${text}`).not.toMatch(/sk-proj-/);
});

test("a key is carried out once: the same body has the same answer, another is refused", async () => {
  let calls = 0;
  const waiting = gate();
  const judge = waitingJudge(() => {
    calls += 1;
    return waiting.opened;
  });
  const { post } = await start({ judge });
  const body = { trajectories: [plainRun("good")] };
  const key = { "idempotency-key": "once" };
  const both = [post("/v1/rewards", body, key), post("/v1/rewards", body, key)];
  while (calls === 0) await new Promise((resolve) => setImmediate(resolve));
  waiting.open();
  const texts = await Promise.all(both.map(async (response) => (await response).text()));
  expect(texts[0]).toBe(texts[1]);
  const again = await post("/v1/rewards", body, key);
  expect([await again.text(), again.headers.get("idempotency-replayed")]).toEqual([texts[0], "true"]);
  expect(calls).toBe(1);
  const other = await refused(await post("/v1/rewards", { trajectories: [plainRun("bad")] }, key));
  expect(other).toMatchObject({
    status: 422,
    type: "urn:trajudge:problem:key-reused",
    field: "Idempotency-Key",
  });
  expect((await post("/v1/verdicts", plainRun("good"), key)).status).toBe(200);
  expect((await refused(await post("/v1/rewards", body, { "idempotency-key": "a b" }))).status).toBe(400);
});

test("the same parts with another boundary are the same body", async () => {
  const { url } = await start();
  const send = async (text: string): Promise<Response> => {
    const form = new FormData();
    form.append("trajectory", text);
    return fetch(`${url}/v1/verdicts`, {
      method: "POST",
      headers: { ...authorization, "idempotency-key": "k" },
      body: form,
    });
  };
  const first = await (await send(JSON.stringify(plainRun("a")))).text();
  const second = await send(JSON.stringify(plainRun("a")));
  expect([await second.text(), second.headers.get("idempotency-replayed")]).toEqual([first, "true"]);
  expect((await refused(await send(JSON.stringify(plainRun("b"))))).status).toBe(422);
});

test("a refused request may be sent again under its key", async () => {
  const { post } = await start();
  const key = { "idempotency-key": "k" };
  expect((await post("/v1/rewards", { trajectories: [] }, key)).status).toBe(422);
  expect((await post("/v1/rewards", { trajectories: [plainRun("a")] }, key)).status).toBe(200);
});

test("an answer with an item that the judge could not do is not given again under its key", async () => {
  let broken = true;
  let calls = 0;
  const judge = waitingJudge(async () => {
    calls += 1;
    if (broken) throw new InputError("the key is wrong");
  });
  const { post } = await start({ judge });
  const key = { "idempotency-key": "k" };
  const ask = () => rewardsIn(post("/v1/rewards", { trajectories: [plainRun("good"), { bad: 1 }] }, key));
  expect((await ask()).rewards).toMatchObject([{ error: { status: 503 } }, { error: { status: 422 } }]);
  broken = false;
  for (const _time of [1, 2])
    expect((await ask()).rewards).toMatchObject([{ reward: 1 }, { error: { status: 422 } }]);
  expect(calls).toBe(2);
});

/** The metrics: as text, and each series with its value. */
async function metricsOf(get: (path: string) => Promise<Response>) {
  const response = await get("/metrics");
  const text = await response.text();
  const values: Record<string, string> = Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(/ (?=[^ ]+$)/)),
  );
  return { text, type: response.headers.get("content-type"), values };
}

test("metrics count requests, verdicts, tokens and cost", async () => {
  const stub = await stubs("openai", reply.object({ reasoning: "r", outcome: "success" }));
  const judge = await resolveJudge("end-to-end");
  const model = createModel(stub.ref(), { env: { TRAJUDGE_API_KEY: "unused" } });
  const { post, get } = await start({ judge, prepare: { models: { default: model } } });
  await post("/v1/rewards", { trajectories: [kettleRun(), { bad: true }, kettleRun({ id: "2" })] });
  await post("/v1/nowhere", {});
  const { text, type, values } = await metricsOf(get);
  expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(values).toMatchObject({
    'trajudge_http_requests_total{method="POST",route="/v1/rewards",status="200"}': "1",
    'trajudge_http_requests_total{method="POST",route="other",status="404"}': "1",
    'trajudge_http_request_duration_seconds_count{route="/v1/rewards"}': "1",
    'trajudge_verdicts_total{outcome="success"}': "2",
    'trajudge_model_tokens_total{kind="input"}': "200",
    'trajudge_model_tokens_total{kind="output"}': "40",
    trajudge_queue_length: "0",
    trajudge_in_flight: "0",
    trajudge_jobs_unfinished: "0",
  });
  expect(text).not.toContain("kettle");
});

test("calls that a model has answered are counted, also where the verdict is given up", async () => {
  const stub = await stubs("openai", reply.text("hm"), reply.slow(600_000, "never"));
  const judge = await resolveJudge("end-to-end");
  const model = createModel(stub.ref(), { env: { TRAJUDGE_API_KEY: "unused" } });
  const { get, url } = await start({ judge, prepare: { models: { default: model } } });
  const job = { trajectories: [kettleRun()] };
  const { id } = await jobIn(clientOf(url).post("/v1/jobs", job), 202);
  // The first answer is of no use, so that the model is asked again.
  while (stub.requests.length < 2) await sleep(5);
  const cancelled = fetch(`${url}/v1/jobs/${id}`, { method: "DELETE", headers: authorization });
  expect((await jobIn(cancelled)).status).toBe("cancelled");
  const leaving = new AbortController();
  const gone = fetch(`${url}/v1/verdicts`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify(kettleRun()),
    signal: leaving.signal,
  }).catch(() => "gone");
  while (stub.requests.length < 3) await sleep(5);
  leaving.abort();
  expect(await gone).toBe("gone");
  for (;;) {
    const { values } = await metricsOf(get);
    if (values["trajudge_verdicts_given_up_total"] !== "2") {
      await sleep(5);
      continue;
    }
    expect(values['trajudge_model_tokens_total{kind="input"}']).toBe("100");
    expect(Object.keys(values).filter((name) => name.startsWith("trajudge_verdicts_total"))).toEqual([]);
    break;
  }
});

test("a judge that cannot judge is a problem of each item, not of the server", async () => {
  const stub = await stubs("openai", reply.error(401, "wrong key sk-proj-Ab12Cd34Ef56Gh78Ij90KlMn"));
  const judge = await resolveJudge("end-to-end");
  const model = createModel(stub.ref(), { env: { TRAJUDGE_API_KEY: "unused" } });
  const { post } = await start({ judge, prepare: { models: { default: model } } });
  const { rewards } = await rewardsIn(post("/v1/rewards", { trajectories: [kettleRun(), { bad: 1 }] }));
  expect(rewards).toMatchObject([{ error: { status: 503 } }, { error: { status: 422 } }]);
  expect(JSON.stringify(rewards)).not.toContain("sk-proj-");
  expect((await refused(await post("/v1/verdicts", kettleRun()))).status).toBe(503);
});

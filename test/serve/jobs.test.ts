/** Jobs: taken in at once, judged later, asked after, listened to, cancelled, and not lost by a kill. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/package-root.ts";
import { InputError } from "../../src/trajectory/index.ts";
import { kettleRun } from "../fixtures/trajectories.ts";
import { reply } from "../stubs/model-stub.ts";
import { serving } from "../stubs/serving.ts";
import {
  type Client,
  clientOf,
  gate,
  jobIn,
  plainRun,
  refused,
  rewardServers,
  rewardsIn,
  token,
  waitingJudge,
} from "./serving.ts";

const start = rewardServers();
const stubs = serving();

const runs = (count: number) => Array.from({ length: count }, (_unused, i) => plainRun(`good/${i}`));

async function finished(client: Pick<Client, "get">, id: string) {
  for (;;) {
    const job = await jobIn(client.get(`/v1/jobs/${id}`));
    if (job.status !== "running") return job;
    await sleep(10);
  }
}

interface Event {
  id?: string;
  event: string;
  data: { index?: number; status?: string };
}

/** The events of a job until its stream ends, or so many. */
async function events(
  client: Pick<Client, "get">,
  id: string,
  last?: string,
  most = Infinity,
): Promise<Event[]> {
  const response = await client.get(
    `/v1/jobs/${id}/events`,
    last === undefined ? {} : { "last-event-id": last },
  );
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const found: Event[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks.filter((lines) => !lines.startsWith(":"))) {
      const fields = Object.fromEntries(
        block
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
      );
      found.push({ event: "", ...fields, data: JSON.parse(fields["data"] ?? "") });
      if (found.length === most) return found;
    }
  }
  return found;
}

test("a job gives the rewards that its batch gives", async () => {
  const client = await start();
  const body = {
    trajectories: [plainRun("a"), { bad: 1 }, plainRun("b", { stop: "step-limit" })],
    options: { reward: { failure: -1 } },
  };
  const response = await client.post("/v1/jobs", body);
  const { id, total } = await jobIn(response, 202);
  expect([response.headers.get("location"), total]).toEqual([`/v1/jobs/${id}`, 3]);
  const job = await finished(client, id);
  const batch = await rewardsIn(client.post("/v1/rewards", body));
  expect(job).toMatchObject({
    status: "done",
    finished: 3,
    judge: batch.judge,
    judgeVersion: batch.judgeVersion,
  });
  expect(job.rewards.map(({ index, item }) => [index, item])).toEqual(
    batch.rewards.map((item, index) => [index, item]),
  );
  expect(await events(client, id)).toHaveLength(4);
});

test("events tell each item as it is finished, and go on after the last one seen", async () => {
  const gates = [gate(), gate(), gate()];
  const judge = waitingJudge((id) => gates[Number(id.split("/")[1])]?.opened ?? Promise.resolve());
  const client = await start({ judge });
  const { id } = await jobIn(client.post("/v1/jobs", { trajectories: runs(3) }), 202);
  gates[2]?.open();
  expect(await events(client, id, undefined, 1)).toMatchObject([
    { id: "1", event: "item", data: { index: 2 } },
  ]);
  const rest = events(client, id, "1");
  gates[0]?.open();
  gates[1]?.open();
  const told = await rest;
  expect(told.map(({ id: number, event }) => [number, event])).toEqual([
    ["2", "item"],
    ["3", "item"],
    [undefined, "end"],
  ]);
  expect(
    told
      .slice(0, 2)
      .map(({ data }) => data.index)
      .sort(),
  ).toEqual([0, 1]);
  expect(told[2]?.data).toEqual({ status: "done", total: 3, finished: 3 });
  expect(await events(client, id, "3")).toMatchObject([{ event: "end" }]);
  expect((await refused(await client.get(`/v1/jobs/${id}/events`, { "last-event-id": "x" }))).field).toBe(
    "Last-Event-ID",
  );
});

test("a cancelled job keeps what is finished and begins nothing more", async () => {
  const begun: string[] = [];
  const waiting = gate();
  const judge = waitingJudge((id) => {
    begun.push(id);
    return id === "good/0" ? Promise.resolve() : waiting.opened;
  });
  const client = await start({ judge, concurrency: 2 });
  const { id } = await jobIn(client.post("/v1/jobs", { trajectories: runs(20) }), 202);
  await events(client, id, undefined, 1);
  const response = await fetch(`${client.url}/v1/jobs/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await jobIn(response)).toMatchObject({ status: "cancelled", finished: 1, rewards: [{ index: 0 }] });
  waiting.open();
  expect((await events(client, id)).at(-1)).toMatchObject({ event: "end", data: { status: "cancelled" } });
  expect(begun.length).toBeLessThanOrEqual(3);
  expect((await readdir(join(client.data, "jobs", id))).sort()).toEqual(["job.json", "results.jsonl"]);
});

test("a key makes one job, also after a restart; another body under it is refused", async () => {
  const data = await mkdtemp(join(tmpdir(), "trajudge-jobs-"));
  try {
    const key = { "idempotency-key": "one" };
    const first = await start({ data });
    const body = { trajectories: runs(2) };
    const both = await Promise.all([1, 2].map(() => jobIn(first.post("/v1/jobs", body, key), 202)));
    expect(both[0]?.id).toBe(both[1]?.id);
    await finished(first, both[0]?.id ?? "");
    await first.server.stop();
    const second = await start({ data });
    expect(await jobIn(second.post("/v1/jobs", body, key), 202)).toMatchObject({
      id: both[0]?.id,
      status: "done",
    });
    expect((await refused(await second.post("/v1/jobs", { trajectories: runs(1) }, key))).status).toBe(422);
    expect(await readdir(join(data, "jobs"))).toHaveLength(1);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("secrets are not stored, nor are runs that are judged", async () => {
  const waiting = gate();
  const client = await start({ judge: waitingJudge(() => waiting.opened) });
  const secret = "sk-proj-Zz12Cd34Ef56Gh78Ij90KlMn";
  const run = plainRun("good", { answer: `I used ${secret}`, extra: { note: secret } });
  const body = { trajectories: [run, { ...run, steps: [secret] }] };
  const { id } = await jobIn(
    client.post("/v1/jobs", body, { "idempotency-key": "private-key-of-client" }),
    202,
  );
  const stored = async () => {
    const folder = join(client.data, "jobs", id);
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
    );
    return texts.join("\n");
  };
  expect(await stored()).toContain("I used [redacted:");
  expect(await stored()).not.toMatch(/sk-proj-|private-key-of-client/);
  waiting.open();
  await finished(client, id);
  expect(await stored()).not.toContain("I used");
});

test("runs of a job that has ended are deleted at the next start, if a fault kept them", async () => {
  const data = await mkdtemp(join(tmpdir(), "trajudge-jobs-"));
  try {
    const first = await start({ data });
    const { id } = await jobIn(first.post("/v1/jobs", { trajectories: runs(1) }), 202);
    await finished(first, id);
    await first.server.stop();
    await writeFile(join(data, "jobs", id, "inputs.jsonl"), "{}\n");
    const second = await start({ data });
    expect(await finished(second, id)).toMatchObject({ status: "done", finished: 1 });
    expect((await readdir(join(data, "jobs", id))).sort()).toEqual(["job.json", "results.jsonl"]);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("no more jobs are taken in than may be unfinished, and the oldest finished ones are forgotten", async () => {
  const waiting = gate();
  const client = await start({ judge: waitingJudge(() => waiting.opened), limits: { jobs: 2, jobsKept: 1 } });
  const post = () => client.post("/v1/jobs", { trajectories: runs(1) });
  const ids = [(await jobIn(post(), 202)).id, (await jobIn(post(), 202)).id];
  const third = await post();
  expect([third.headers.get("retry-after"), (await refused(third)).status]).toEqual(["5", 429]);
  waiting.open();
  await finished(client, ids[1] ?? "");
  await finished(client, (await jobIn(post(), 202)).id);
  while ((await readdir(join(client.data, "jobs"))).length > 1) await sleep(5);
  expect((await refused(await client.get(`/v1/jobs/${ids[0]}`))).status).toBe(404);
});

test("a judge that cannot judge halts a job, which goes on after the next start", async () => {
  const data = await mkdtemp(join(tmpdir(), "trajudge-jobs-"));
  try {
    let broken = true;
    const judge = () =>
      waitingJudge(async () => {
        if (broken) throw new InputError("the key is wrong");
      });
    const first = await start({ data, judge: judge() });
    const { id } = await jobIn(first.post("/v1/jobs", { trajectories: runs(3) }), 202);
    expect(await finished(first, id)).toMatchObject({
      status: "halted",
      finished: 0,
      problem: { detail: "the key is wrong" },
    });
    expect((await events(first, id)).at(-1)).toMatchObject({ event: "end", data: { status: "halted" } });
    await first.server.stop();
    broken = false;
    const second = await start({ data, judge: judge() });
    expect(await finished(second, id)).toMatchObject({ status: "done", finished: 3 });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("an unfinished job of another judge is not judged by this one", async () => {
  const data = await mkdtemp(join(tmpdir(), "trajudge-jobs-"));
  try {
    const first = await start({
      data,
      judge: waitingJudge(() => new Promise(() => undefined)),
      limits: { stopSeconds: 0.05 },
    });
    const { id } = await jobIn(first.post("/v1/jobs", { trajectories: runs(1) }), 202);
    await first.server.stop();
    await expect(start({ data })).rejects.toThrow(
      new RegExp(`job ${id} is not finished and is for waiting .*now offline`),
    );
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

test("kill -9 in the middle of jobs loses no job, and judges no finished item again", {
  timeout: 60_000,
}, async () => {
  const each = 40;
  const concurrency = 4;
  const stub = await stubs("openai", reply.slow(15, { reasoning: "r", outcome: "success" }));
  const data = await mkdtemp(join(tmpdir(), "trajudge-jobs-"));
  const words = ["serve", "--port", "0", "--data", data, "--concurrency", String(concurrency)];
  const own = ["--judge", "end-to-end", "--model", stub.ref(), "--option", "frames=last"];
  const launch = async () => {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", join(packageRoot, "cli.ts"), ...words, ...own],
      {
        cwd: packageRoot,
        stdio: ["ignore", "ignore", "pipe"],
        env: { ...process.env, TRAJUDGE_API_KEY: "unused", TRAJUDGE_TOKEN: token },
      },
    );
    let said = "";
    for await (const chunk of child.stderr) {
      said += String(chunk);
      const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
      if (url !== undefined) return { child, client: clientOf(url) };
    }
    throw new Error(said);
  };
  const batch = (name: string) => ({
    trajectories: Array.from({ length: each }, (_unused, i) => kettleRun({ id: `${name}/${i}` })),
  });
  const asked = () => stub.requests.length;
  const lines = async (id: string) =>
    (await readFile(join(data, "jobs", id, "results.jsonl"), "utf8"))
      .split("\n")
      .filter((line) => line !== "").length;
  let open: Awaited<ReturnType<typeof launch>> | undefined;
  try {
    open = await launch();
    const ids: string[] = [];
    for (const name of ["a", "b"]) ids.push((await jobIn(open.client.post("/v1/jobs", batch(name)), 202)).id);
    let repeated = 0;
    for (const [id, some] of [
      [ids[0], 10],
      [ids[1], 20],
    ] as const) {
      while ((await lines(id ?? "")) < some) await sleep(2);
      open.child.kill("SIGKILL");
      await once(open.child, "exit");
      const done = (await lines(ids[0] ?? "")) + (await lines(ids[1] ?? ""));
      expect(done).toBeLessThan(2 * each);
      repeated += 1;
      open = await launch();
    }
    const { client } = open;
    for (const id of ids) {
      const job = await finished(client, id);
      expect(job).toMatchObject({ status: "done", total: each, finished: each });
      expect(job.rewards.map(({ index }) => index)).toEqual(Array.from({ length: each }, (_unused, i) => i));
      expect(await lines(id)).toBe(each + 1);
    }
    // Only what was under way when the process was killed had to be asked again.
    expect(asked()).toBeGreaterThanOrEqual(2 * each);
    expect(asked()).toBeLessThanOrEqual(2 * each + repeated * concurrency);
    open.child.kill("SIGTERM");
    expect((await once(open.child, "exit"))[0]).toBe(0);
  } finally {
    if (open?.child.exitCode === null) open.child.kill("SIGKILL");
    await rm(data, { recursive: true, force: true });
  }
});

/** A disk that takes no more: the job that meets it is halted, the server goes on, and nothing on the disk is damaged. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packageRoot } from "../../src/package-root.ts";
import { kettleRun } from "../fixtures/trajectories.ts";
import { reply } from "../stubs/model-stub.ts";
import { serving } from "../stubs/serving.ts";
import {
  authorization,
  type Client,
  clientOf,
  jobIn,
  plainRun,
  refused,
  rewardsIn,
  token,
} from "./serving.ts";

const stubs = serving();
let data: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "trajudge-disk-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
  await rm(data, { recursive: true, force: true });
});

async function launch(...words: string[]) {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(packageRoot, "cli.ts"), "serve", "--port", "0", "--data", data, ...words],
    {
      cwd: packageRoot,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, TRAJUDGE_API_KEY: "unused", TRAJUDGE_TOKEN: token },
    },
  );
  children.push(child);
  const said = { err: "" };
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said.err += String(chunk);
      if (said.err.includes("Listening")) resolve();
    });
    child.once("exit", () => reject(new Error(said.err)));
  });
  return { child, said, client: clientOf(/http:\/\/[\d.]+:\d+/.exec(said.err)?.[0] ?? "") };
}

/** From now on the process writes no file beyond so many bytes: a write that would is cut there, and the next one fails. */
const bound = ({ pid = 0 }: ChildProcess, bytes: number | "unlimited"): unknown =>
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);

async function settled(client: Pick<Client, "get">, id: string) {
  for (;;) {
    const job = await jobIn(client.get(`/v1/jobs/${id}`));
    if (job.status !== "running") return job;
    await sleep(10);
  }
}

const results = (id: string) => readFile(join(data, "jobs", id, "results.jsonl"), "utf8");
const each = 12;
const most = 40_000;

test.skipIf(process.platform !== "linux")(
  "a full disk halts the jobs that meet it; with room again they can be cancelled, and go on after the next start",
  { timeout: 60_000 },
  async () => {
    // Longer than what is judged, so that the trajectories fit and the results do not.
    const answer = { reasoning: "the basket shows it. ".repeat(400), outcome: "success" };
    const stub = await stubs("openai", reply.object(answer));
    const words = ["--judge", "end-to-end", "--model", stub.ref(), "--option", "frames=last"];
    const { child, client, said } = await launch(...words);
    bound(child, most);
    const ids: string[] = [];
    for (const name of ["a", "b"]) {
      const trajectories = Array.from({ length: each }, (_unused, i) => kettleRun({ id: `${name}/${i}` }));
      const body = { trajectories, options: { verdict: true } };
      ids.push((await jobIn(client.post("/v1/jobs", body), 202)).id);
    }
    const [kept = "", cancelled = ""] = ids;
    const halted = await Promise.all([kept, cancelled].map((id) => settled(client, id)));
    for (const { id, status, problem, finished } of halted) {
      expect([status, problem?.detail]).toEqual(["halted", expect.stringContaining("EFBIG")]);
      expect([finished > 0, finished < each, (await results(id)).length]).toEqual([true, true, most]);
    }
    // Everyone else is served.
    expect(
      (await rewardsIn(client.post("/v1/rewards", { trajectories: [kettleRun()] }))).rewards,
    ).toMatchObject([{ reward: 1 }]);

    bound(child, "unlimited");
    const response = await fetch(`${client.url}/v1/jobs/${cancelled}`, {
      method: "DELETE",
      headers: authorization,
    });
    expect(await jobIn(response)).toMatchObject({ status: "cancelled", finished: halted[1]?.finished });
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(0);
    expect(said.err).toMatch(new RegExp(`job ${kept} is halted: .*EFBIG`));

    const asked = stub.requests.length;
    const next = await launch(...words);
    expect(await settled(next.client, kept)).toMatchObject({ status: "done", finished: each });
    expect(await settled(next.client, cancelled)).toMatchObject({
      status: "cancelled",
      finished: halted[1]?.finished,
    });
    expect(stub.requests.length - asked).toBe(each - (halted[0]?.finished ?? 0));
    for (const id of [kept, cancelled])
      expect((await readdir(join(data, "jobs", id))).sort()).toEqual(["job.json", "results.jsonl"]);
  },
);

test.skipIf(process.platform !== "linux")(
  "a job that finds no room is refused, leaves nothing, and may be sent again under its key",
  { timeout: 60_000 },
  async () => {
    const { child, client, said } = await launch();
    const body = { trajectories: Array.from({ length: 40 }, (_unused, i) => plainRun(`run/${i}`)) };
    const post = () => client.post("/v1/jobs", body, { "idempotency-key": "k" });
    bound(child, 10_000);
    const refusal = await refused(await post());
    expect([refusal.status, refusal.detail]).toEqual([500, expect.stringContaining("EFBIG")]);
    while (!said.err.includes("EFBIG")) await sleep(5);
    expect(await readdir(join(data, "jobs"))).toEqual([]);
    bound(child, "unlimited");
    const { id } = await jobIn(post(), 202);
    expect(await settled(client, id)).toMatchObject({ status: "done", finished: 40 });
  },
);

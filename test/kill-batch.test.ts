/** A batch that is killed at random moments and started again judges every run once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.ts";
import { kettleRun } from "./fixtures/trajectories.ts";
import { reply } from "./stubs/model-stub.ts";
import { serving } from "./stubs/serving.ts";

const serve = serving();
const runs = 500;
const kills = 10;

async function linesOf(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  return (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
}

test("kill -9 at ten random moments loses and doubles nothing", { timeout: 180_000 }, async () => {
  const stub = await serve(
    "openai",
    reply.slow(200, { reasoning: "it is in the basket", outcome: "success" }),
  );
  const folder = await mkdtemp(join(tmpdir(), "trajudge-kill-"));
  const out = join(folder, "run");
  const input = join(folder, "runs.jsonl");
  const trajectories = Array.from({ length: runs }, (_unused, i) => kettleRun({ id: `shop/agent/${i}` }));
  await writeFile(input, trajectories.map((run) => `${JSON.stringify(run)}\n`).join(""));
  const words = [
    "--judge",
    "end-to-end",
    "--model",
    stub.ref(),
    "--out",
    out,
    "--concurrency",
    "25",
    "--json",
  ];
  const start = () =>
    spawn(process.execPath, ["--import", "tsx", join(packageRoot, "cli.ts"), "judge", input, ...words], {
      cwd: packageRoot,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, TRAJUDGE_API_KEY: "unused" },
    });

  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const before = (await linesOf(join(out, "verdicts.jsonl"))).length;
      const moment = before + Math.floor(Math.random() * 45);
      const child = start();
      const ended = once(child, "exit");
      while (child.exitCode === null && (await linesOf(join(out, "verdicts.jsonl"))).length <= moment)
        await sleep(5);
      await sleep(Math.random() * 40);
      child.kill("SIGKILL");
      await ended;
    }
    const last = start();
    let errors = "";
    last.stderr.on("data", (chunk) => {
      errors += String(chunk);
    });
    const [code] = await once(last, "exit");
    expect({ code, errors: errors.split("\n").filter((line) => line.startsWith("trajudge:")) }).toEqual({
      code: 0,
      errors: [],
    });

    const verdicts = (await linesOf(join(out, "verdicts.jsonl"))).map((line) => JSON.parse(line));
    const expected = trajectories.map(({ id }) => id).sort();
    expect(verdicts.map(({ trajectoryId }) => trajectoryId).sort()).toEqual(expected);
    expect(new Set(verdicts.map(({ key }) => key)).size).toBe(runs);
    const items = (await linesOf(join(out, "items.jsonl"))).map((line) => JSON.parse(line).id);
    expect(items.sort()).toEqual(expected);
    const run = JSON.parse(await readFile(join(out, "run.json"), "utf8"));
    expect(run).toMatchObject({ status: "complete", counts: { verdicts: runs, unscored: 0 } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("Ctrl-C finishes what is under way, exits with 3, and the same command goes on", {
  timeout: 60_000,
}, async () => {
  const stub = await serve("openai", reply.slow(100, { reasoning: "r", outcome: "failure" }));
  const folder = await mkdtemp(join(tmpdir(), "trajudge-stop-"));
  const out = join(folder, "run");
  const input = join(folder, "runs.jsonl");
  const trajectories = Array.from({ length: 60 }, (_unused, i) => kettleRun({ id: `shop/agent/${i}` }));
  await writeFile(input, trajectories.map((run) => `${JSON.stringify(run)}\n`).join(""));
  const words = [
    "judge",
    input,
    "--judge",
    "end-to-end",
    "--model",
    stub.ref(),
    "--out",
    out,
    "--concurrency",
    "4",
  ];
  const start = () =>
    spawn(process.execPath, ["--import", "tsx", join(packageRoot, "cli.ts"), ...words], {
      cwd: packageRoot,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, TRAJUDGE_API_KEY: "unused" },
    });
  try {
    const child = start();
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += String(chunk);
    });
    while (child.exitCode === null && (await linesOf(join(out, "verdicts.jsonl"))).length < 8) await sleep(5);
    child.kill("SIGINT");
    expect((await once(child, "exit"))[0]).toBe(3);
    expect(errors).toContain("the same command goes on from here");
    const done = (await linesOf(join(out, "verdicts.jsonl"))).length;
    expect(stub.requests).toHaveLength(done);
    expect(done).toBeLessThan(60);
    expect((await once(start(), "exit"))[0]).toBe(0);
    expect(stub.requests).toHaveLength(60);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

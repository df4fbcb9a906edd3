/**
 * The reward server beside a bare hono echo: each runs alone in a process of its own, and both are sent the same body.
 * Usage: npx tsx bench/serve.ts [seconds] (needs a build: npm run build)
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import autocannon from "autocannon";
import { z } from "zod";
import { packageRoot } from "../src/package-root.ts";

const seconds = Number(process.argv[2] ?? 8);
const connections = 32;
const rounds = 3;
const token = "a-token-for-the-bench";
const recorded = z.looseObject({ steps: z.array(z.looseObject({ observation: z.looseObject({}) })) });

/** The bundled runs without their screenshots, which lie in files. */
async function runs(): Promise<object[]> {
  const lines = createInterface({
    input: createReadStream(join(packageRoot, "examples/bazaar/trajectories.jsonl")),
  });
  const read: object[] = [];
  for await (const line of lines) {
    const run = recorded.parse(JSON.parse(line));
    for (const state of [...run.steps.map(({ observation }) => observation), run["final"]])
      if (typeof state === "object" && state !== null) Reflect.deleteProperty(state, "screenshot");
    read.push(run);
  }
  return read;
}

/** Starts a program that says on stderr where it listens. */
async function started(...words: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, TRAJUDGE_TOKEN: token },
  });
  let said = "";
  for await (const chunk of child.stderr) {
    said += String(chunk);
    const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`${words.join(" ")}: ${said}`);
}

async function measured(url: string, body: string): Promise<{ rate: number; p99: number }> {
  const result = await autocannon({
    url,
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body,
    connections,
    duration: seconds,
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const shown = (name: string, all: readonly { rate: number; p99: number }[]): string =>
  `${name} ${Math.round(middle(all.map(({ rate }) => rate)))} requests/s, p99 ${middle(all.map(({ p99 }) => p99))} ms`;

const folder = await mkdtemp(join(tmpdir(), "trajudge-bench-"));
const echo = await started(join(packageRoot, "bench/serve-echo.mjs"));
const own = await started(join(packageRoot, "dist/cli.js"), "serve", "--port", "0", "--data", folder);
try {
  const all = (await runs()).sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  for (const count of [1, 8]) {
    // From the middle by size, so that one run is a usual one.
    const from = (all.length - count) >> 1;
    const body = JSON.stringify({ trajectories: all.slice(from, from + count) });
    const figures: Record<"text" | "json" | "rewards", { rate: number; p99: number }[]> = {
      text: [],
      json: [],
      rewards: [],
    };
    // The first round is not counted: code that was not compiled yet is several times slower.
    for (let round = 0; round <= rounds; round += 1) {
      figures.text.push(await measured(`${echo.url}/text`, body));
      figures.json.push(await measured(`${echo.url}/json`, body));
      figures.rewards.push(await measured(`${own.url}/v1/rewards`, body));
      if (round === 0) for (const list of Object.values(figures)) list.length = 0;
    }
    const rate = (of: keyof typeof figures): number => middle(figures[of].map((figure) => figure.rate));
    console.log(
      `${count} trajectories, ${body.length} bytes, ${connections} connections, median of ${rounds}:`,
    );
    console.log(
      `  ${shown("offline rewards", figures.rewards)}; ${Math.round(rate("rewards") * count)} trajectories/s`,
    );
    console.log(
      `  ${shown("echo as text   ", figures.text)}: ratio ${(rate("rewards") / rate("text")).toFixed(2)} (aim ≥ 0.3)`,
    );
    console.log(
      `  ${shown("echo as JSON   ", figures.json)}: ratio ${(rate("rewards") / rate("json")).toFixed(2)}`,
    );
  }
} finally {
  for (const { child } of [echo, own]) {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
  await rm(folder, { recursive: true, force: true });
}

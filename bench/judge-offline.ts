/**
 * Offline judging through the command line: trajectories a second beside merely parsing the same lines, and the peak
 * memory at 1,000 and at 10,000 trajectories.
 *
 * npm run build && npx tsx bench/judge-offline.ts
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/package-root.ts";
import type { Trajectory } from "../src/trajectory/index.ts";

const steps = 15;
const words = "lamp chair mug rug price filter sort basket green blue delivery days results apply".split(" ");

function text(seed: number, length: number): string {
  return Array.from({ length }, (_unused, i) => words[(seed * 7 + i * 13) % words.length]).join(" ");
}

function run(number: number): Trajectory {
  return {
    schema: "trajudge/trajectory@1",
    id: `bench/agent/${number}`,
    task: {
      id: String(number % 500),
      instruction: `How many ${text(number, 6)} cost less than ${number % 90}?`,
      maxSteps: 30,
    },
    agent: { name: `agent-${number % 4}` },
    source: { format: "native", benchmark: "bench" },
    steps: Array.from({ length: steps }, (_unused, index) => ({
      index,
      observation: {
        url: `https://shop.test/list?page=${index}&q=${number}`,
        title: text(index, 3),
        text: text(number + index, 120),
      },
      thought: text(index, 20),
      action: {
        raw: `click('${index}')`,
        type: "click" as const,
        target: { text: text(index, 2), id: String(index) },
      },
      requests: [
        {
          method: "GET",
          url: `https://shop.test/api/list?page=${index}`,
          resourceType: "fetch",
          status: 200,
        },
      ],
    })),
    final: { url: "https://shop.test/list", text: text(number, 120) },
    answer: `There are ${number % 50}.`,
    stop: number % 5 === 0 ? "step-limit" : "answered",
  };
}

async function writeRuns(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  for (let i = 0; i < count; i += 1) {
    if (!file.write(`${JSON.stringify(run(i))}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
}

/** The ideal: reading the lines and parsing them, and nothing else. */
async function parseOnly(path: string): Promise<number> {
  const started = performance.now();
  let parsed = 0;
  for await (const line of createInterface({ input: createReadStream(path) }))
    if (JSON.parse(line) !== null) parsed += 1;
  return ((performance.now() - started) / parsed) * 1000;
}

async function judge(input: string, out: string): Promise<{ seconds: number; peakMb: number }> {
  const started = performance.now();
  const memory = join(packageRoot, "bench/report-memory.mjs");
  const child = spawn(
    process.execPath,
    [
      "--import",
      memory,
      join(packageRoot, "dist/cli.js"),
      "judge",
      input,
      "--judge",
      "offline",
      "--out",
      out,
      "--json",
    ],
    { stdio: ["ignore", "ignore", "inherit", "pipe"] },
  );
  let peak = "";
  child.stdio[3]?.on("data", (chunk) => {
    peak += String(chunk);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`trajudge judge ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, peakMb: Number(peak) / 1024 };
}

const folder = await mkdtemp(join(tmpdir(), "trajudge-bench-"));
try {
  const peaks: number[] = [];
  for (const count of [1000, 10_000]) {
    const input = join(folder, `${count}.jsonl`);
    await writeRuns(input, count);
    const ideal = await parseOnly(input);
    const { seconds, peakMb } = await judge(input, join(folder, `run-${count}`));
    const each = (seconds / count) * 1e6;
    peaks.push(peakMb);
    console.log(
      `${count} trajectories of ${steps} steps: ${Math.round(count / seconds)}/s, peak ${peakMb.toFixed(0)} MB; ` +
        `${each.toFixed(0)} µs each, start included, against ${ideal.toFixed(0)} µs for parsing alone: ratio ${(each / ideal).toFixed(1)}`,
    );
  }
  console.log(
    `memory growth from 1,000 to 10,000: ${((peaks[1] ?? 0) - (peaks[0] ?? 0)).toFixed(0)} MB (aim ≤ 30)`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

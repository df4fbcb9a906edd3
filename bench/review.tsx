/**
 * The review on a run of 100,000 verdicts of 1.5 kB: time to the first usable screen and to the whole index, time from
 * a key to its frame, and memory; each beside its aim.
 *
 * npx tsx bench/review.tsx
 */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { render } from "ink-testing-library";
import { App } from "../src/review/components/app.tsx";
import { ReviewData } from "../src/review/data.ts";
import { themeOf } from "../src/review/theme.ts";
import { Trajectories } from "../src/review/trajectories.ts";

const verdicts = 100_000;
const aims = { screenMs: 1500, keyMs: 50, memoryMb: 400 };

async function writeRun(folder: string): Promise<void> {
  const items = createWriteStream(join(folder, "items.jsonl"));
  const lines = createWriteStream(join(folder, "verdicts.jsonl"));
  const usage = {
    calls: 1,
    inputTokens: 900,
    outputTokens: 90,
    cachedTokens: 0,
    images: 1,
    costUsd: 0.001,
    latencyMs: 900,
  };
  const reasoning = "The filter was set and the list shows it. ".repeat(28);
  for (let i = 0; i < verdicts; i += 1) {
    const id = `bench/agent-${i % 7}/${i}`;
    const outcome = i % 3 === 0 ? "success" : "failure";
    const item = {
      id,
      taskId: String(i % 900),
      instruction: `Find the cheapest lamp number ${i} and tell its price.`,
      benchmark: "bench",
      agent: `agent-${i % 7}`,
      digest: "d",
      steps: 12,
      frames: 13,
      problems: 0,
    };
    const verdict = {
      key: String(i),
      trajectoryId: id,
      judge: "bench",
      judgeVersion: "1",
      models: {},
      level: "trajectory",
      outcome,
      score: (i % 100) / 100,
      stepCount: 12,
      reasoning,
      usage,
      createdAt: "2026-01-01T00:00:00Z",
    };
    if (!items.write(`${JSON.stringify(item)}\n`)) await once(items, "drain");
    if (!lines.write(`${JSON.stringify(verdict)}\n`)) await once(lines, "drain");
  }
  for (const file of [items, lines]) {
    file.end();
    await once(file, "finish");
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause();
}

const folder = await mkdtemp(join(tmpdir(), "trajudge-bench-review-"));
try {
  await writeRun(folder);
  const started = performance.now();
  const data = new ReviewData([folder], join(folder, "labels.jsonl"));
  const app = render(
    <App
      data={data}
      trajectories={new Trajectories([])}
      rater={{ name: "bench", blind: true, kind: "human" }}
      theme={themeOf({})}
      size={{ columns: 120, rows: 40 }}
    />,
  );
  await until(() => (app.lastFrame() ?? "").includes("cheapest lamp number 0"));
  const first = performance.now() - started;
  await until(() => data.loaded && (app.lastFrame() ?? "").includes("100,000 of 100,000"));
  const whole = performance.now() - started;

  const times: number[] = [];
  const keys = ["\u001b[B", "\u001b[6~", "G", "g", "\r", "j", "q"];
  for (let i = 0; i < 140; i += 1) {
    const before = app.frames.length;
    const at = performance.now();
    app.stdin.write(keys[i % keys.length] ?? "j");
    await until(() => app.frames.length > before);
    times.push(performance.now() - at);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  const memory = process.memoryUsage().rss / 1e6;
  const line = (what: string, value: number, aim: number, unit: string): string =>
    `${what}: ${value.toFixed(0)} ${unit}, aim ${aim} ${unit}: ratio ${(value / aim).toFixed(2)}`;
  console.log(line("first usable screen", first, aims.screenMs, "ms"));
  console.log(`whole index: ${whole.toFixed(0)} ms`);
  console.log(line("key to frame, 95th percentile", p95, aims.keyMs, "ms"));
  console.log(line("memory", memory, aims.memoryMb, "MB"));
  app.unmount();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

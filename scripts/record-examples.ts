/** Records examples/bazaar anew: every scripted agent at the tasks that suit it, with the oracle's labels. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { type Casting, casting, expectedOutcome } from "../src/bazaar/agents/casting.ts";
import { launchChromium } from "../src/bazaar/agents/chromium.ts";
import { episodeId, labelOf, playEpisode } from "../src/bazaar/agents/episode.ts";
import { startBazaar } from "../src/bazaar/site/server.ts";
import { packageRoot } from "../src/package-root.ts";
import { type Label, type Observation, type Trajectory, trajectorySchema } from "../src/trajectory/index.ts";

/** A fixed port, so that recorded addresses are the same each time. */
const port = 4717;
const frameQuality = 60;

/** Names of runs to record, as a part of agent/task; without it all are recorded and the folder is written anew. */
const only = process.argv[2];
const folder = only === undefined ? join(packageRoot, "examples/bazaar") : join(tmpdir(), "bazaar-examples");

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 16);
/** The shared frame of every recorded one: most screens are met by many runs, and are encoded once. */
const encoded = new Map<string, string>();

/** Puts a recorded frame where all runs share it, named by its content, and gives its path. */
async function sharedFrame(path: string): Promise<string> {
  const recorded = await readFile(path);
  const known = encoded.get(hashOf(recorded));
  if (known !== undefined) return known;
  const frame = await sharp(recorded).webp({ quality: frameQuality, effort: 6 }).toBuffer();
  const name = `frames/${hashOf(frame)}.webp`;
  await writeFile(join(folder, name), frame);
  encoded.set(hashOf(recorded), name);
  return name;
}

/** The run as it is published: shared frames, and no times, so that recording again changes nothing. */
async function published(trajectory: Trajectory, run: string): Promise<Trajectory> {
  const timeless = JSON.stringify(trajectory, (key, value: unknown) =>
    key === "startedAt" ? undefined : value,
  );
  const { final, steps, ...rest } = trajectorySchema.parse(JSON.parse(timeless));
  const shared = async ({ screenshot, ...state }: Observation): Promise<Observation> =>
    screenshot === undefined ? state : { ...state, screenshot: await sharedFrame(join(run, screenshot)) };
  const moved: Trajectory["steps"] = [];
  for (const step of steps) moved.push({ ...step, observation: await shared(step.observation) });
  return { ...rest, steps: moved, ...(final === undefined ? {} : { final: await shared(final) }) };
}

function report(each: Casting, trajectory: Trajectory, { outcome, steps = [] }: Label): void {
  const expected = expectedOutcome(each);
  const errors = trajectory.steps.flatMap(({ index, action }) =>
    action.error === undefined ? [] : [`${index}: ${action.error}`],
  );
  const classes = steps.map((step) => step.class[0]).join("");
  console.log(
    [outcome === expected ? " " : "≠", outcome.padEnd(8), trajectory.id, classes, ...errors].join(" "),
  );
}

const bazaar = await startBazaar({ port });
const browser = await launchChromium();
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "frames"), { recursive: true });
  const lines: string[] = [];
  const labels: Label[] = [];
  for (const each of casting()) {
    if (only !== undefined && !episodeId(each).includes(only)) continue;
    const run = await mkdtemp(join(tmpdir(), "bazaar-run-"));
    const { trajectory, truth } = await playEpisode({ bazaar, browser, casting: each, folder: run });
    lines.push(JSON.stringify(await published(trajectory, run)));
    const label = labelOf(trajectory, truth);
    labels.push(label);
    report(each, trajectory, label);
    await rm(run, { recursive: true, force: true });
  }
  await writeFile(join(folder, "trajectories.jsonl"), lines.map((line) => `${line}\n`).join(""));
  await writeFile(join(folder, "labels.jsonl"), labels.map((label) => `${JSON.stringify(label)}\n`).join(""));
  const count = (outcome: string): number => labels.filter((label) => label.outcome === outcome).length;
  console.log(
    `${labels.length} runs in ${folder}: ${count("success")} success, ${count("failure")} failure, ${count("blocked")} blocked`,
  );
} finally {
  await browser.close();
  await bazaar.close();
}

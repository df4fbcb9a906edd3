/** The folder of a Reflexion loop: its record, a line a trial, the recorded runs, the verdicts, the truth as labels. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readLines } from "../../batch/run-folder.ts";
import { runFolder } from "../../formats/index.ts";
import { canonicalJson, check, InputError, type Label, labelSchema, shown } from "../../trajectory/index.ts";
import {
  type ReflexionConfiguration,
  type ReflexionRecord,
  reflexionRecordSchema,
  type TrialRecord,
  trialRecordSchema,
} from "./trial-record.ts";

/** The paths of a loop's folder. */
export function loopPaths(out: string) {
  return {
    record: join(out, "reflexion.json"),
    trials: join(out, "trials.jsonl"),
    labels: join(out, "labels.jsonl"),
    trajectories: join(out, "trajectories"),
    verdicts: join(out, "verdicts"),
  };
}

/** The folder of a trial's run. One folder a task, whatever its id: a slash in it makes no further folder. */
export function trialFolder(out: string, taskId: string, trial: number): string {
  return join(loopPaths(out).trajectories, runFolder(taskId).join("+"), String(trial));
}

/**
 * Makes the folder, or takes up one that holds a loop.
 *
 * @throws InputError when the path is a file, or a folder with other things in it
 */
export async function prepareLoopFolder(out: string): Promise<void> {
  const exists = existsSync(out);
  if (exists && !(await stat(out)).isDirectory())
    throw new InputError(`${out}: is a file; --out names a folder`);
  if (exists && !existsSync(loopPaths(out).record)) {
    // A first start that was killed leaves hidden files and ours alone; anything else is somebody's data.
    const mine = /^(?:reflexion\.json\.new|verdicts|trajectories|(?:trials|labels)\.jsonl|\..*)$/;
    const other = (await readdir(out)).find((name) => !mine.test(name));
    if (other !== undefined) {
      throw new InputError(
        `${out}: holds no Reflexion loop, but other files, such as ${shown(other)}; give --out a new folder or one of a loop`,
      );
    }
  }
  await mkdir(out, { recursive: true });
}

/**
 * The record of an earlier start; undefined when there is none.
 *
 * @throws InputError when it is damaged, or of another version of the format
 */
export async function readLoop(out: string): Promise<ReflexionRecord | undefined> {
  const { record: path } = loopPaths(out);
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(`${path}: not JSON, saw ${shown(text.slice(0, 40))}`);
  }
  return check(reflexionRecordSchema, value, path);
}

/** Writes reflexion.json as a whole: a reader sees the old one or the new one, never a part. */
export async function writeLoop(out: string, record: ReflexionRecord): Promise<void> {
  const { record: path } = loopPaths(out);
  await writeFile(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

/**
 * The trials on disk by task, in order.
 *
 * @throws InputError for a line that is no trial, or a task with a gap or a trial twice
 */
export async function readTrials(out: string): Promise<Map<string, TrialRecord[]>> {
  const { trials: path } = loopPaths(out);
  const tasks = new Map<string, TrialRecord[]>();
  for await (const trial of readLines(path, trialRecordSchema)) {
    const own = tasks.get(trial.taskId) ?? [];
    if (trial.trial !== own.length) {
      throw new InputError(
        `${path}: task ${shown(trial.taskId)}: expected trial ${own.length}, saw ${trial.trial}; the file was changed`,
      );
    }
    own.push(trial);
    tasks.set(trial.taskId, own);
  }
  return tasks;
}

/** The truth of a trial as a label; undefined where none is known. */
export function truthLabel(
  { trajectoryId, truth, createdAt }: TrialRecord,
  classes: readonly ("success" | "progress" | "no-progress")[] = [],
): Label | undefined {
  if (truth === null) return undefined;
  return {
    trajectoryId,
    rater: "oracle",
    kind: "oracle",
    outcome: truth,
    steps: classes.map((each, index) => ({ index, class: each })),
    createdAt,
  };
}

/** Takes labels out of trials that were never finished, as a kill between two files leaves them. */
export async function pruneLabels(out: string, keep: (trajectoryId: string) => boolean): Promise<void> {
  const { labels: path } = loopPaths(out);
  const all: Label[] = [];
  for await (const label of readLines(path, labelSchema)) all.push(label);
  const kept = all.filter(({ trajectoryId }) => keep(trajectoryId));
  if (kept.length === all.length) return;
  await writeFile(`${path}.new`, kept.map((label) => `${JSON.stringify(label)}\n`).join(""));
  await rename(`${path}.new`, path);
}

/** The first field in which two configurations differ, with both values; null when they are the same. */
export function difference(before: ReflexionConfiguration, now: ReflexionConfiguration): string | null {
  const pairs = Object.entries(now).map(([name, value]) => ({
    name,
    was: canonicalJson(Object.entries(before).find(([key]) => key === name)?.[1]),
    is: canonicalJson(value),
  }));
  const other = pairs.find(({ was, is }) => was !== is);
  return other === undefined ? null : `${other.name} was ${other.was}, now ${other.is}`;
}

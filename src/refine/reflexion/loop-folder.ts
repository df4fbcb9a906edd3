/** The folder of a Reflexion loop: its record, a line a trial, the recorded runs, the verdicts, the truth as labels. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pruneLines, readLines } from "../../batch/json-lines.ts";
import { readItems, readVerdicts } from "../../batch/run-folder.ts";
import { takeFolder } from "../../batch/take-folder.ts";
import { writeWhole } from "../../batch/whole-file.ts";
import { runFolder } from "../../formats/index.ts";
import { canonicalJson, check, InputError, type Label, labelSchema, shown } from "../../trajectory/index.ts";
import {
  type ReflexionConfiguration,
  type ReflexionRecord,
  reflexionRecordSchema,
  type TrialRecord,
  trialRecordSchema,
} from "./trial-record.ts";

const recordName = "reflexion.json";

/** The paths of a loop's folder. */
export function loopPaths(out: string) {
  return {
    record: join(out, recordName),
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
export function prepareLoopFolder(out: string): Promise<void> {
  return takeFolder(out, {
    holds: "Reflexion loop",
    record: recordName,
    mine: /^(?:\..*|verdicts|trajectories|(?:trials|labels)\.jsonl)$/,
  });
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

/** Writes reflexion.json as a whole. */
export function writeLoop(out: string, record: ReflexionRecord): Promise<void> {
  return writeWhole(loopPaths(out).record, record);
}

/** What a trial has on disk besides its line. */
interface Written {
  readonly items: ReadonlySet<string>;
  readonly verdicts: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

async function writtenIn(out: string): Promise<Written> {
  const paths = loopPaths(out);
  const items = new Set<string>();
  const verdicts = new Set<string>();
  const labels = new Set<string>();
  for await (const { id } of readItems(paths.verdicts)) items.add(id);
  for await (const { trajectoryId } of readVerdicts(paths.verdicts)) verdicts.add(trajectoryId);
  for await (const { trajectoryId } of readLines(paths.labels, labelSchema)) labels.add(trajectoryId);
  return { items, verdicts, labels };
}

/**
 * The trials on disk by task, in order: those of which everything is there. One whose run, verdict or label is gone
 * (a power cut, a file that was taken away) is to be played anew, and so are the ones after it: they built on it.
 *
 * @throws InputError for a line that is no trial, or a trial twice
 */
export async function readTrials(out: string): Promise<{ known: Map<string, TrialRecord[]>; lost: number }> {
  const { trials: path } = loopPaths(out);
  const { items, verdicts, labels } = await writtenIn(out);
  const isWhole = ({ taskId, trial, trajectoryId, truth }: TrialRecord): boolean =>
    items.has(trajectoryId) &&
    verdicts.has(trajectoryId) &&
    (truth === null || labels.has(trajectoryId)) &&
    existsSync(join(trialFolder(out, taskId, trial), "trajectory.json"));
  const known = new Map<string, TrialRecord[]>();
  const broken = new Set<string>();
  let lost = 0;
  for await (const trial of readLines(path, trialRecordSchema)) {
    const own = known.get(trial.taskId) ?? [];
    if (trial.trial < own.length) {
      throw new InputError(
        `${path}: task ${shown(trial.taskId)}: expected trial ${own.length}, saw ${trial.trial}; the file was changed`,
      );
    }
    if (broken.has(trial.taskId) || trial.trial > own.length || !isWhole(trial)) {
      broken.add(trial.taskId);
      lost += 1;
      continue;
    }
    own.push(trial);
    known.set(trial.taskId, own);
  }
  return { known, lost };
}

/** Takes trials out that are not among these. */
export function pruneTrials(out: string, keep: (trajectoryId: string) => boolean): Promise<void> {
  return pruneLines(loopPaths(out).trials, trialRecordSchema, ({ trajectoryId }) => keep(trajectoryId));
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
export function pruneLabels(out: string, keep: (trajectoryId: string) => boolean): Promise<void> {
  return pruneLines(loopPaths(out).labels, labelSchema, ({ trajectoryId }) => keep(trajectoryId));
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

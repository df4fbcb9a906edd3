/** The folder of a run: what was judged, by what, and every verdict; written so that any interruption can be resumed. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  check,
  InputError,
  type Run,
  type RunItem,
  runItemSchema,
  runSchema,
  type Verdict,
  verdictSchema,
} from "../trajectory/index.ts";
import { readLines } from "./json-lines.ts";
import { takeFolder } from "./take-folder.ts";
import { writeWhole } from "./whole-file.ts";

const names = {
  run: "run.json",
  items: "items.jsonl",
  verdicts: "verdicts.jsonl",
  secret: ".secret",
} as const;

/** The paths of a run folder's files. */
export function runPaths(folder: string): Record<keyof typeof names, string> {
  return {
    run: join(folder, names.run),
    items: join(folder, names.items),
    verdicts: join(folder, names.verdicts),
    secret: join(folder, names.secret),
  };
}

/** The run's trajectories; when one was read again with other content, both lines are given, the newer last. */
export function readItems(folder: string): AsyncGenerator<RunItem> {
  return readLines(runPaths(folder).items, runItemSchema);
}

/** The run's verdicts in the order in which they were written. */
export function readVerdicts(folder: string): AsyncGenerator<Verdict> {
  return readLines(runPaths(folder).verdicts, verdictSchema);
}

/**
 * The run's own record.
 *
 * @throws InputError when the folder holds no run, or one of another version of the format
 */
export async function readRun(folder: string): Promise<Run> {
  const { run: path } = runPaths(folder);
  const text = await textOf(path);
  if (text === undefined) {
    throw new InputError(
      `${folder}: is no run folder: it holds no run.json (make one with: trajudge judge INPUT --out ${folder})`,
    );
  }
  const value = parsed(text);
  if (value === undefined)
    throw new InputError(`${path}: not JSON; judge again with the same --out to write it anew`);
  return check(runSchema, value, path);
}

/**
 * The record of an earlier start on this folder; undefined when there is none, or when it is damaged and is therefore
 * written anew: the verdicts name what they were made from, so that nothing of another configuration is taken over.
 *
 * @throws InputError when it is of another version of the format
 */
export async function earlierRun(folder: string): Promise<Run | undefined> {
  const { run: path } = runPaths(folder);
  const value = parsed((await textOf(path)) ?? "");
  return value === undefined ? undefined : check(runSchema, value, path);
}

async function textOf(path: string): Promise<string | undefined> {
  return existsSync(path) ? readFile(path, "utf8") : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // JSON has no undefined, so this cannot be mistaken for a value
  }
}

/** Writes run.json as a whole. */
export function writeRun(folder: string, run: Run): Promise<void> {
  return writeWhole(runPaths(folder).run, run);
}

/**
 * Makes the folder, or takes up one that holds a run.
 *
 * @throws InputError when the path is a file, or a folder with other things in it
 */
export function prepareFolder(folder: string): Promise<void> {
  return takeFolder(folder, {
    holds: "run",
    record: names.run,
    mine: /^(?:\..*|items\.jsonl|verdicts\.jsonl|labels\.jsonl)$/,
  });
}

/**
 * The run's secret, from which the fences around untrusted text are made: drawn once, kept in the folder, readable by
 * its owner only, never exported.
 */
export async function runSecret(folder: string): Promise<string> {
  const { secret: path } = runPaths(folder);
  try {
    await writeFile(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(path, "utf8")).trim();
}

/** The folder of a run: what was judged, by what, and every verdict; written so that any interruption can be resumed. */
import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { z } from "zod";
import {
  check,
  InputError,
  type Run,
  type RunItem,
  runItemSchema,
  runSchema,
  shown,
  type Verdict,
  verdictSchema,
} from "../trajectory/index.ts";

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

/** The lines of a JSON Lines file; none when there is no file. A last line that a kill has torn is left out. */
export async function* readLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  if (!existsSync(path)) return;
  let number = 0;
  let torn: InputError | undefined;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (torn !== undefined) throw torn;
    number += 1;
    if (line.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The last line may have been torn by a kill; a broken line that others follow is damage.
      torn = new InputError(
        `${path}:${number}: not JSON; remove this line and run the same command again to fill the gap`,
      );
      continue;
    }
    yield check(schema, value, `${path}:${number}`);
  }
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

/** Writes run.json as a whole: a reader sees the old one or the new one, never a part. */
export async function writeRun(folder: string, run: Run): Promise<void> {
  const { run: path } = runPaths(folder);
  await writeFile(`${path}.new`, `${JSON.stringify(run, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

/**
 * Makes the folder, or takes up one that holds a run.
 *
 * @throws InputError when the path is a file, or a folder with other things in it
 */
export async function prepareFolder(folder: string): Promise<void> {
  const exists = existsSync(folder);
  if (exists && !(await stat(folder)).isDirectory()) {
    throw new InputError(`${folder}: is a file; --out names a folder`);
  }
  if (exists && !existsSync(runPaths(folder).run)) await refuseOthers(folder);
  await makeFolder(resolve(folder));
}

/** Step by step: Node's own recursive mkdir never ends below folders that take none, such as /proc. */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** A first start that was killed leaves our files alone; anything else is somebody's data, which is not written to. */
async function refuseOthers(folder: string): Promise<void> {
  const mine = /^(?:items\.jsonl|verdicts\.jsonl|labels\.jsonl|run\.json\.new|\..*)$/;
  const other = (await readdir(folder)).find((name) => !mine.test(name));
  if (other !== undefined) {
    throw new InputError(
      `${folder}: holds no run, but other files, such as ${shown(other)}; give --out a new folder or one of a run`,
    );
  }
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

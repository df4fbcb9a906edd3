/** Reads recorded runs from a file or a folder, of any known format, one at a time. */
import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { InputError, type Problem, shown, type Trajectory } from "../trajectory/index.ts";
import { Folder } from "./folder.ts";
import type { ReadContext, Reader } from "./reader.ts";
import { readers } from "./registry.ts";
import { SeenIds } from "./seen-ids.ts";
import { type UnreadableRun, unreadableFrom } from "./unreadable.ts";
import { type Candidate, walk } from "./walk.ts";
import { matcherOf, type Where } from "./where.ts";

export interface ReadOptions {
  /** A reader's id; without it the format is found out from the content. */
  format?: string | undefined;
  /** At most this many trajectories, counted after `where`. */
  limit?: number | undefined;
  /** Dotted fields of the trajectory and the text they must be equal to: `{ "agent.name": "x" }`. */
  where?: Where | undefined;
  /** Told about every run that cannot be read at all; without it such runs are an error at the end of reading. */
  onUnreadable?: ((problem: UnreadableRun) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The trajectories below a path: a run's file, a run's folder, a .jsonl file, or a folder that holds many runs, nested
 * and of mixed formats. Runs stream in natural order of their paths; images are opened only when `imagesOf` is asked.
 *
 * What could not be read inside a run is in its `problems`. A run that cannot be read at all never stops the others:
 * it goes to `onUnreadable`, or, without one, is part of an InputError that is thrown after the last trajectory.
 *
 * @throws InputError when the path does not exist, no format is recognised, or two runs have one id
 */
export async function* readTrajectories(path: string, options: ReadOptions = {}): AsyncGenerator<Trajectory> {
  const { limit = Number.POSITIVE_INFINITY, signal } = options;
  const formats = formatsFor(options.format);
  const matches = matcherOf(options.where ?? {});
  const seen = new SeenIds();
  const unread = unreadableSink(options.onUnreadable);
  let recognised = false;
  let yielded = 0;

  if (yielded >= limit) return;
  for await (const candidate of await candidatesOf(path, unread.report)) {
    signal?.throwIfAborted();
    const reader = await readerFor(candidate, formats, options.format !== undefined);
    if (reader === undefined) {
      if (candidate.alone) await refuseFile(candidate, path);
      continue;
    }
    recognised = true;
    for await (const trajectory of runsOf(reader, candidate, unread.report, signal)) {
      signal?.throwIfAborted();
      seen.add(trajectory.id, candidate.folder.show(candidate.name));
      if (!matches(trajectory)) continue;
      yield trajectory;
      yielded += 1;
      if (yielded >= limit) break;
    }
    if (yielded >= limit) break;
  }
  if (!recognised && unread.first === undefined) {
    throw new InputError(`${path}: no recorded run of a known format here; known formats: ${known()}`);
  }
  if (options.onUnreadable === undefined && unread.first !== undefined) {
    const { where, what } = unread.first;
    throw new InputError(`${where}: ${what} (${unread.count} of the runs in ${path} could not be read)`);
  }
}

/** Says why the one file that was named is none: its fault, when it has one. */
async function refuseFile({ folder, name }: Candidate, path: string): Promise<never> {
  const sample = await folder.sample(name);
  const fault = sample.kind === "none" ? sample.fault : "its content is of no known format";
  throw new InputError(`${path}: ${fault}; known formats: ${known()}`);
}

const known = (): string => readers.map((reader) => reader.id).join(", ");

function formatsFor(format: string | undefined): readonly Reader[] {
  if (format === undefined) return readers;
  const found = readers.filter((reader) => reader.id === format);
  if (found.length === 0)
    throw new InputError(`format: ${shown(format)} is not known; known formats: ${known()}`);
  return found;
}

/** Counts unreadable runs and keeps the first, so that nothing is lost without a listener. */
function unreadableSink(listener: ((problem: UnreadableRun) => void) | undefined) {
  const sink = {
    count: 0,
    first: undefined as UnreadableRun | undefined,
    report: (problem: UnreadableRun): void => {
      sink.count += 1;
      sink.first ??= problem;
      listener?.(problem);
    },
  };
  return sink;
}

/** The files that may begin a run: the one that was named, or all below the folder. */
async function candidatesOf(
  path: string,
  report: (problem: UnreadableRun) => void,
): Promise<AsyncIterable<Candidate> | Iterable<Candidate>> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw new InputError(`${path}: no such file or folder`);
  const found = await stat(real);
  if (found.isDirectory()) return walk(real, path, report);
  if (!found.isFile()) throw new InputError(`${path}: neither a file nor a folder`);
  return [{ folder: await Folder.open(dirname(real), dirname(path)), name: basename(real), alone: true }];
}

async function readerFor(
  { folder, name, alone }: Candidate,
  formats: readonly Reader[],
  forced: boolean,
): Promise<Reader | undefined> {
  if (forced && alone) return formats[0];
  for (const reader of formats) if (await reader.detect(folder, name)) return reader;
  return undefined;
}

/** The runs that a file begins or holds, each with its problems, its format and the path it was read from. */
async function* runsOf(
  reader: Reader,
  { folder, name }: Candidate,
  report: (problem: UnreadableRun) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<Trajectory> {
  const path = folder.show(name);
  let problems: Problem[] = [];
  const context: ReadContext = {
    problem: (where, what) => problems.push({ where, what }),
    unreadable: (where, what) => report({ path, where, what }),
    signal,
  };
  try {
    for await (const trajectory of reader.read(folder, name, context)) {
      yield completed(trajectory, problems, reader.id, path);
      problems = [];
    }
  } catch (error) {
    signal?.throwIfAborted();
    report(unreadableFrom(error, path));
  }
}

function completed(
  trajectory: Trajectory,
  found: readonly Problem[],
  format: string,
  path: string,
): Trajectory {
  const { problems: stored = [], source, ...rest } = trajectory;
  const problems = [...stored];
  for (const problem of found) {
    if (!problems.some(({ where, what }) => where === problem.where && what === problem.what))
      problems.push(problem);
  }
  return {
    ...rest, // with the symbol that carries the image source
    source: { format, ...source, path },
    ...(problems.length === 0 ? {} : { problems }),
  };
}

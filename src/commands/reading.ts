/** Reading the inputs of a command: the flags that choose runs, and notices of what could not be read. */
import type { Command } from "commander";
import { type ReadOptions, readTrajectories, type UnreadableRun } from "../formats/index.ts";
import { plain } from "../terminal/index.ts";
import type { Trajectory } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { assignments, collect, positiveInteger } from "./options.ts";

export interface ReadingFlags {
  format?: string;
  limit?: number;
  where?: string[];
}

/** Adds the flags of ReadingFlags to a command. */
export function withReadingFlags(command: Command): Command {
  return command
    .option("--limit <n>", "only the first n runs of each input", positiveInteger)
    .option(
      "--where <field=value>",
      "only runs whose field has this value, repeatable (agent.name=…)",
      collect,
    )
    .option("--format <id>", "read the input as this format instead of detecting it");
}

export interface Reading {
  inputs: { path: string; trajectories: AsyncIterable<Trajectory> }[];
  /** Runs that could not be read at all; grows while the inputs are read, and each is named on stderr. */
  unreadable: UnreadableRun[];
}

function readOptions(
  { format, limit, where }: ReadingFlags,
  onUnreadable: (run: UnreadableRun) => void,
): ReadOptions {
  return {
    ...(format === undefined ? {} : { format }),
    ...(limit === undefined ? {} : { limit }),
    where: assignments("--where", where),
    onUnreadable,
  };
}

/** Opens the inputs; nothing is read before it is asked for. */
export function openInputs(paths: readonly string[], flags: ReadingFlags, console: Console): Reading {
  const unreadable: UnreadableRun[] = [];
  const options = readOptions(flags, (run) => {
    unreadable.push(run);
    console.err(`trajudge: ${plain(`${run.where}: ${run.what}`)}`);
  });
  return {
    inputs: paths.map((path) => ({ path, trajectories: readTrajectories(path, options) })),
    unreadable,
  };
}

/** The trajectories of all inputs, one after the other. */
export async function* trajectoriesOf({ inputs }: Reading): AsyncGenerator<Trajectory> {
  for (const { trajectories } of inputs) yield* trajectories;
}

/** How many runs the inputs hold that can be read; undefined when an input itself is wrong, which reading it will say. */
export async function countRuns(paths: readonly string[], flags: ReadingFlags): Promise<number | undefined> {
  const options = readOptions(flags, () => undefined);
  let runs = 0;
  try {
    for (const path of paths) for await (const _run of readTrajectories(path, options)) runs += 1;
    return runs;
  } catch {
    return undefined;
  }
}

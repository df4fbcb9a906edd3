/** What is compared: the pairs of each judge, from run folders and labels or from a pairs file. */
import { basename, resolve } from "node:path";
import { readItems, readRun, readVerdicts } from "../batch/index.ts";
import { type JoinReport, joinLabels, type PairsReport, readLabelFile, readPairs } from "../labels/index.ts";
import {
  InputError,
  type Label,
  type Pair,
  type Run,
  type RunItem,
  type Verdict,
} from "../trajectory/index.ts";

export interface Subjects {
  /** Each judge's pairs by its name. */
  judges: Record<string, Pair[]>;
  /** The labels themselves, for agreement among raters; none from a pairs file. */
  labels: Label[];
  /** What was joined, left out or found to be divided. */
  report: JoinReport | PairsReport;
  /** Faults in label files that did not stop the reading. */
  problems: string[];
}

export interface PairsFlags {
  human?: string;
  judge?: string;
  positive?: string[];
  negative?: string[];
  unsure?: string[];
  ignore?: string[];
  id?: string;
  cluster?: string;
  score?: string;
  by?: string[];
}

/** The pairs of any file that holds both columns. */
export async function subjectsOfPairs(path: string, flags: PairsFlags): Promise<Subjects> {
  const { human, judge, positive, negative } = flags;
  const needed = { "--human": human, "--judge": judge, "--positive": positive, "--negative": negative };
  const absent = Object.entries(needed).filter(([, value]) => value === undefined);
  if (human === undefined || judge === undefined || positive === undefined || negative === undefined) {
    throw new InputError(`--pairs: also needs ${absent.map(([flag]) => flag).join(", ")}`);
  }
  const { pairs, report } = await readPairs(path, {
    human,
    judge,
    positive,
    negative,
    ignore: flags.ignore,
    unsure: flags.unsure,
    id: flags.id,
    cluster: flags.cluster,
    score: flags.score,
    group: flags.by,
  });
  return { judges: { [judge]: pairs }, labels: [], report, problems: [] };
}

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** What run folders hold. */
export interface RunRecords {
  runs: Run[];
  /** In the order in which they were written; of one judge and trajectory the last counts. */
  verdicts: Verdict[];
  /** Of one id the last counts. */
  items: RunItem[];
}

/** Reads several run folders; a judge that several of them hold is told apart by its folder's name. */
export async function readRunFolders(folders: readonly string[]): Promise<RunRecords> {
  const runs = await Promise.all(folders.map(readRun));
  const ids = runs.flatMap(({ judges }) => judges.map(({ id }) => id));
  const records: RunRecords = { runs, verdicts: [], items: [] };
  for (const folder of folders) {
    records.items.push(...(await collect(readItems(folder))));
    for await (const verdict of readVerdicts(folder)) {
      const isShared = ids.filter((id) => id === verdict.judge).length > 1;
      records.verdicts.push(
        isShared ? { ...verdict, judge: `${verdict.judge} (${basename(resolve(folder))})` } : verdict,
      );
    }
  }
  return records;
}

/** The labels of several files, with the faults that did not stop the reading. */
export async function readLabelFiles(
  paths: readonly string[],
): Promise<Pick<Subjects, "labels" | "problems">> {
  const labels: Label[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    const file = await readLabelFile(path);
    labels.push(...file.labels);
    problems.push(...file.problems.map(({ where, what }) => `${where}: ${what}`));
  }
  return { labels, problems };
}

/**
 * The pairs of what run folders and label files hold.
 *
 * @param where the folders and files, for the error when no label belongs to any trajectory
 */
export function subjectsOfRecords(
  { verdicts, items }: RunRecords,
  { labels, problems }: Pick<Subjects, "labels" | "problems">,
  where: { runs: readonly string[]; labels: readonly string[] },
): Subjects {
  const { pairs, report } = joinLabels(verdicts, labels, items);
  if (report.labelled > 0 && report.unknown === report.labelled) {
    throw new InputError(
      `${where.labels.join(", ")}: no label belongs to a trajectory of ${where.runs.join(", ")} (first label: ${labels[0]?.trajectoryId}; first item: ${items[0]?.id})`,
    );
  }
  return { judges: pairs, labels, report, problems };
}

/** The pairs of run folders and label files. */
export async function subjectsOfRuns(
  runs: readonly string[],
  labelFiles: readonly string[],
): Promise<Subjects> {
  const records = await readRunFolders(runs);
  return subjectsOfRecords(records, await readLabelFiles(labelFiles), { runs, labels: labelFiles });
}

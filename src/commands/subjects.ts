/** What `calibrate` compares: the pairs of each judge, from run folders and labels or from a pairs file. */
import { basename, resolve } from "node:path";
import { readItems, readRun, readVerdicts } from "../batch/index.ts";
import { type JoinReport, joinLabels, type PairsReport, readLabelFile, readPairs } from "../labels/index.ts";
import { InputError, type Label, type Pair, type RunItem, type Verdict } from "../trajectory/index.ts";

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

/** Verdicts of several run folders; a judge that several of them hold is told apart by its folder's name. */
async function verdictsOf(runs: readonly string[]): Promise<{ verdicts: Verdict[]; items: RunItem[] }> {
  const folders = await Promise.all(
    runs.map(async (run) => ({ run, judges: (await readRun(run)).judges.map(({ id }) => id) })),
  );
  const ids = folders.flatMap(({ judges }) => judges);
  const verdicts: Verdict[] = [];
  const items: RunItem[] = [];
  for (const { run } of folders) {
    items.push(...(await collect(readItems(run))));
    for await (const verdict of readVerdicts(run)) {
      const isShared = ids.filter((id) => id === verdict.judge).length > 1;
      verdicts.push(
        isShared ? { ...verdict, judge: `${verdict.judge} (${basename(resolve(run))})` } : verdict,
      );
    }
  }
  return { verdicts, items };
}

/** The pairs of run folders and label files. */
export async function subjectsOfRuns(
  runs: readonly string[],
  labelFiles: readonly string[],
): Promise<Subjects> {
  const { verdicts, items } = await verdictsOf(runs);
  const labels: Label[] = [];
  const problems: string[] = [];
  for (const path of labelFiles) {
    const file = await readLabelFile(path);
    labels.push(...file.labels);
    problems.push(...file.problems.map(({ where, what }) => `${where}: ${what}`));
  }
  const { pairs, report } = joinLabels(verdicts, labels, items);
  if (report.labelled > 0 && report.unknown === report.labelled) {
    throw new InputError(
      `${labelFiles.join(", ")}: no label belongs to a trajectory of ${runs.join(", ")} (first label: ${labels[0]?.trajectoryId}; first item: ${items[0]?.id})`,
    );
  }
  return { judges: pairs, labels, report, problems };
}

/** Judges many trajectories with one or more judges into a run folder: streamed, concurrent, resumable. */
import { createHash } from "node:crypto";
import { setMaxListeners } from "node:events";
import PQueue from "p-queue";
import { type PreparedJudge, runJudgeOf } from "../judging/index.ts";
import {
  BudgetReached,
  InputError,
  type Level,
  type Problem,
  type Run,
  type Trajectory,
  trajectoryDigest,
  type Usage,
  type Verdict,
} from "../trajectory/index.ts";
import { LineWriter } from "./json-lines.ts";
import { lockFolder } from "./lock.ts";
import { Results } from "./results.ts";
import { earlierRun, prepareFolder, readItems, readVerdicts, runPaths, writeRun } from "./run-folder.ts";
import { itemOf, runRecord } from "./run-record.ts";

export interface BatchProgress {
  /** Trajectories read so far. */
  read: number;
  /** Verdicts wanted of what was read, and whether reading is over so that this is all. */
  wanted: number;
  readAll: boolean;
  /** Verdicts there are, those of an earlier start included, and of these the ones made by this start. */
  done: number;
  fresh: number;
  unscored: number;
  usage: Usage;
}

export interface BatchOptions {
  /** The run folder; one that holds a run of the same configuration is resumed. */
  out: string;
  /** What is judged: each input's path as the user gave it, and its trajectories, streamed. */
  inputs: readonly { path: string; trajectories: AsyncIterable<Trajectory> }[];
  judges: readonly PreparedJudge[];
  level: Level;
  /** Package name and version, for run.json. */
  package: string;
  /** Verdicts made at the same time. */
  concurrency: number;
  /** Stop between two items once this much was spent by the whole run, USD. */
  budgetUsd?: number;
  /** Judge again what an earlier start left unscored. */
  retryUnscored?: boolean;
  /** Runs of the input that could not be read: filled by the reader while the batch runs. */
  unreadable?: readonly Problem[];
  /** Aborted: nothing new is begun, what is under way is finished. */
  stop?: AbortSignal;
  /** Aborted: what is under way is given up too. */
  abort?: AbortSignal;
  onProgress?: (progress: BatchProgress) => void;
}

/** What a verdict depends on besides the trajectory; one judge id has one configuration a run folder. */
function configurationOf({ judge, version, models, level }: PreparedJudge): string {
  return JSON.stringify([judge.id, level, version, Object.entries(models).sort()]);
}

async function loadEarlier(options: BatchOptions, results: Results): Promise<Run | undefined> {
  const { out, judges } = options;
  const earlier = await earlierRun(out);
  for (const judge of earlier?.judges ?? []) {
    const now = judges.find((candidate) => candidate.judge.id === judge.id);
    if (now === undefined) continue;
    const before = JSON.stringify([
      judge.id,
      earlier?.level,
      judge.version,
      Object.entries(judge.models).sort(),
    ]);
    if (before !== configurationOf(now)) {
      throw new InputError(
        `${out}: holds verdicts of ${judge.id} in another configuration (version ${judge.version}, now ${now.version}); give another --out`,
      );
    }
  }
  for await (const item of readItems(out)) results.addItem(item);
  for await (const verdict of readVerdicts(out)) results.addVerdict(verdict);
  return earlier;
}

function recordOf(
  options: BatchOptions,
  found: Pick<Parameters<typeof runRecord>[0], "earlier" | "startedAt" | "results" | "inputs" | "status">,
): Run {
  return runRecord({
    ...found,
    package: options.package,
    level: options.level,
    judges: options.judges.map(runJudgeOf),
    unreadable: options.unreadable?.length ?? 0,
  });
}

/**
 * Judges every trajectory with every judge; each verdict is on disk before it counts as done. Started again on the
 * same folder, it does what is missing and nothing twice.
 *
 * @returns the run's record as written to run.json; its status says whether it was stopped
 * @throws InputError for a folder of another configuration, two processes on one folder, or a fault that no further
 * item could escape (such as a wrong key); what was judged until then stays
 */
export async function runBatch(options: BatchOptions): Promise<Run> {
  const { out } = options;
  await prepareFolder(out);
  const unlock = await lockFolder(out);
  try {
    const results = new Results();
    const paths = runPaths(out);
    const items = await LineWriter.open(paths.items);
    const verdicts = await LineWriter.open(paths.verdicts);
    try {
      const earlier = await loadEarlier(options, results);
      const startedAt = new Date().toISOString();
      const found = { earlier, startedAt, results };
      await writeRun(out, recordOf(options, { ...found, inputs: [], status: "interrupted" }));
      const { status, digests } = await judgeAll(options, results, items, verdicts);
      const run = recordOf(options, { ...found, inputs: digests, status });
      await writeRun(out, run);
      return run;
    } finally {
      await items.close();
      await verdicts.close();
    }
  } finally {
    await unlock();
  }
}

/** The loop: reads no further ahead than the queue needs, so that memory does not grow with the input. */
async function judgeAll(
  options: BatchOptions,
  results: Results,
  items: LineWriter,
  verdicts: LineWriter,
): Promise<{ status: Run["status"]; digests: Run["inputs"] }> {
  const { inputs, judges, concurrency, budgetUsd, stop, abort } = options;
  const queue = new PQueue({ concurrency });
  // Every call under way listens for the abort: as many as the user wants, and no leak.
  if (abort !== undefined) setMaxListeners(0, abort);
  const progress = { read: 0, wanted: 0, readAll: false, done: 0, fresh: 0, unscored: 0 };
  const report = (): void => options.onProgress?.({ ...progress, usage: results.usage });
  let fatal: unknown;
  const spent = (): boolean => budgetUsd !== undefined && (results.usage.costUsd ?? 0) >= budgetUsd;
  const halted = (): boolean =>
    fatal !== undefined || stop?.aborted === true || abort?.aborted === true || spent();

  const count = (outcome: Verdict["outcome"], fresh: boolean): void => {
    progress.done += 1;
    if (fresh) progress.fresh += 1;
    if (outcome === null) progress.unscored += 1;
    report();
  };

  const judgeOne = async (judge: PreparedJudge, trajectory: Trajectory, digest: string): Promise<void> => {
    if (halted()) return;
    const verdict = await judge.run(trajectory, { digest, signal: abort });
    await verdicts.append(verdict);
    results.addVerdict(verdict);
    count(verdict.outcome, true);
    if (budgetUsd !== undefined && verdict.usage.costUsd === null) {
      throw new InputError(
        `--budget: the price of ${Object.values(judge.models).join(", ")} is not known, so a budget cannot be kept`,
      );
    }
  };

  const digests: Run["inputs"] = [];
  const seenIn = new Map<string, string>();
  for (const input of inputs) {
    const content = createHash("sha256");
    for await (const trajectory of input.trajectories) {
      if (halted()) break;
      const elsewhere = seenIn.get(trajectory.id);
      if (elsewhere !== undefined) {
        fatal = new InputError(
          `${input.path}: trajectory ${trajectory.id} is in ${elsewhere} too; ids must differ within a run`,
        );
        break;
      }
      seenIn.set(trajectory.id, input.path);
      const digest = await trajectoryDigest(trajectory);
      content.update(digest);
      const item = itemOf(trajectory, digest);
      if (results.addItem(item)) await items.append(item);
      progress.read += 1;
      progress.wanted += judges.length;
      for (const judge of judges) {
        const known = results.find(judge.judge.id, trajectory.id, judge.keyOf(digest));
        if (known !== undefined && !(options.retryUnscored === true && known.outcome === null)) {
          count(known.outcome, false);
          continue;
        }
        await queue.onSizeLessThan(concurrency);
        queue
          .add(() => judgeOne(judge, trajectory, digest))
          .catch((error: unknown) => {
            // An abort is the user's wish; anything else would hit every other item too.
            if (abort?.aborted !== true) fatal ??= error;
          });
      }
    }
    if (!halted()) digests.push({ path: input.path, digest: content.digest("hex").slice(0, 32) });
  }
  progress.readAll = !halted();
  report();
  await queue.onIdle();
  if (fatal !== undefined) throw fatal;
  const complete = progress.readAll && progress.done === progress.wanted;
  return { status: complete ? "complete" : spent() ? "budget" : "interrupted", digests };
}

/**
 * The error that a stopped run or loop stands for, so that the exit code is 3 and the message says how to go on.
 *
 * @param done what there is of it, such as `3 verdicts`
 */
export function stoppedError(status: "budget" | "interrupted", done: string, out: string): BudgetReached {
  const why = status === "budget" ? "the budget is used up" : "stopped";
  return new BudgetReached(`${why} after ${done}; the same command goes on from here (--out ${out})`);
}

/** Reflexion over many tasks, on disk: concurrent, resumable, within a budget; every trial with its verdict and reflection. */
import { setMaxListeners } from "node:events";
import { rm } from "node:fs/promises";
import PQueue from "p-queue";
import { LineWriter } from "../../batch/json-lines.ts";
import { lockFolder } from "../../batch/lock.ts";
import { RunLog } from "../../batch/run-log.ts";
import { redactText } from "../../evidence/index.ts";
import { addUsage, noUsage } from "../../judging/index.ts";
import { BudgetReached, check, InputError, oneLine, type Usage } from "../../trajectory/index.ts";
import type { LiveTask } from "../live/environment.ts";
import {
  difference,
  loopPaths,
  prepareLoopFolder,
  pruneLabels,
  readLoop,
  readTrials,
  trialFolder,
  truthLabel,
  writeLoop,
} from "./loop-folder.ts";
import { type FinishedTrial, isFinished, type LoopParts, playTask } from "./play-task.ts";
import {
  memorySchema,
  type ReflexionConfiguration,
  type ReflexionRecord,
  reflexionSchemaId,
  type TrialRecord,
  undecidedSchema,
} from "./trial-record.ts";

type Kinds = ReflexionRecord["usage"];

export interface ReflexionProgress {
  /** Tasks asked for, and those whose loop has ended. */
  tasks: number;
  finished: number;
  /** Trials on disk, and of them the ones that this start has played. */
  trials: number;
  fresh: number;
  /** Trials that the evaluator called a success, and those it could not judge. */
  accepted: number;
  unscored: number;
  usage: Usage;
}

export interface ReflexionOptions
  extends Pick<LoopParts, "environment" | "actor" | "evaluator" | "reflector"> {
  /** The loop's folder; one that holds a loop of the same configuration is resumed. */
  out: string;
  /** Package name and version, for the records. */
  package: string;
  /** Task ids; all of the environment's when absent. */
  tasks?: readonly string[];
  /** k: trials of a task, at most. Default 3. */
  trials?: number;
  memory?: Partial<LoopParts["memory"]>;
  /** What follows an outcome that decides nothing. Default: unsure and unscored are tried again, blocked stops. */
  undecided?: Partial<LoopParts["undecided"]>;
  /** What of actor and environment their names do not tell, such as a seed: another value is another loop. */
  settings?: Readonly<Record<string, unknown>>;
  /** Tasks played at the same time. Default 1. */
  concurrency?: number;
  /** Stop between two trials once the whole loop has spent this much, USD. */
  budgetUsd?: number;
  /** Aborted: no new trial is begun, those under way are finished. */
  stop?: AbortSignal;
  /** Aborted: trials under way are given up too, without a record. */
  abort?: AbortSignal;
  onProgress?: (progress: ReflexionProgress) => void;
  now?: () => Date;
}

export interface ReflexionResult {
  /** As written to reflexion.json. */
  record: ReflexionRecord;
  /** Every trial on disk, task by task. */
  trials: TrialRecord[];
}

const defaultTrials = 3;

function chosenTasks({ environment, tasks }: ReflexionOptions): LiveTask[] {
  if (tasks === undefined) return [...environment.tasks];
  return [...new Set(tasks)].map((id) => {
    const task = environment.tasks.find((candidate) => candidate.id === id);
    if (task !== undefined) return task;
    const some = environment.tasks.slice(0, 5).map((each) => each.id);
    throw new InputError(
      `task ${JSON.stringify(id)}: ${environment.name} has no such task; it has ${some.join(", ")}${environment.tasks.length > some.length ? ", …" : ""}`,
    );
  });
}

function configurationOf(options: ReflexionOptions): ReflexionConfiguration {
  const { environment, actor, evaluator, reflector, trials = defaultTrials, settings = {} } = options;
  if (!Number.isInteger(trials) || trials < 1)
    throw new InputError(`trials: must be a whole number of at least 1, saw ${trials}`);
  return {
    environment: environment.name,
    actor: { name: actor.name, ...(actor.model === undefined ? {} : { model: actor.model }) },
    settings: { ...settings },
    evaluator: evaluator.judge,
    level: evaluator.level,
    rewards: evaluator.rules,
    reflector: {
      name: reflector.name,
      ...(reflector.model === undefined ? {} : { model: reflector.model }),
      version: reflector.version,
    },
    trials,
    memory: check(memorySchema, options.memory ?? {}, "memory"),
    undecided: check(undecidedSchema, options.undecided ?? {}, "undecided"),
  };
}

/** What all trials used, by whom. */
function usageOf(trials: Iterable<TrialRecord>): Kinds {
  const sum: Kinds = { actor: noUsage, evaluator: noUsage, reflector: noUsage };
  for (const { usage } of trials) addKinds(sum, usage);
  return sum;
}

function addKinds(sum: Kinds, usage: Kinds): void {
  for (const kind of ["actor", "evaluator", "reflector"] as const)
    sum[kind] = addUsage(sum[kind], usage[kind]);
}

const totalOf = ({ actor, evaluator, reflector }: Kinds): Usage =>
  addUsage(addUsage(actor, evaluator), reflector);

/** The state of a loop while it runs: what is on disk, and what it may still do. */
class Loop {
  readonly tasks: readonly LiveTask[];
  readonly known: Map<string, TrialRecord[]>;
  readonly usage: Kinds;
  readonly faults: ReflexionRecord["faults"] = [];
  fresh = 0;
  fatal: unknown;
  readonly #options: ReflexionOptions;

  constructor(options: ReflexionOptions, tasks: readonly LiveTask[], known: Map<string, TrialRecord[]>) {
    this.#options = options;
    this.tasks = tasks;
    this.known = known;
    this.usage = usageOf(this.trials());
  }

  trials(): TrialRecord[] {
    return [...this.known.values()].flat();
  }

  get finished(): number {
    return this.tasks.filter(({ id }) => isFinished(this.known.get(id) ?? [])).length;
  }

  get spent(): boolean {
    const { budgetUsd } = this.#options;
    return budgetUsd !== undefined && (totalOf(this.usage).costUsd ?? 0) >= budgetUsd;
  }

  get halted(): boolean {
    const { stop, abort } = this.#options;
    return this.fatal !== undefined || stop?.aborted === true || abort?.aborted === true || this.spent;
  }

  add(record: TrialRecord): void {
    this.known.set(record.taskId, [...(this.known.get(record.taskId) ?? []), record]);
    addKinds(this.usage, record.usage);
    this.fresh += 1;
    if (this.#options.budgetUsd !== undefined && totalOf(this.usage).costUsd === null)
      throw new InputError("--budget: the price of a model is not known, so a budget cannot be kept");
  }

  /** A wrong key would meet every task; a page that broke meets one, and the others go on. */
  fail(task: LiveTask, error: unknown): void {
    if (this.#options.abort?.aborted === true) return;
    if (InputError.isInstance(error) || BudgetReached.isInstance(error)) {
      this.fatal ??= error;
      return;
    }
    const message = oneLine(redactText(error instanceof Error ? error.message : String(error)).text, 300);
    this.faults.push({ taskId: task.id, trial: this.known.get(task.id)?.length ?? 0, message });
  }

  status(): ReflexionRecord["status"] {
    if (this.finished === this.tasks.length) return "complete";
    if (this.spent) return "budget";
    return this.faults.length > 0 && !this.halted ? "faults" : "interrupted";
  }

  progress(): ReflexionProgress {
    const trials = this.trials();
    return {
      tasks: this.tasks.length,
      finished: this.finished,
      trials: trials.length,
      fresh: this.fresh,
      accepted: trials.filter(({ outcome }) => outcome === "success").length,
      unscored: trials.filter(({ outcome }) => outcome === null).length,
      usage: totalOf(this.usage),
    };
  }
}

/** Runs the loop's tasks; each trial is on disk before the next begins, its line in trials.jsonl last. */
async function playAll(options: ReflexionOptions, parts: LoopParts, loop: Loop, files: Files): Promise<void> {
  const { abort, concurrency = 1 } = options;
  if (abort !== undefined) setMaxListeners(0, abort);
  const report = (): void => options.onProgress?.(loop.progress());
  const keep = async ({ record, ended, verdict, digest }: FinishedTrial): Promise<void> => {
    await files.log.add(ended.trajectory, digest, parts.folderOf(record.taskId, record.trial), verdict);
    const label = truthLabel(record, ended.truth?.steps);
    if (label !== undefined) await files.labels.append(label);
    await files.trials.append(record);
    loop.add(record);
    report();
  };
  const queue = new PQueue({ concurrency });
  report();
  for (const task of loop.tasks) {
    const earlier = loop.known.get(task.id) ?? [];
    if (isFinished(earlier)) continue;
    const course = {
      earlier,
      halted: () => loop.halted,
      // What a stopped start left of this trial is played anew, not added to.
      prepare: (trial: number) => rm(parts.folderOf(task.id, trial), { recursive: true, force: true }),
      keep,
      signal: abort,
    };
    void queue.add(async () => {
      try {
        await playTask(parts, task, course);
      } catch (error) {
        loop.fail(task, error);
      }
    });
  }
  await queue.onIdle();
  // A trial that was given up leaves no half of a run behind.
  if (abort?.aborted === true) {
    for (const { id } of loop.tasks) {
      const trials = loop.known.get(id) ?? [];
      if (!isFinished(trials)) await rm(parts.folderOf(id, trials.length), { recursive: true, force: true });
    }
  }
}

interface Files {
  readonly log: RunLog;
  readonly labels: LineWriter;
  readonly trials: LineWriter;
}

async function openFiles(options: ReflexionOptions, known: Map<string, TrialRecord[]>): Promise<Files> {
  const paths = loopPaths(options.out);
  const ids = new Set([...known.values()].flat().map(({ trajectoryId }) => trajectoryId));
  const keep = (trajectoryId: string): boolean => ids.has(trajectoryId);
  await pruneLabels(options.out, keep);
  const log = await RunLog.open({
    out: paths.verdicts,
    judge: options.evaluator.judge,
    level: options.evaluator.level,
    input: paths.trajectories,
    package: options.package,
    keep,
  });
  const labels = await LineWriter.open(paths.labels);
  return { log, labels, trials: await LineWriter.open(paths.trials) };
}

/**
 * Runs Reflexion (Shinn et al. 2023, algorithm 1): each task is tried until the evaluator calls a trial a success, at
 * most `trials` times; after a trial that was not accepted a reflection is made and kept for the next. The folder holds
 *
 * - reflexion.json (configuration, counts, status), trials.jsonl (a line a trial),
 * - trajectories/TASK/TRIAL/trajectory.json (native runs), labels.jsonl (the oracle's truth, where there is one),
 * - verdicts/ (a run folder, for `calibrate`, `review`, `report` and `export`).
 *
 * Started again on the same folder it plays what is missing and nothing twice; a trial that was cut off is played anew.
 * The truth is recorded beside the evaluation; only an evaluator that says so is given it.
 *
 * @throws InputError for a folder of another configuration, two processes on one folder, an unknown task, or a fault
 *   that no task could escape; what was played until then stays
 */
export async function reflexion(options: ReflexionOptions): Promise<ReflexionResult> {
  const { out, environment, actor, evaluator, reflector, now = () => new Date() } = options;
  const configuration = configurationOf(options);
  const tasks = chosenTasks(options);
  await prepareLoopFolder(out);
  const unlock = await lockFolder(out);
  try {
    const earlier = await readLoop(out);
    const other = earlier === undefined ? null : difference(earlier.configuration, configuration);
    if (other !== null)
      throw new InputError(`${out}: holds a loop of another configuration (${other}); give another --out`);
    const loop = new Loop(options, tasks, await readTrials(out));
    const startedAt = earlier?.startedAt ?? now().toISOString();
    const write = async (status: ReflexionRecord["status"]): Promise<ReflexionRecord> => {
      const { finished, unscored } = loop.progress();
      const record: ReflexionRecord = {
        schema: reflexionSchemaId,
        package: options.package,
        configuration,
        startedAt,
        finishedAt: status === "complete" ? now().toISOString() : null,
        status,
        counts: { tasks: tasks.length, finished, trials: loop.trials().length, unscored },
        faults: [...loop.faults],
        usage: loop.usage,
      };
      await writeLoop(out, record);
      return record;
    };
    await write("interrupted");
    const files = await openFiles(options, loop.known);
    try {
      const { trials, memory, undecided } = configuration;
      const folderOf = (taskId: string, trial: number): string => trialFolder(out, taskId, trial);
      const parts = { environment, actor, evaluator, reflector, trials, memory, undecided, folderOf, now };
      await playAll(options, parts, loop, files);
    } finally {
      const status = loop.status();
      await files.log.close(status === "faults" ? "interrupted" : status);
      await files.labels.close();
      await files.trials.close();
    }
    const record = await write(loop.status());
    if (loop.fatal !== undefined) throw loop.fatal;
    return { record, trials: loop.trials() };
  } finally {
    await unlock();
  }
}

/** The error that a stopped loop stands for, so that the exit code is 3 and the message says how to go on. */
export function stoppedLoop({ status, counts }: ReflexionRecord, out: string): BudgetReached {
  const why = status === "budget" ? "the budget is used up" : "stopped";
  return new BudgetReached(
    `${why} after ${counts.trials} trial${counts.trials === 1 ? "" : "s"}; the same command goes on from here (--out ${out})`,
  );
}

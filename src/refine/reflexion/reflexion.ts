/** Reflexion over many tasks, on disk: concurrent, resumable, within a budget; every trial with its verdict and reflection. */
import { setMaxListeners } from "node:events";
import { rm } from "node:fs/promises";
import PQueue from "p-queue";
import { LineWriter } from "../../batch/json-lines.ts";
import { lockFolder } from "../../batch/lock.ts";
import { RunLog } from "../../batch/run-log.ts";
import { check, InputError, type Usage } from "../../trajectory/index.ts";
import type { LiveTask } from "../live/environment.ts";
import {
  difference,
  loopPaths,
  prepareLoopFolder,
  pruneLabels,
  pruneTrials,
  readLoop,
  readTrials,
  trialFolder,
  truthLabel,
  writeLoop,
} from "./loop-folder.ts";
import { LoopState } from "./loop-state.ts";
import type { ReflexionOptions, ReflexionResult } from "./options.ts";
import { type FinishedTrial, isFinished, type LoopParts, playTask } from "./play-task.ts";
import {
  memorySchema,
  type ReflexionConfiguration,
  type ReflexionRecord,
  reflexionSchemaId,
  type TrialRecord,
  type UsageByPart,
  undecidedSchema,
} from "./trial-record.ts";

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
    // First, so that a loop that is refused names what the caller set rather than the actor's hash of it.
    settings: { ...settings },
    actor: {
      name: actor.name,
      ...(actor.model === undefined ? {} : { model: actor.model }),
      ...(actor.version === undefined ? {} : { version: actor.version }),
    },
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

/**
 * Runs the loop's tasks; each trial is on disk before the next begins, its line in trials.jsonl last.
 *
 * @param save writes reflexion.json: called after a fault, so that what it cost outlives a kill
 */
async function playAll(
  options: ReflexionOptions,
  parts: LoopParts,
  loop: LoopState,
  files: Files,
  save: () => Promise<unknown>,
): Promise<void> {
  const { abort, concurrency = 1 } = options;
  if (abort !== undefined) setMaxListeners(0, abort);
  const report = (): void => options.onProgress?.(loop.progress());
  const keep = async ({ record, ended, verdict, digest }: FinishedTrial): Promise<void> => {
    try {
      await files.log.add(ended.trajectory, digest, parts.folderOf(record.taskId, record.trial), verdict);
      const label = truthLabel(record, ended.truth?.steps);
      if (label !== undefined) await files.labels.append(label);
      await files.trials.append(record);
      loop.add(record);
    } catch (error) {
      // A full disk keeps no other trial either.
      loop.break(error);
      throw error;
    }
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
      used: (part: keyof UsageByPart, usage: Usage) => loop.used(task, part, usage),
      signal: abort,
    };
    void queue.add(async () => {
      try {
        await playTask(parts, task, course);
      } catch (error) {
        loop.fail(task, error);
        await save().catch((unsaved: unknown) => loop.break(unsaved));
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
  readonly known: Map<string, TrialRecord[]>;
}

async function openFiles(options: ReflexionOptions): Promise<Files> {
  const paths = loopPaths(options.out);
  // Before they are read: a last line without its end is cut off here, and must not count as a trial.
  await (await LineWriter.open(paths.trials)).close();
  const { known, lost } = await readTrials(options.out);
  const ids = new Set([...known.values()].flat().map(({ trajectoryId }) => trajectoryId));
  const keep = (trajectoryId: string): boolean => ids.has(trajectoryId);
  if (lost > 0) {
    await pruneTrials(options.out, keep);
    options.onNotice?.(
      `${lost === 1 ? "1 trial is" : `${lost} trials are`} played anew: a run, verdict or label is no longer in ${options.out}`,
    );
  }
  const trials = await LineWriter.open(paths.trials);
  let labels: LineWriter | undefined;
  try {
    await pruneLabels(options.out, keep);
    labels = await LineWriter.open(paths.labels);
    const log = await RunLog.open({
      out: paths.verdicts,
      judge: options.evaluator.judge,
      level: options.evaluator.level,
      input: paths.trajectories,
      package: options.package,
      keep,
    });
    return { log, labels, trials, known };
  } catch (error) {
    await labels?.close();
    await trials.close();
    throw error;
  }
}

async function closeFiles({ log, labels, trials }: Files, status: ReflexionRecord["status"]): Promise<void> {
  const closing = [log.close(status === "faults" ? "interrupted" : status), labels.close(), trials.close()];
  for (const closed of await Promise.allSettled(closing))
    if (closed.status === "rejected") throw closed.reason;
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
    const files = await openFiles(options);
    const loop = new LoopState(options, tasks, { known: files.known, record: earlier });
    const startedAt = earlier?.startedAt ?? now().toISOString();
    let written: Promise<unknown> = Promise.resolve();
    /** One after the other: faults of several tasks may come at the same time. */
    const write = (status: ReflexionRecord["status"]): Promise<ReflexionRecord> => {
      const record: ReflexionRecord = {
        schema: reflexionSchemaId,
        package: options.package,
        configuration,
        startedAt,
        finishedAt: status === "complete" ? now().toISOString() : null,
        status,
        ...loop.record(),
      };
      const writing = written.then(() => writeLoop(out, record)).then(() => record);
      written = writing.catch(() => undefined);
      return writing;
    };
    try {
      await write("interrupted");
      const { trials, memory, undecided } = configuration;
      const folderOf = (taskId: string, trial: number): string => trialFolder(out, taskId, trial);
      const parts = { environment, actor, evaluator, reflector, trials, memory, undecided, folderOf, now };
      await playAll(options, parts, loop, files, () => write("interrupted"));
    } catch (error) {
      loop.break(error);
    }
    await closeFiles(files, loop.status()).catch((error: unknown) => loop.break(error));
    if (loop.fatal !== undefined) {
      // On a full disk the record cannot be written either; the first error says more than the second.
      await write(loop.status()).catch(() => undefined);
      throw loop.fatal;
    }
    const record = await write(loop.status());
    return { record, trials: loop.trials(), left: loop.left };
  } finally {
    await unlock();
  }
}

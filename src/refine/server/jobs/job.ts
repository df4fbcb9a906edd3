/** One job: its items are judged in turn, each result is on disk before anyone hears of it, and a restart goes on. */
import { setMaxListeners } from "node:events";
import { redactTrajectory } from "../../../evidence/index.ts";
import { trajectoryDigest } from "../../../trajectory/index.ts";
import { type Taken, takeTrajectory } from "../intake.ts";
import { errorItem, rewardItem } from "../items.ts";
import type { Judging } from "../judging.ts";
import type { Limits } from "../limits.ts";
import { Refusal } from "../problem.ts";
import type { Item, JobAnswer } from "../schemas.ts";
import { faultLine, systemCode } from "../server-fault.ts";
import { Bell } from "./bell.ts";
import {
  type JobEnd,
  JobFiles,
  type JobHead,
  type JobInput,
  type JobResult,
  storedTrajectory,
} from "./job-files.ts";

type Status = JobAnswer["status"];

/** The trajectories of a new job without secrets, and the items that are refused at once. */
export async function takeJob(
  values: readonly unknown[],
  judging: Judging,
  limits: Limits,
): Promise<{ inputs: JobInput[]; refused: JobResult[] }> {
  const inputs: JobInput[] = [];
  const refused: JobResult[] = [];
  for (const [index, value] of values.entries()) {
    let taken: Taken;
    await judging.turn();
    try {
      taken = await takeTrajectory(value, `trajectories[${index}]`, limits);
    } catch (error) {
      refused.push({ index, item: errorItem(error) });
      continue;
    }
    const digest = await trajectoryDigest(taken.trajectory);
    const trajectory = storedTrajectory(redactTrajectory(taken.trajectory).trajectory);
    inputs.push({ index, digest, trajectory, problems: taken.problems });
  }
  return { inputs, refused };
}

export class Job {
  readonly head: JobHead;
  readonly #files: JobFiles;
  readonly #judging: Judging;
  readonly #log: (line: string) => void;
  readonly #cancel = new AbortController();
  /** Finished items in their order; undefined once the job has ended, when they are read from the disk. */
  #results: JobResult[] | undefined;
  #finished: number;
  #status: Status;
  #begun = false;
  #problem: Refusal | undefined;
  readonly #bell = new Bell();

  constructor(
    head: JobHead,
    files: JobFiles,
    judging: Judging,
    state: { results: JobResult[]; end: JobEnd | undefined },
    log: (line: string) => void,
  ) {
    this.head = head;
    this.#files = files;
    this.#judging = judging;
    this.#log = log;
    this.#finished = state.results.length;
    this.#status = state.end ?? "running";
    this.#results = state.end === undefined ? state.results : undefined;
  }

  get status(): Status {
    return this.#status;
  }

  get ended(): boolean {
    return this.#status === "done" || this.#status === "cancelled";
  }

  get finished(): number {
    return this.#finished;
  }

  async results(): Promise<readonly JobResult[]> {
    return this.#results ?? (await this.#files.results()).results;
  }

  async answer(): Promise<JobAnswer> {
    const { id, judge, judgeVersion, models, level, total, createdAt } = this.head;
    const rewards = [...(await this.results())].sort((a, b) => a.index - b.index);
    return {
      judge,
      judgeVersion,
      models,
      level,
      id,
      status: this.#status,
      total,
      finished: rewards.length,
      createdAt,
      ...(this.#problem === undefined ? {} : { problem: this.#problem.document }),
      rewards,
    };
  }

  /** Resolves with the next result or the next change of status. */
  get news(): Promise<void> {
    return this.#bell.next;
  }

  /**
   * Judges what is not finished.
   *
   * @param stop aborted: nothing new is begun, what is under way is finished
   * @param abort aborted: that is given up, too; all of it is done after the next start
   */
  async run(stop: AbortSignal, abort: AbortSignal): Promise<void> {
    const results = this.#results;
    if (this.ended || results === undefined) return;
    this.#begun = true;
    const underWay = new Set<Promise<void>>();
    const halted = (): boolean => stop.aborted || this.#cancel.signal.aborted || this.#problem !== undefined;
    const signal = AbortSignal.any([abort, this.#cancel.signal]);
    setMaxListeners(0, signal);
    try {
      for await (const input of this.#files.inputs(new Set(results.map(({ index }) => index)))) {
        if (halted()) break;
        const one = this.#judgeOne(input, results, signal).finally(() => underWay.delete(one));
        underWay.add(one);
        if (underWay.size >= this.#judging.concurrency) await Promise.race(underWay);
      }
    } catch (error) {
      this.#halt(error);
    }
    await Promise.all(underWay);
    try {
      if (this.#cancel.signal.aborted) await this.#end("cancelled");
      else if (this.#finished === this.head.total) await this.#end("done");
      else await this.#files.close();
    } catch (error) {
      // Such as a full disk: the end is written after the next start.
      this.#halt(error);
    }
    // Not before what was under way is finished: nothing of a halted job changes any more.
    if (!this.ended) this.#status = "halted";
    this.#bell.ring();
  }

  async #judgeOne(input: JobInput, results: JobResult[], signal: AbortSignal): Promise<void> {
    const { index, digest, trajectory, problems } = input;
    try {
      const verdict = await this.#judging.verdict(trajectory, signal, digest);
      const item: Item = rewardItem(verdict, problems, this.head);
      await this.#files.append({ index, item });
      results.push({ index, item });
      this.#finished = results.length;
      this.#bell.ring();
    } catch (error) {
      if (!signal.aborted) this.#halt(error);
    }
  }

  /** A fault that the next item would meet, too: nothing more is begun. */
  #halt(error: unknown): void {
    if (this.#problem !== undefined) return;
    const known = error instanceof Refusal;
    this.#log(`job ${this.head.id} is halted: ${known ? error.document.detail : faultLine(error)}`);
    const what = systemCode(error) ?? "an error of its own, which its log names";
    this.#problem = known
      ? error
      : new Refusal("internal", `the server met ${what}; the job goes on after its next start`);
  }

  async #end(end: JobEnd): Promise<void> {
    await this.#files.append({ end });
    await this.#files.close();
    await this.#files.dropInputs();
    this.#status = end;
    this.#problem = undefined;
    this.#results = undefined;
  }

  /** Gives up what is not finished; what is finished stays. A job that has ended stays as it is. */
  async cancel(running: Promise<void>): Promise<void> {
    if (this.ended) return;
    this.#cancel.abort(new Refusal("internal", "the job was cancelled"));
    // Nothing ends a job whose turn has not come, or that is halted, but this.
    if (this.#begun) await running;
    if (!this.ended) await this.#end("cancelled");
    this.#bell.ring();
  }

  /** Closes the files of a job that will not be run on by this process. */
  close(): Promise<void> {
    return this.#files.close();
  }

  /** Removes all that is kept of the job. */
  remove(): Promise<void> {
    return this.#files.remove();
  }
}

/** A job that lies in a folder. */
export async function loadJob(folder: string, judging: Judging, log: (line: string) => void): Promise<Job> {
  const files = new JobFiles(folder);
  const head = await files.head();
  const state = await files.open();
  const job = new Job(head, files, judging, state, log);
  if (job.ended) {
    await files.close();
    // Where a fault or a kill came between its last line and this.
    await files.dropInputs();
  }
  return job;
}

/** All jobs of a data folder: accepted, run a few at a time, found again after a restart, forgotten when old. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import PQueue from "p-queue";
import { InputError } from "../../../trajectory/index.ts";
import type { RewardRules } from "../../reward.ts";
import { digestOfBytes, keyReused } from "../idempotency.ts";
import type { Judging } from "../judging.ts";
import type { Limits } from "../limits.ts";
import { Refusal } from "../problem.ts";
import type { JudgedBy } from "../schemas.ts";
import { faultLine } from "../server-fault.ts";
import { Job, loadJob, takeJob } from "./job.ts";
import { JobFiles, type JobHead } from "./job-files.ts";

/** Jobs that are judged at the same time; more wait for their turn. */
const together = 4;

/** Who judges, as answers and heads of jobs say it. */
export function judgedBy({ judge }: Judging): JudgedBy {
  return {
    judge: judge.judge.id,
    judgeVersion: judge.version,
    models: { ...judge.models },
    level: judge.level,
  };
}

const sameJudge = (a: JudgedBy, b: JudgedBy): boolean =>
  JSON.stringify([a.judge, a.judgeVersion, a.level, Object.entries(a.models).sort()]) ===
  JSON.stringify([b.judge, b.judgeVersion, b.level, Object.entries(b.models).sort()]);

export interface NewJob {
  values: readonly unknown[];
  rules: RewardRules;
  verdict: boolean;
  /** The client's key and a hash of the body. */
  idempotency: { key: string; body: string } | undefined;
}

export class Jobs {
  readonly #folder: string;
  readonly #judging: Judging;
  readonly #limits: Limits;
  readonly #log: (line: string) => void;
  /** Oldest first. */
  readonly #jobs = new Map<string, Job>();
  /** Hash of a client's key → the job it made, or is making. */
  readonly #keys = new Map<string, { body: string; job: Promise<Job> }>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #queue = new PQueue({ concurrency: together });
  readonly #stop = new AbortController();
  readonly #abort = new AbortController();
  #accepting = 0;

  private constructor(folder: string, judging: Judging, limits: Limits, log: (line: string) => void) {
    this.#folder = folder;
    this.#judging = judging;
    this.#limits = limits;
    this.#log = log;
  }

  /**
   * The jobs of a folder; those that are not finished go on.
   *
   * @param log gets a line about each fault of the disk or the server; it holds nothing of a trajectory
   * @throws InputError for an unfinished job of another judge or configuration, and for damaged files
   */
  static async open(
    data: string,
    judging: Judging,
    limits: Limits,
    log: (line: string) => void,
  ): Promise<Jobs> {
    const folder = join(data, "jobs");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const jobs = new Jobs(folder, judging, limits, log);
    const found: Job[] = [];
    for (const name of await readdir(folder)) {
      // Never accepted: the client got no answer.
      if (name.endsWith(".new")) await rm(join(folder, name), { recursive: true, force: true });
      else found.push(await loadJob(join(folder, name), judging, log));
    }
    found.sort((a, b) => (a.head.createdAt < b.head.createdAt ? -1 : 1));
    const own = judgedBy(judging);
    const other = found.find((job) => !job.ended && !sameJudge(job.head, own));
    if (other !== undefined) {
      for (const job of found) await job.close();
      const { id, judge, judgeVersion } = other.head;
      throw new InputError(
        `${folder}: job ${id} is not finished and is for ${judge} (version ${judgeVersion}), now ${own.judge} (version ${own.judgeVersion}); start with that judge, or give another --data`,
      );
    }
    for (const job of found) jobs.#add(job);
    return jobs;
  }

  get unfinished(): number {
    return [...this.#jobs.values()].filter((job) => !job.ended).length;
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  #add(job: Job): void {
    const { id, idempotency } = job.head;
    this.#jobs.set(id, job);
    if (idempotency !== undefined)
      this.#keys.set(idempotency.key, { body: idempotency.body, job: Promise.resolve(job) });
    if (job.ended) return;
    const running = this.#queue.add(() => job.run(this.#stop.signal, this.#abort.signal));
    this.#running.set(id, running);
    void running
      .finally(() => this.#running.delete(id))
      .then(() => this.#forgetOld())
      // A folder that cannot be removed is found, and tried again, after the next start.
      .catch((error: unknown) => this.#log(`after job ${id}: ${faultLine(error)}`));
  }

  /**
   * Takes a job in; it is on disk when this resolves.
   *
   * @returns the job, and whether it is one that the same key made before
   * @throws Refusal (429) when enough jobs are not finished, (422) when the key came with another body
   */
  async accept(request: NewJob): Promise<{ job: Job; replayed: boolean }> {
    const { idempotency } = request;
    const key = idempotency === undefined ? undefined : digestOfBytes(Buffer.from(idempotency.key));
    if (idempotency !== undefined && key !== undefined) {
      const known = this.#keys.get(key);
      if (known !== undefined) {
        if (known.body !== idempotency.body) throw keyReused(idempotency.key);
        return { job: await known.job, replayed: true };
      }
    }
    if (this.unfinished + this.#accepting >= this.#limits.jobs)
      throw new Refusal("busy", `${this.#limits.jobs} jobs are not finished, and no more may be`, {
        headers: { "retry-after": "5" },
      });
    this.#accepting += 1;
    const making = this.#create(request, key).finally(() => {
      this.#accepting -= 1;
    });
    if (idempotency === undefined || key === undefined) return { job: await making, replayed: false };
    this.#keys.set(key, { body: idempotency.body, job: making });
    try {
      return { job: await making, replayed: false };
    } catch (error) {
      this.#keys.delete(key);
      throw error;
    }
  }

  async #create({ values, rules, verdict, idempotency }: NewJob, key: string | undefined): Promise<Job> {
    const { inputs, refused } = await takeJob(values, this.#judging, this.#limits);
    const head: JobHead = {
      ...judgedBy(this.#judging),
      schema: "trajudge/job@1",
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      total: values.length,
      rules,
      verdict,
      ...(idempotency === undefined || key === undefined
        ? {}
        : { idempotency: { key, body: idempotency.body } }),
    };
    const files = new JobFiles(join(this.#folder, head.id));
    await files.create(head, inputs, refused);
    const job = new Job(head, files, this.#judging, { results: refused, end: undefined }, this.#log);
    this.#add(job);
    return job;
  }

  /** Cancels a job; resolves when nothing of it is judged any more. */
  cancel(job: Job): Promise<void> {
    return job.cancel(this.#running.get(job.head.id) ?? Promise.resolve());
  }

  async #forgetOld(): Promise<void> {
    const ended = [...this.#jobs.values()].filter((job) => job.ended);
    for (const job of ended.slice(0, Math.max(0, ended.length - this.#limits.jobsKept))) {
      const { id, idempotency } = job.head;
      this.#jobs.delete(id);
      if (idempotency !== undefined) this.#keys.delete(idempotency.key);
      await job.remove();
    }
  }

  /** Begins nothing new. */
  stop(): void {
    this.#stop.abort();
  }

  /** Gives up what is under way; it is judged after the next start. */
  abort(): void {
    this.#stop.abort();
    this.#abort.abort();
  }

  /** Resolves when no job runs any more, all files closed. */
  async close(): Promise<void> {
    await this.#queue.onIdle();
    // Its lines are with the system; what keeps the disk from taking them need not keep the server from stopping.
    for (const job of this.#jobs.values())
      await job.close().catch((error: unknown) => this.#log(`job ${job.head.id}: ${faultLine(error)}`));
  }
}

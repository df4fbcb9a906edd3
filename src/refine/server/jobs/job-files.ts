/** The files of one job: its head, its trajectories without secrets, and a line for each finished item. */
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { LineWriter } from "../../../batch/index.ts";
import {
  check,
  InputError,
  problemSchema as readingProblem,
  type Trajectory,
  trajectorySchema,
} from "../../../trajectory/index.ts";
import { rewardOptionsSchema } from "../../reward.ts";
import { itemSchema, judgedBySchema } from "../schemas.ts";

const headSchema = judgedBySchema.extend({
  schema: z.literal("trajudge/job@1"),
  id: z.string(),
  createdAt: z.string(),
  total: z.number().int().min(1),
  rules: rewardOptionsSchema,
  verdict: z.boolean(),
  /** Hashes of the client's Idempotency-Key and of the body that came with it. */
  idempotency: z.object({ key: z.string(), body: z.string() }).optional(),
});
export type JobHead = z.output<typeof headSchema>;

const inputSchema = z.object({
  index: z.number().int().min(0),
  /** Of the trajectory as it came, so that its verdict has the key that it would have elsewhere. */
  digest: z.string(),
  trajectory: trajectorySchema,
  problems: z.array(readingProblem),
});
/** One trajectory that waits for its verdict. */
export type JobInput = z.infer<typeof inputSchema>;

const resultSchema = z.union([
  z.object({ index: z.number().int().min(0), item: itemSchema }),
  z.object({ end: z.enum(["done", "cancelled"]) }),
]);
type ResultLine = z.infer<typeof resultSchema>;
export type JobResult = Extract<ResultLine, { index: number }>;
export type JobEnd = Extract<ResultLine, { end: string }>["end"];

const names = { head: "job.json", inputs: "inputs.jsonl", results: "results.jsonl" } as const;

async function* linesOf<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  let number = 0;
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        throw new InputError(`${path}:${number}: not JSON; remove the folder to give this job up`);
      }
      yield check(schema, value, `${path}:${number}`);
    }
  } finally {
    input.destroy();
  }
}

/** The files of one job. Lines are only ever added; a line that a killed process left torn is cut off. */
export class JobFiles {
  readonly #folder: string;
  /** One for all: items that are finished at the same time must not open the file twice. */
  #writer: Promise<LineWriter> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(name: keyof typeof names): string {
    return join(this.#folder, names[name]);
  }

  /** Writes a new job: all of it is there, or nothing is. */
  async create(
    head: JobHead,
    inputs: AsyncIterable<JobInput> | Iterable<JobInput>,
    results: readonly JobResult[],
  ) {
    const building = `${this.#folder}.new`;
    try {
      await mkdir(building, { mode: 0o700 });
      const writer = await LineWriter.open(join(building, names.inputs));
      try {
        for await (const input of inputs) await writer.append(input);
      } finally {
        await writer.close();
      }
      await writeFile(
        join(building, names.results),
        results.map((result) => `${JSON.stringify(result)}\n`).join(""),
      );
      await writeFile(join(building, names.head), `${JSON.stringify(head, null, 1)}\n`);
      await rename(building, this.#folder);
    } catch (error) {
      // What is left of it would take the room that the next job needs. It is found again at the next start.
      await rm(building, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** @throws InputError for a head that is damaged or of another version */
  async head(): Promise<JobHead> {
    const path = this.#path("head");
    try {
      return check(headSchema, JSON.parse(await readFile(path, "utf8")), path);
    } catch (error) {
      if (InputError.isInstance(error)) throw error;
      throw new InputError(
        `${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /** The trajectories whose index is not among the finished. */
  async *inputs(finished: ReadonlySet<number>): AsyncGenerator<JobInput> {
    for await (const input of linesOf(this.#path("inputs"), inputSchema))
      if (!finished.has(input.index)) yield input;
  }

  /** The finished items in the order in which they were finished, and how the job ended; opens them for adding. */
  async open(): Promise<{ results: JobResult[]; end: JobEnd | undefined }> {
    await this.#open();
    return this.results();
  }

  #open(): Promise<LineWriter> {
    this.#writer ??= LineWriter.open(this.#path("results"));
    return this.#writer;
  }

  async results(): Promise<{ results: JobResult[]; end: JobEnd | undefined }> {
    const results: JobResult[] = [];
    let end: JobEnd | undefined;
    for await (const line of linesOf(this.#path("results"), resultSchema)) {
      if ("end" in line) end = line.end;
      else results.push(line);
    }
    return { results, end };
  }

  /**
   * Resolves when the line is with the operating system: a kill of this process cannot lose it any more. A line that could
   * not be written is cut off before the next one is added.
   */
  async append(line: ResultLine): Promise<void> {
    const opening = this.#open();
    try {
      await (await opening).append(line);
    } catch (error) {
      if (this.#writer === opening) await this.close().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    await (await writer)?.close();
  }

  /** The trajectories of a job that has ended are of no use any more. */
  dropInputs(): Promise<void> {
    return rm(this.#path("inputs"), { force: true });
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** The trajectory as it is stored. */
export const storedTrajectory = ({ extra: _extra, ...trajectory }: Trajectory): Trajectory => trajectory;

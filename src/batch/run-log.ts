/** A run folder that a loop fills as it makes its own trajectories: one judge, one verdict at a time. */
import { createHash } from "node:crypto";
import {
  type Run,
  type RunItem,
  runItemSchema,
  type Trajectory,
  type Verdict,
  verdictSchema,
} from "../trajectory/index.ts";
import { LineWriter, pruneLines } from "./json-lines.ts";
import { lockFolder } from "./lock.ts";
import { Results } from "./results.ts";
import { earlierRun, prepareFolder, readItems, readVerdicts, runPaths, writeRun } from "./run-folder.ts";
import { itemOf, runRecord } from "./run-record.ts";

export interface RunLogOptions {
  /** The run folder. */
  out: string;
  judge: Run["judges"][number];
  level: Run["level"];
  /** Where the trajectories are, for who opens the run later. */
  input: string;
  /** Package name and version. */
  package: string;
  /** Whether a trajectory belongs to the loop; lines of others, as a kill leaves them, are taken out. */
  keep: (trajectoryId: string) => boolean;
}

/** Writes a run folder that `calibrate`, `review`, `report` and `export` read like one that was judged. */
export class RunLog {
  readonly #options: RunLogOptions;
  readonly #items: LineWriter;
  readonly #verdicts: LineWriter;
  readonly #unlock: () => Promise<void>;
  readonly #earlier: Run | undefined;
  readonly #startedAt = new Date().toISOString();
  readonly #results = new Results();
  readonly #digests = new Map<string, string>();

  private constructor(
    options: RunLogOptions,
    opened: {
      items: LineWriter;
      verdicts: LineWriter;
      unlock: () => Promise<void>;
      earlier: Run | undefined;
    },
  ) {
    this.#options = options;
    this.#items = opened.items;
    this.#verdicts = opened.verdicts;
    this.#unlock = opened.unlock;
    this.#earlier = opened.earlier;
  }

  /** @throws InputError when another process writes the folder, or it holds something else */
  static async open(options: RunLogOptions): Promise<RunLog> {
    const { out, keep } = options;
    await prepareFolder(out);
    const unlock = await lockFolder(out);
    try {
      const paths = runPaths(out);
      await pruneLines(paths.items, runItemSchema, ({ id }) => keep(id));
      await pruneLines(paths.verdicts, verdictSchema, ({ trajectoryId }) => keep(trajectoryId));
      const items = await LineWriter.open(paths.items);
      const verdicts = await LineWriter.open(paths.verdicts);
      const log = new RunLog(options, { items, verdicts, unlock, earlier: await earlierRun(out) });
      for await (const item of readItems(out)) log.#know(item);
      for await (const verdict of readVerdicts(out)) log.#results.addVerdict(verdict);
      await log.#write("interrupted");
      return log;
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** Adds a trajectory and its verdict; both are on disk when the promise is kept. @param path where it was written */
  async add(trajectory: Trajectory, digest: string, path: string, verdict: Verdict): Promise<void> {
    const item = itemOf(trajectory, digest, path);
    if (this.#know(item)) await this.#items.append(item);
    await this.#verdicts.append(verdict);
    this.#results.addVerdict(verdict);
  }

  /** Writes run.json and lets the folder go. */
  async close(status: Run["status"]): Promise<void> {
    try {
      await this.#items.close();
      await this.#verdicts.close();
      await this.#write(status);
    } finally {
      await this.#unlock();
    }
  }

  #know(item: RunItem): boolean {
    this.#digests.set(item.id, item.digest);
    return this.#results.addItem(item);
  }

  async #write(status: Run["status"]): Promise<void> {
    const { out, judge, level, input } = this.#options;
    const content = createHash("sha256");
    for (const digest of [...this.#digests.values()].sort()) content.update(digest);
    const run = runRecord({
      package: this.#options.package,
      level,
      judges: [judge],
      earlier: this.#earlier,
      startedAt: this.#startedAt,
      results: this.#results,
      inputs: [{ path: input, digest: content.digest("hex").slice(0, 32) }],
      status,
      unreadable: 0,
    });
    await writeRun(out, run);
  }
}

/** JSON Lines on disk that survive a kill and a full disk: a torn line stays the last, and is cut off before anything is added. */
import { createReadStream, existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { z } from "zod";
import { check, InputError } from "../trajectory/index.ts";
import { replaceFile } from "./whole-file.ts";

const newline = 0x0a;
const blockSize = 64 * 1024;

/** The length of the file up to and including its last newline. */
async function lengthOfWholeLines(file: FileHandle): Promise<number> {
  let end = (await file.stat()).size;
  const block = Buffer.alloc(blockSize);
  while (end > 0) {
    const start = Math.max(0, end - blockSize);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const last = block.subarray(0, bytesRead).lastIndexOf(newline);
    if (last >= 0) return start + last + 1;
    end = start;
  }
  return 0;
}

/** The lines of a JSON Lines file; none when there is no file. A last line that a kill has torn is left out. */
export async function* readLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  if (!existsSync(path)) return;
  let number = 0;
  let torn: InputError | undefined;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (torn !== undefined) throw torn;
    number += 1;
    if (line.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The last line may have been torn by a kill; a broken line that others follow is damage.
      torn = new InputError(
        `${path}:${number}: not JSON; remove this line and run the same command again to fill the gap`,
      );
      continue;
    }
    yield check(schema, value, `${path}:${number}`);
  }
}

/** Rewrites the file without the lines that are not kept; untouched when all are, or when there is none. */
export async function pruneLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  keep: (line: z.output<Schema>) => boolean,
): Promise<void> {
  const all: z.output<Schema>[] = [];
  for await (const line of readLines(path, schema)) all.push(line);
  const kept = all.filter(keep);
  if (kept.length === all.length) return;
  await replaceFile(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Adds lines to a file, one whole line a write, in the order of the calls. */
export class LineWriter {
  readonly #file: FileHandle;
  #last: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens a file for adding; what a killed process left of a last line is removed, its item will be done again. */
  static async open(path: string): Promise<LineWriter> {
    const file = await open(path, "a+");
    await file.truncate(await lengthOfWholeLines(file));
    return new LineWriter(file);
  }

  /**
   * Resolves when the line is handed to the operating system: from then on a kill of this process cannot lose it.
   *
   * A write that fails, as on a full disk, may leave a part of its line. It is the writer's last: every later call is
   * rejected with the same error, so that the part stays at the end, where the next `open` cuts it off.
   */
  async append(record: unknown): Promise<void> {
    const line = `${JSON.stringify(record)}\n`;
    const write = this.#last.then(() => this.#file.appendFile(line));
    this.#last = write;
    // Whoever appended hears of the failure; the chain itself is no second place to handle it.
    write.catch(() => undefined);
    return write;
  }

  /** Waits for what was appended, syncs it to the disk and closes the file. */
  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    try {
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }
}

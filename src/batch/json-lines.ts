/** JSON Lines on disk that survive a kill: a torn last line is cut off before anything is added. */
import { type FileHandle, open } from "node:fs/promises";

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

/** Adds lines to a file, one whole line a write, in the order of the calls. */
export class LineWriter {
  readonly #file: FileHandle;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens a file for adding; what a killed process left of a last line is removed, its item will be done again. */
  static async open(path: string): Promise<LineWriter> {
    const file = await open(path, "a+");
    await file.truncate(await lengthOfWholeLines(file));
    return new LineWriter(file);
  }

  /** Resolves when the line is handed to the operating system: from then on a kill of this process cannot lose it. */
  append(record: unknown): Promise<void> {
    const write = this.#last.then(() => this.#file.appendFile(`${JSON.stringify(record)}\n`));
    this.#last = write.catch(() => undefined);
    return write;
  }

  /** Waits for what was appended, syncs it to the disk and closes the file. */
  async close(): Promise<void> {
    await this.#last;
    await this.#file.sync();
    await this.#file.close();
  }
}

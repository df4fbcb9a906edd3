/** JSON Lines with the place of each line, so that a line can be read again without keeping it. */
import { open } from "node:fs/promises";

const chunkSize = 1 << 20;
const newline = 0x0a;

export interface IndexedLine {
  /** Bytes from the file's start. */
  offset: number;
  length: number;
  value: unknown;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * The whole lines of a file from an offset on; a last line without its end is left for later, since a batch may be
 * writing it. Lines that are no JSON are passed over.
 */
export async function* indexedLines(path: string, from = 0): AsyncGenerator<IndexedLine> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return;
  try {
    let start = from;
    // One buffer for all: what is left of a line moves to its front, and a longer line makes it larger.
    let buffer = Buffer.allocUnsafe(chunkSize);
    let left = 0;
    for (;;) {
      if (left === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
      const { bytesRead } = await file.read(buffer, left, buffer.length - left, start + left);
      if (bytesRead === 0) return;
      const bytes = buffer.subarray(0, left + bytesRead);
      let lineStart = 0;
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, lineStart)) {
        const length = end - lineStart;
        const value = parsed(bytes.subarray(lineStart, end));
        if (value !== undefined) yield { offset: start + lineStart, length, value };
        lineStart = end + 1;
      }
      bytes.copy(buffer, 0, lineStart);
      left = bytes.length - lineStart;
      start += lineStart;
    }
  } finally {
    await file.close();
  }
}

/** One line again. */
export async function lineAt(path: string, offset: number, length: number): Promise<unknown> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    return parsed(buffer);
  } finally {
    await file.close();
  }
}

/** Lines of a file, one at a time and never more than a bounded number of bytes in memory. */
import { createReadStream } from "node:fs";

export interface Line {
  /** Counted from 1, blank lines included. */
  number: number;
  /** The line without its end; null when it is longer than the limit. */
  text: string | null;
}

const newline = 0x0a;
const chunkBytes = 256 * 1024;

/** The non-blank lines of a UTF-8 file. A byte order mark and carriage returns at line ends are dropped. */
export async function* linesOf(
  path: string,
  maxBytes: number,
  signal?: AbortSignal | undefined,
): AsyncGenerator<Line> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let number = 1;

  const take = (): Line | undefined => {
    const tooLong = bytes > maxBytes;
    const text = tooLong ? null : textOf(parts, number === 1);
    parts.length = 0;
    bytes = 0;
    const line = text === null || text.trim() !== "" ? { number, text } : undefined;
    number += 1;
    return line;
  };
  const keep = (part: Uint8Array): void => {
    bytes += part.byteLength;
    if (bytes > maxBytes) parts.length = 0;
    else if (part.byteLength > 0) parts.push(part);
  };

  const stream = createReadStream(path, { highWaterMark: chunkBytes, ...(signal ? { signal } : {}) });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      const line = take();
      if (line) yield line;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (bytes > 0) {
    const line = take();
    if (line) yield line;
  }
}

function textOf(parts: readonly Uint8Array[], first: boolean): string {
  const text = Buffer.concat(parts).toString("utf8");
  const start = first && text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const end = text.endsWith("\r") ? text.length - 1 : text.length;
  return text.slice(start, end);
}

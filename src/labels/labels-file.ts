/** The labels file: one label a line, only ever appended to. */
import { open, readFile, stat } from "node:fs/promises";
import {
  check,
  InputError,
  issueLines,
  type Label,
  labelSchema,
  type Problem,
  shown,
} from "../trajectory/index.ts";

/** A larger labels file is refused: it could not be held as one text. */
const maxBytes = 256 * 1024 * 1024;

export interface LabelsFile {
  labels: Label[];
  /** Lines that a crash cut off: reported, not fatal. */
  problems: Problem[];
}

/**
 * The labels of a JSON-lines file, in the order in which they were written.
 *
 * A line that was cut off while it was written is left out and reported: the last line of the file when it is no JSON,
 * and any line that begins an object and does not end it.
 *
 * @throws InputError naming file and line, field and value, for any other line that is no label
 */
export async function readLabels(path: string): Promise<LabelsFile> {
  const lines = (await textOf(path)).replace(/^\uFEFF/, "").split("\n");
  const lastLine = lines.findLastIndex((line) => line.trim() !== "");
  const file: LabelsFile = { labels: [], problems: [] };
  for (const [index, text] of lines.entries()) {
    const line = text.trim();
    if (line === "") continue;
    const where = `${path}:${index + 1}`;
    const value = parse(line);
    if (value === undefined) {
      const what = `no valid JSON, saw ${shown(line)}`;
      const cut = index === lastLine || (line.startsWith("{") && !line.endsWith("}"));
      if (!cut) throw new InputError(`${where}: ${what}`);
      file.problems.push({ where, what: `${what}; the line was cut off and is left out` });
      continue;
    }
    const result = labelSchema.safeParse(value);
    if (!result.success) throw new InputError(`${where}: ${issueLines(result.error, value).join("; ")}`);
    file.labels.push(result.data);
  }
  return file;
}

async function textOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new InputError(`${path}: no such file`);
  if (!found.isFile()) throw new InputError(`${path}: not a file`);
  if (found.size > maxBytes)
    throw new InputError(`${path}: has ${found.size} bytes, more than the ${maxBytes} allowed`);
  return readFile(path, "utf8");
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // JSON has no undefined, so this cannot be mistaken for a value
  }
}

/**
 * Appends one label as one line, in one write that is on the disk when the promise is kept. A file whose last line was
 * cut off gets a line end first, so that the new label stands on a line of its own.
 *
 * @throws InputError when it is no label
 */
export async function appendLabel(path: string, label: Label): Promise<void> {
  const line = `${JSON.stringify(check(labelSchema, label, "label"))}\n`;
  const file = await open(path, "a+");
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const cut = size > 0 && last[0] !== 0x0a;
    await file.appendFile(cut ? `\n${line}` : line);
    await file.sync();
  } finally {
    await file.close();
  }
}

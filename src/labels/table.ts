/** Rows of a file that holds both labels and verdicts: CSV, a JSON array, or JSON lines. */
import { readFile, stat } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { InputError, shown } from "../trajectory/index.ts";

/** A larger file is refused: it is read as a whole. */
const maxBytes = 256 * 1024 * 1024;

export type Row = Record<string, unknown>;

const row = z.record(z.string(), z.unknown());

/**
 * The rows of a file; its kind is decided by its content, not by its name.
 *
 * @throws InputError when it is missing, too large, broken, or holds no rows
 */
export async function readRows(path: string): Promise<Row[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile()) throw new InputError(`${path}: no such file`);
  if (found.size > maxBytes)
    throw new InputError(`${path}: has ${found.size} bytes, more than the ${maxBytes} allowed`);
  const text = textOf(await readFile(path));
  const start = text.trimStart().charAt(0);
  const rows =
    start === "[" ? jsonArray(text, path) : start === "{" ? jsonLines(text, path) : csv(text, path);
  if (rows.length === 0) throw new InputError(`${path}: holds no rows`);
  return rows;
}

/** Spreadsheets save "Unicode text" as UTF-16 with a byte order mark; all else is UTF-8. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes); // without the byte order mark
}

function jsonArray(text: string, path: string): Row[] {
  const values = parseJson(text, path);
  if (!Array.isArray(values)) throw new InputError(`${path}: expected an array, saw ${shown(values)}`);
  return values.map((value, i) => asRow(value, `${path}: [${i}]`));
}

function jsonLines(text: string, path: string): Row[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const where = `${path}:${i + 1}`;
    return [asRow(parseJson(line, where), where)];
  });
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\s+/g, " ") : String(error);
    throw new InputError(`${where}: no valid JSON (${message}); expected CSV, a JSON array or JSON lines`);
  }
}

function asRow(value: unknown, where: string): Row {
  const parsed = row.safeParse(value);
  if (!parsed.success || Array.isArray(value))
    throw new InputError(`${where}: expected an object, saw ${shown(value)}`);
  return parsed.data;
}

function csv(text: string, path: string): Row[] {
  try {
    const rows: unknown = parse(text, {
      columns: (header: string[]) => columnNames(header),
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      relax_column_count: true,
    });
    return z.array(row).parse(rows);
  } catch (error) {
    throw new InputError(`${path}: no valid CSV (${error instanceof Error ? error.message : String(error)})`);
  }
}

function columnNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  const twice = names.find((name, i) => name !== "" && names.indexOf(name) !== i);
  // The later column would silently win.
  if (twice !== undefined) throw new Error(`the column ${shown(twice)} stands twice in the header`);
  return names;
}

/** The delimiter that the header uses most, outside of quotes; a comma when it uses none. */
function delimiterOf(text: string): string {
  const counts = new Map([
    [",", 0],
    [";", 0],
    ["\t", 0],
  ]);
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (!quoted && (char === "\n" || char === "\r")) break;
    const count = counts.get(char);
    if (!quoted && count !== undefined) counts.set(char, count + 1);
  }
  const [[delimiter, count] = [",", 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return count === 0 ? "," : delimiter;
}

/** The value of a column: the member of that very name, or the one that its dots lead to. */
export function cell(of: Row, column: string): unknown {
  if (Object.hasOwn(of, column)) return of[column];
  let current: unknown = of;
  for (const key of column.split(".")) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

/** The columns of a row, nested objects with dots. */
export function columnsOf(of: Row, before = ""): string[] {
  return Object.entries(of).flatMap(([key, value]) => {
    const nested = row.safeParse(value);
    return nested.success && !Array.isArray(value) && Object.keys(nested.data).length > 0
      ? columnsOf(nested.data, `${before}${key}.`)
      : [`${before}${key}`];
  });
}

/** The only way to a run's files: it cannot leave its root, and every size is bounded. */
import { open, readdir, readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { z } from "zod";
import { type ImageSource, InputError, type Problem, shown } from "../trajectory/index.ts";
import { dataUrlBytes, dataUrlFault, headBytes, imageFault, isDataUrl } from "./image-bytes.ts";
import { linesOf } from "./lines.ts";
import { naturalOrder } from "./natural-order.ts";
import { parseJson } from "./parse-json.ts";
import { checkRun, RunError, schemaError } from "./unreadable.ts";

export const maxJsonBytes = 64 * 1024 * 1024;
export const maxLineBytes = 32 * 1024 * 1024;

/** What a file holds, judged by its content: one JSON value, JSON lines (the first that parses), or neither. */
export type Sample =
  | { kind: "document"; value: unknown }
  | { kind: "lines"; value: unknown }
  | { kind: "none"; fault: string };

export interface Row<Value> {
  line: number;
  value: Value;
}

const tooLong = { fault: `the line is longer than the ${maxLineBytes} bytes allowed` };

export class Folder implements ImageSource {
  /** The real path, without symbolic links: what identities are derived from. */
  readonly path: string;
  /** The path as the user wrote it: what messages show. */
  readonly shown: string;
  #sampled: { name: string; sample: Sample } | undefined;

  private constructor(path: string, shownPath: string) {
    this.path = path;
    this.shown = shownPath;
  }

  /** @throws InputError when there is no such folder */
  static async open(path: string, shownPath: string = path): Promise<Folder> {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) throw new InputError(`${shownPath}: no such file or folder`);
    return new Folder(real, shownPath);
  }

  /** A file of this folder as messages show it. */
  show(name: string): string {
    return join(this.shown, name);
  }

  /** True when a regular file of this name exists inside the root. */
  async has(name: string): Promise<boolean> {
    return (await this.#locate(name).catch(() => undefined)) !== undefined;
  }

  /** The names of the files in this folder, or in one below it, in natural order; none when it does not exist. */
  async files(below = "."): Promise<string[]> {
    const path = await this.#inside(below).catch(() => undefined);
    if (path === undefined) return [];
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => entry.name)
      .sort(naturalOrder);
  }

  /**
   * A JSON file, checked against a schema of the fields used.
   *
   * @throws RunError when it is missing, too large, broken, or of another shape
   */
  async json<Schema extends z.ZodType>(name: string, schema: Schema): Promise<z.output<Schema>> {
    const kept = this.#sampled;
    const sample = kept?.name === name ? kept.sample : await this.sample(name);
    if (sample.kind === "document") return checkRun(schema, sample.value, this.show(name));
    const fault = sample.kind === "none" ? sample.fault : "holds JSON lines, not one JSON value";
    throw new RunError(this.show(name), fault);
  }

  /**
   * The rows of a JSON-lines file, one at a time. A broken line is reported and reading goes on.
   *
   * @param report gets the file and line, and the fault
   */
  async *jsonl<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    report: (problem: Problem) => void,
    signal?: AbortSignal | undefined,
  ): AsyncGenerator<Row<z.output<Schema>>> {
    const path = await this.#locate(name);
    for await (const line of linesOf(path, maxLineBytes, signal)) {
      const where = `${this.show(name)}:${line.number}`;
      if (line.text === null) {
        report({ where, what: tooLong.fault });
        continue;
      }
      const parsed = parseJson(line.text);
      if ("fault" in parsed) {
        report({ where, what: `${parsed.fault}, saw ${shown(line.text)}` });
        continue;
      }
      const result = schema.safeParse(parsed.value);
      if (result.success) yield { line: line.number, value: result.data };
      else {
        const error = schemaError(result.error, parsed.value, where);
        report({ where: error.where, what: error.what });
      }
    }
  }

  /** What a JSON-like file holds. The last answer is kept, so that detecting and reading parse once. */
  async sample(name: string): Promise<Sample> {
    if (this.#sampled?.name === name) return this.#sampled.sample;
    const sample = await this.#sample(name);
    this.#sampled = { name, sample };
    return sample;
  }

  async #sample(name: string): Promise<Sample> {
    try {
      const path = await this.#locate(name);
      if (/\.(jsonl|ndjson)$/i.test(name)) return await firstLine(path);
      if (!/\.json$/i.test(name)) return { kind: "none", fault: "not a JSON file" };
      const { size } = await stat(path);
      if (size > maxJsonBytes) {
        return { kind: "none", fault: `has ${size} bytes, more than the ${maxJsonBytes} allowed` };
      }
      const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
      const parsed = parseJson(text);
      if ("value" in parsed) return { kind: "document", value: parsed.value };
      const lines = text.trimStart().startsWith("{") ? await firstLine(path) : undefined;
      return lines?.kind === "lines" && text.includes("\n") && isObject(lines.value)
        ? lines
        : { kind: "none", fault: `${parsed.fault}, begins with ${shown(text.slice(0, 60))}` };
    } catch (error) {
      return { kind: "none", fault: error instanceof RunError ? error.what : String(error) };
    }
  }

  /** Why an image of a record cannot be shown, judged by its first bytes; undefined when it can. */
  async imageFault(path: string): Promise<string | undefined> {
    if (isDataUrl(path)) return dataUrlFault(path);
    try {
      const file = await open(await this.#locate(path), "r");
      try {
        const { size } = await file.stat();
        const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
        return imageFault(buffer.subarray(0, bytesRead), size);
      } finally {
        await file.close();
      }
    } catch (error) {
      return error instanceof RunError ? error.what : String(error);
    }
  }

  /**
   * The bytes of an image.
   *
   * @throws InputError when the path leaves the root, the file is missing, too large, or no image
   */
  async read(path: string): Promise<Uint8Array> {
    const fault = await this.imageFault(path);
    if (fault !== undefined)
      throw new InputError(`${isDataUrl(path) ? this.shown : this.show(path)}: ${fault}`);
    return isDataUrl(path) ? dataUrlBytes(path) : readFile(await this.#locate(path));
  }

  /** The real path of a regular file inside the root. */
  async #locate(name: string): Promise<string> {
    const path = await this.#inside(name);
    const found = await stat(path);
    if (!found.isFile()) throw new RunError(this.show(name), "not a regular file");
    return path;
  }

  /** The real path of something inside the root; a link that leads out of it is refused. */
  async #inside(name: string): Promise<string> {
    const leaves = () => new RunError(this.show(name), `${shown(name)} leaves the trajectory's folder`);
    if (isAbsolute(name) || name.includes("\0") || !within(this.path, resolve(this.path, name)))
      throw leaves();
    const real = await realpath(join(this.path, name)).catch(() => undefined);
    if (real === undefined) throw new RunError(this.show(name), "no such file");
    if (!within(this.path, real)) throw leaves();
    return real;
  }
}

/** True when a path is the root or lies below it; both must be absolute. */
export function within(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** How many lines are tried before a file is said to hold no JSON lines. */
const linesTried = 20;

async function firstLine(path: string): Promise<Sample> {
  let tried = 0;
  let why = "";
  for await (const line of linesOf(path, maxLineBytes)) {
    const parsed = line.text === null ? tooLong : parseJson(line.text);
    if ("value" in parsed) return { kind: "lines", value: parsed.value };
    if (tried === 0) why = parsed.fault;
    tried += 1;
    if (tried === linesTried) break;
  }
  return {
    kind: "none",
    fault:
      tried === 0
        ? "the file is empty"
        : `${tried === 1 ? "its only line" : `each of its first ${tried} lines`} cannot be read: ${why}`,
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A run that cannot be read at all: where it stands and what is wrong with it. */

import type { z } from "zod";
import type { Problem } from "../trajectory/index.ts";
import { InputError, issueLines } from "../trajectory/index.ts";

/** What is reported about an unreadable run: `path` is the file, `where` the file and JSON path or line. */
export type UnreadableRun = Problem & { path: string };

/** Thrown while one run is read; it stops that run and no other. */
export class RunError extends InputError {
  readonly where: string;
  readonly what: string;

  constructor(where: string, what: string, options?: ErrorOptions) {
    super(`${where}: ${what}`, options);
    this.where = where;
    this.what = what;
  }
}

/**
 * Checks foreign data against a schema.
 *
 * @param where the file (and line) that the value came from
 * @throws RunError whose `where` holds the JSON path and whose `what` holds the value seen
 */
export function checkRun<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw schemaError(result.error, value, where);
}

/** The first issue of a failed parse as a RunError. */
export function schemaError(error: z.ZodError, value: unknown, where: string): RunError {
  const [line = "not the expected shape"] = issueLines(error, value, 1);
  const others = error.issues.length - 1;
  const more = others > 0 ? ` (and ${others} more)` : "";
  const colon = error.issues[0]?.path.length === 0 ? -1 : line.indexOf(": ");
  if (colon === -1) return new RunError(where, line + more);
  return new RunError(`${where}: ${line.slice(0, colon)}`, line.slice(colon + 2) + more);
}

/** Any error met while reading as the report about one run. */
export function unreadableFrom(error: unknown, path: string): UnreadableRun {
  if (error instanceof RunError) return { path, where: error.where, what: error.what };
  const message = error instanceof Error ? error.message : String(error);
  const prefix = `${path}: `;
  return { path, where: path, what: message.startsWith(prefix) ? message.slice(prefix.length) : message };
}

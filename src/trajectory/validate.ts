/** Schema checking that speaks to people: the file, the JSON path and the value seen, in one line. */
import type { z } from "zod";
import { InputError } from "./errors.ts";

const shownLength = 80;

/** A value as it stands in an error line: JSON, cut to a readable length, control characters escaped. */
export function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** A JSON path as people write it: `steps[3].observation.screenshot`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else text += text === "" ? String(key) : `.${String(key)}`;
  }
  return text;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

/** The issues of a failed parse, or the first of them, each as `path: message, saw value`. */
export function issueLines(error: z.ZodError, value: unknown, most = Number.POSITIVE_INFINITY): string[] {
  return error.issues.slice(0, most).map((issue) => {
    const path = pathText(issue.path);
    const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
    return `${path === "" ? "" : `${path}: `}${message}, saw ${shown(at(value, issue.path))}`;
  });
}

/**
 * Checks a value against a schema.
 *
 * @param where the file (and line) that the value came from
 * @throws InputError with one line that names file, JSON path and value
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [line] = issueLines(result.error, value, 1);
  const others = result.error.issues.length - 1;
  throw new InputError(`${where}: ${line}${others > 0 ? ` (and ${others} more)` : ""}`);
}

/** Filters trajectories by dotted fields: `agent.name=x`. */
import { InputError, shown, type Trajectory, trajectorySchema } from "../trajectory/index.ts";
import { isObject } from "./folder.ts";

export type Where = Record<string, string>;

/**
 * A test for trajectories whose fields all have the wanted text; numbers are compared as they are written in JSON.
 *
 * @throws InputError for a field that no trajectory has
 */
export function matcherOf(where: Where): (trajectory: Trajectory) => boolean {
  const wanted = Object.entries(where).map(([field, value]) => ({ path: field.split("."), value, field }));
  for (const { path, field } of wanted) {
    const [first = ""] = path;
    if (!Object.hasOwn(trajectorySchema.shape, first)) {
      const fields = Object.keys(trajectorySchema.shape).join(", ");
      throw new InputError(
        `where: ${shown(field)} is no field of a trajectory; it must begin with one of ${fields}`,
      );
    }
  }
  return (trajectory) => wanted.every(({ path, value }) => textAt(trajectory, path) === value);
}

function textAt(value: unknown, path: readonly string[]): string | undefined {
  let current = value;
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return typeof current === "string" ? current : current === undefined ? undefined : JSON.stringify(current);
}

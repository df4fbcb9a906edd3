/** A trajectory that comes as JSON from elsewhere than a file: read as leniently as one of a folder. */
import { InputError, type Problem, type Trajectory } from "../trajectory/index.ts";
import { trajectoryOf } from "./native-shape.ts";
import { withEnding } from "./states.ts";
import { RunError } from "./unreadable.ts";

/** What was read, and what of it could not be. */
export interface ReadRecord {
  trajectory: Trajectory;
  problems: Problem[];
}

/**
 * Reads parsed JSON as a trajectory. Gaps are filled as by the native reader (a step's index, an action's type from
 * its words, the final state and the answer from an answering action), nulls stand for absent fields, and unknown
 * fields are left out and reported. Images are not looked at.
 *
 * @param where what the value is called in errors and problems, such as `trajectories[3]`; `""` for the whole body
 * @throws InputError that begins with the field and names the value seen
 */
export function trajectoryFromJson(value: unknown, where: string): ReadRecord {
  const at = (path: string): string => [where, path].filter((part) => part !== "").join(".");
  const problems: Problem[] = [];
  const report = (path: string, what: string): void => {
    problems.push({ where: at(path), what });
  };
  try {
    return { trajectory: withEnding(trajectoryOf(value, "", report), report), problems };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    const field = at(error.where.replace(/^: /, ""));
    throw new InputError(field === "" ? error.what : `${field}: ${error.what}`);
  }
}

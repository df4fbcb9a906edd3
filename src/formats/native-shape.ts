/** From foreign JSON that claims to be a trajectory to the record: gaps filled, nulls dropped, unknown keys reported. */
import { type Step, shown, type Trajectory, trajectorySchema } from "../trajectory/index.ts";
import { parseActionText } from "./action-text.ts";
import { isObject } from "./folder.ts";
import type { ReadContext } from "./reader.ts";
import { schemaError } from "./unreadable.ts";

type Report = ReadContext["problem"];

/** More unknown keys than this are counted, not listed. */
const keysListed = 20;

/**
 * A trajectory from parsed JSON.
 *
 * A missing `index` is the step's position (another one is a problem, and the position counts); a missing
 * `action.type` is read from `action.raw`, with target and value; `null` stands for an absent optional field; unknown
 * keys are left out and reported.
 *
 * @throws RunError when a required field is missing or a field has the wrong type
 */
export function trajectoryOf(value: unknown, where: string, problem: Report): Trajectory {
  const indexed = withIndexes(value, problem);
  const filled = holdsNull(indexed) ? withoutNulls(indexed) : indexed;
  const result = trajectorySchema.safeParse(filled);
  if (!result.success) throw schemaError(result.error, value, where);
  reportUnknown(filled, result.data, problem);
  const trajectory = result.data;
  return { ...trajectory, steps: trajectory.steps.map(withAction) };
}

function withIndexes(value: unknown, problem: Report): unknown {
  if (!isObject(value) || !Array.isArray(value["steps"])) return value;
  const steps: unknown[] = value["steps"];
  const wrong = steps.findIndex(
    (step, i) => isObject(step) && typeof step["index"] === "number" && step["index"] !== i,
  );
  if (wrong !== -1) {
    const step = steps[wrong];
    problem(
      `steps[${wrong}].index`,
      `expected ${wrong}, saw ${shown(isObject(step) ? step["index"] : step)}; steps are numbered by their order`,
    );
  }
  return {
    ...value,
    steps: steps.map((step, index) =>
      isObject(step) &&
      (step["index"] === undefined || step["index"] === null || typeof step["index"] === "number")
        ? { ...step, index }
        : step,
    ),
  };
}

/** Members that hold whatever the source held. */
const isOpaque = (key: string): boolean => key === "extra" || key === "actions";

/** Whether there is a null member to drop. */
function holdsNull(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsNull);
  if (!isObject(value)) return false;
  for (const key in value) {
    const member = value[key];
    if (member === null || (!isOpaque(key) && holdsNull(member))) return true;
  }
  return false;
}

/** Drops null members, but not inside of opaque ones. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (member === null) return [];
      return [[key, isOpaque(key) ? member : withoutNulls(member)]];
    }),
  );
}

function withAction(step: Step): Step {
  const { action } = step;
  if (action.type !== undefined || action.raw === undefined) return step;
  const parsed = parseActionText(action.raw);
  return { ...step, action: { ...parsed, ...action } };
}

function reportUnknown(input: unknown, output: unknown, problem: Report): void {
  // Paths are built only where there is something to name.
  if (!holdsUnknown(input, output)) return;
  const unknown: { path: string; value: unknown }[] = [];
  collectUnknown(input, output, "", unknown);
  for (const { path, value } of unknown.slice(0, keysListed))
    problem(path, `unknown field, saw ${shown(value)}`);
  if (unknown.length > keysListed) problem("", `${unknown.length - keysListed} more unknown fields`);
}

/** Whether the input has keys that the schema did not let through. */
function holdsUnknown(input: unknown, output: unknown): boolean {
  if (input === output || typeof input !== "object" || input === null) return false;
  if (Array.isArray(input))
    return Array.isArray(output) && input.some((member, i) => holdsUnknown(member, output[i]));
  if (!isObject(output) || !isObject(input)) return false;
  for (const key in input) {
    if (Object.hasOwn(output, key) ? holdsUnknown(input[key], output[key]) : input[key] !== undefined)
      return true;
  }
  return false;
}

/** The keys of the input that the schema did not let through. */
function collectUnknown(
  input: unknown,
  output: unknown,
  path: string,
  unknown: { path: string; value: unknown }[],
): void {
  if (input === output || typeof input !== "object" || input === null) return;
  if (Array.isArray(input)) {
    if (!Array.isArray(output)) return;
    for (const [i, member] of input.entries()) collectUnknown(member, output[i], `${path}[${i}]`, unknown);
    return;
  }
  if (!isObject(output) || !isObject(input)) return;
  for (const key in input) {
    const here = path === "" ? key : `${path}.${key}`;
    if (Object.hasOwn(output, key)) collectUnknown(input[key], output[key], here, unknown);
    else if (input[key] !== undefined) unknown.push({ path: here, value: input[key] });
  }
}

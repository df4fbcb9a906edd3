/** trajudge's own format: a folder with trajectory.json and its images, or one trajectory a line of a .jsonl file. */
import { z } from "zod";
import { type Observation, type Trajectory, withImages } from "../trajectory/index.ts";
import { type Folder, isObject } from "./folder.ts";
import { trajectoryOf } from "./native-shape.ts";
import { defineReader, type ReadContext } from "./reader.ts";
import { withEnding } from "./states.ts";
import { unreadableFrom } from "./unreadable.ts";

export const native = defineReader({
  id: "native",
  summary:
    "trajudge trajectory: a folder with trajectory.json and images, or one trajectory a line of a .jsonl file",

  async detect(folder, name) {
    const sample = await folder.sample(name);
    return sample.kind === "none" ? name === "trajectory.json" : looksNative(sample.value);
  },

  async *read(folder, name, context) {
    const sample = await folder.sample(name);
    if (sample.kind !== "lines") {
      const value = await folder.json(name, z.unknown());
      yield await complete(trajectoryOf(value, folder.show(name), context.problem), folder, context);
      return;
    }
    const broken = (problem: { where: string; what: string }) =>
      context.unreadable(problem.where, problem.what);
    for await (const row of folder.jsonl(name, z.unknown(), broken, context.signal)) {
      const where = `${folder.show(name)}:${row.line}`;
      const problems: [string, string][] = [];
      let trajectory: Trajectory;
      try {
        trajectory = trajectoryOf(row.value, where, (...problem) => problems.push(problem));
      } catch (error) {
        const { where: place, what } = unreadableFrom(error, where);
        context.unreadable(place, what);
        continue;
      }
      for (const problem of problems) context.problem(...problem);
      yield await complete(trajectory, folder, context);
    }
  },
});

/** A record that says so, or that has a trajectory's shape and will be told what it lacks. */
function looksNative(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { schema, task, steps } = value;
  if (typeof schema === "string") return schema.startsWith("trajudge/trajectory@");
  return isObject(task) && typeof task["instruction"] === "string" && Array.isArray(steps);
}

/**
 * Leaves out the screenshots that cannot be shown, gives access to the others, and fills in what an answer action
 * says: the final state and, where the record has none, the answer.
 */
async function complete(trajectory: Trajectory, folder: Folder, context: ReadContext): Promise<Trajectory> {
  const { final: recorded, ...rest } = trajectory;
  const usable = async (observation: Observation, where: string): Promise<Observation> => {
    const { screenshot, ...others } = observation;
    if (screenshot === undefined) return observation;
    const fault = await folder.imageFault(screenshot);
    if (fault === undefined) return observation;
    context.problem(
      `${where}.screenshot`,
      `${screenshot.startsWith("data:") ? "" : `${screenshot}: `}${fault}`,
    );
    return others;
  };
  const steps = [];
  for (const step of rest.steps) {
    const observation = await usable(step.observation, `steps[${step.index}].observation`);
    steps.push(observation === step.observation ? step : { ...step, observation });
  }
  const last = recorded === undefined ? undefined : await usable(recorded, "final");
  const whole = { ...rest, steps, ...(last === undefined ? {} : { final: last }) };
  return withImages(withEnding(whole, context.problem), folder);
}

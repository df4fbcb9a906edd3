/** Which screenshot shows which state: numbers, gaps, and the state that stands after the last action. */
import type { Observation, Step, Trajectory } from "../trajectory/index.ts";
import type { Folder } from "./folder.ts";
import type { ReadContext } from "./reader.ts";

type Report = Pick<ReadContext, "problem">["problem"];

/** Screenshots by their number. */
export type Frames = ReadonlyMap<number, string>;

/**
 * The numbered images of a folder, in the order of their numbers. Files that the pattern does not match are no
 * screenshots; two files with one number, and numbers that are missing in between, are problems.
 *
 * @param pattern its first group is the number
 */
export async function numberedFrames(
  folder: Folder,
  below: string,
  pattern: RegExp,
  problem: Report,
): Promise<Frames> {
  const frames = new Map<number, string>();
  for (const name of await folder.files(below)) {
    const digits = pattern.exec(name)?.[1];
    if (digits === undefined) continue;
    const path = below === "." ? name : `${below}/${name}`;
    const number = Number(digits);
    const other = frames.get(number);
    if (other === undefined) frames.set(number, path);
    else problem(path, `has the number of ${other}, which is used`);
  }
  return new Map([...frames].sort(([a], [b]) => a - b));
}

/** Reports the numbers that are missing between the first and the last. */
export function reportGaps(frames: Frames, where: string, problem: Report): void {
  const numbers = [...frames.keys()];
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return;
  const missing = [];
  for (let number = first; number <= last && missing.length <= 20; number += 1) {
    if (!frames.has(number)) missing.push(number);
  }
  if (missing.length > 20) problem(where, `screenshots ${missing[0]} and many more are missing`);
  else if (missing.length > 0) problem(where, `screenshots missing in the numbering: ${missing.join(", ")}`);
}

/** An observation with this screenshot, or without one when the file cannot be shown (a problem, then). */
export async function withScreenshot(
  observation: Observation,
  path: string | undefined,
  folder: Folder,
  problem: Report,
): Promise<Observation> {
  const { screenshot: _screenshot, ...rest } = observation;
  if (path === undefined) return rest;
  const fault = await folder.imageFault(path);
  if (fault === undefined) return { ...rest, screenshot: path };
  problem(path.startsWith("data:") ? "screenshot" : path, fault);
  return rest;
}

/** True for an action that only speaks to the user: the state after it is the one before it. */
export function changesNothing(step: Step | undefined): boolean {
  return step?.action.type === "answer" || step?.action.type === "infeasible";
}

/**
 * The state after the last action. When the data holds none and the run ends with an answer, it is the answer's own
 * observation; otherwise it stays absent, which is a problem.
 */
export function finalState(
  steps: readonly Step[],
  recorded: Observation | undefined,
  problem: Report,
): Observation | undefined {
  if (recorded !== undefined) return recorded;
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  if (changesNothing(last)) return last.observation;
  problem("final", "no state after the last action was recorded");
  return undefined;
}

/** The run's id: the data set's root folder and the native id, whatever path the user gave. */
export function runId(root: string, nativeId: string): string {
  return root === "" ? nativeId : `${root}/${nativeId}`;
}

/** The answer that the run ends with; a message to the user in the middle of a run is none. */
export function answerIn(steps: readonly Step[]): string | undefined {
  const last = steps.at(-1)?.action;
  return last?.type === "answer" ? last.value : undefined;
}

/** The record with what an answer action says filled in: the final state and, where the record has none, the answer. */
export function withEnding(trajectory: Trajectory, problem: Report): Trajectory {
  const { final: recorded, ...rest } = trajectory;
  const final = finalState(rest.steps, recorded, problem);
  const answer = rest.answer ?? answerIn(rest.steps);
  return {
    ...rest,
    ...(final === undefined ? {} : { final }),
    ...(answer === undefined ? {} : { answer }),
  };
}

/** Which state each screenshot of an Online-Mind2Web run shows: the data says it only by numbers and counts. */
import type { Step } from "../trajectory/index.ts";
import type { ReadContext } from "./reader.ts";
import { type Frames, reportGaps } from "./states.ts";

/**
 * `before-and-final`: n+1 pictures, one before each of n actions and one after the last. `before`: one before each
 * action. `after`: one after each action. `unclear`: the counts fit none of these.
 */
type Layout = "before-and-final" | "before" | "after" | "unclear" | "none";

export interface StateFrames {
  layout: Layout;
  /** The picture of state i, i from 0 to the number of actions. */
  frameOf(state: number): string | undefined;
}

/**
 * Decides by what is there. Pictures numbered 1 … n were taken after each action (the number counts the actions
 * done); so were pictures 0 … n−1 when action 0 opens the first page, because nothing could be seen before it. Other
 * pictures 0 … n−1 were taken before each action. In every layout a missing number is a gap and shifts no other.
 */
export function stateFrames(
  frames: Frames,
  steps: readonly Step[],
  where: string,
  problem: ReadContext["problem"],
): StateFrames {
  const numbers = [...frames.keys()];
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) {
    problem(where, "there are no screenshots");
    return { layout: "none", frameOf: () => undefined };
  }
  reportGaps(frames, where, problem);
  const n = steps.length;
  const start = first > 1 ? 0 : first; // a first number above 1 means that the beginning is missing
  if (first > 1) problem(where, `the first screenshot has number ${first}`);
  const span = last - start + 1;
  const opens = steps[0]?.action.type === "navigate";
  if (span === n + 1) return layoutWith("before-and-final", frames, -start);
  if (span < n) problem(where, `the screenshots end with number ${last}, but there are ${n} actions`);
  if (span <= n && (start === 1 || opens)) return layoutWith("after", frames, 1 - start);
  if (span <= n) return layoutWith("before", frames, 0);
  problem(
    where,
    `${frames.size} screenshots for ${n} actions: which state each one shows is not known, the last is taken as final`,
  );
  return {
    layout: "unclear",
    frameOf: (state) => frames.get(state === n ? last : state + start),
  };
}

/** @param shift what is added to a picture's number to get its state */
function layoutWith(layout: Layout, frames: Frames, shift: number): StateFrames {
  return { layout, frameOf: (state) => frames.get(state - shift) };
}

/** What is written where a pixel agent clicked: read from the screenshot that it saw (open in Pan et al. 2024). */
import { InputError, type Step, type TrajectoryView } from "../../trajectory/index.ts";
import { aims } from "../actions.ts";
import { measuredPictureOf, type State, statesOf } from "../frames/states.ts";
import { recordedName, type TargetName } from "../target-names.ts";
import type { OcrEngine, OcrWord } from "./engine.ts";
import { areApart, linesOf } from "./reading-order.ts";

/** Step index → what is written at its point. */
export type PointNames = ReadonlyMap<number, TargetName>;

/** How far from a point an inscription may be, in its own heights, to name what stands there. */
const reach = 1.5;
const leastConfidence = 0.4;

interface Inscription {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const joined = (words: readonly OcrWord[]): Inscription => ({
  text: words.map(({ text }) => text).join(" "),
  left: Math.min(...words.map(({ box }) => box[0])),
  top: Math.min(...words.map(({ box }) => box[1])),
  right: Math.max(...words.map(({ box }) => box[0] + box[2])),
  bottom: Math.max(...words.map(({ box }) => box[1] + box[3])),
});

/** The words of a line that stand together: the label of one button, the name of one link. */
function inscriptions(words: readonly OcrWord[]): Inscription[] {
  return linesOf(words.filter(({ confidence }) => confidence >= leastConfidence)).flatMap((line) => {
    const groups: OcrWord[][] = [];
    for (const word of line) {
      const before = groups.at(-1)?.at(-1);
      if (before !== undefined && !areApart(before, word)) groups.at(-1)?.push(word);
      else groups.push([word]);
    }
    return groups.map(joined);
  });
}

/** The inscription at a point, or the nearest one within reach; letters and digits are wanted, specks are none. */
export function inscriptionAt(words: readonly OcrWord[], x: number, y: number): TargetName | undefined {
  let best: { text: string; distance: number } | undefined;
  for (const { text, left, top, right, bottom } of inscriptions(words)) {
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const distance =
      Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) /
      Math.max(1, bottom - top);
    if (distance <= reach && (best === undefined || distance < best.distance)) best = { text, distance };
  }
  return best === undefined ? undefined : { text: best.text, isSure: false };
}

/** Where a point of the viewport is in the screenshot: denser screens have more pixels, whole pages begin further up. */
function inPicture(
  [x, y]: readonly [number, number],
  { viewport }: Step["observation"],
  picture: { readonly width: number; readonly height: number },
): [x: number, y: number] {
  if (viewport === undefined) return [x, y];
  const scale = picture.width / viewport.width;
  const isWholePage = picture.height > 1.1 * viewport.height * scale;
  return [x * scale, (y + (isWholePage ? (viewport.scrollY ?? 0) : 0)) * scale];
}

/** What is written where a step points; undefined when it says more, when something was recorded there, or nothing is read. */
async function nameAt(
  view: TrajectoryView,
  step: Step,
  state: State,
  engine: OcrEngine,
): Promise<TargetName | undefined> {
  const { target } = step.action;
  if (!aims(step.action) || target?.point === undefined) return undefined;
  if (target.text?.trim() || recordedName(step) !== undefined) return undefined;
  const picture = await measuredPictureOf(view, state);
  if (typeof picture === "string") return undefined;
  try {
    const { words } = await engine.read(picture.bytes);
    return inscriptionAt(words, ...inPicture(target.point, step.observation, picture));
  } catch (error) {
    if (InputError.isInstance(error)) throw error;
    return undefined;
  }
}

/**
 * What is written at the points of actions that say no more than a point, and for which nothing was recorded there.
 * Screenshots that cannot be opened or read give no name. They are read one after the other, so that a long run takes
 * no more memory than a short one.
 *
 * @throws InputError when the engine cannot work on this machine, and the signal's reason
 */
export async function pointNames(
  view: TrajectoryView,
  engine: OcrEngine,
  signal?: AbortSignal,
): Promise<PointNames> {
  const names = new Map<number, TargetName>();
  const states = statesOf(view);
  for (const [index, step] of view.steps.entries()) {
    signal?.throwIfAborted();
    const state = states[index];
    const name = state === undefined ? undefined : await nameAt(view, step, state, engine);
    if (name !== undefined) names.set(index, name);
  }
  return names;
}

/** What is written where a pixel agent clicked: read from the screenshot that it saw (open in Pan et al. 2024). */
import { InputError, type Step, type TrajectoryView } from "../../trajectory/index.ts";
import { aims } from "../actions.ts";
import { pictureOf, statesOf } from "../frames/states.ts";
import { recordedName, type TargetName } from "../target-names.ts";
import type { OcrEngine, OcrWord } from "./engine.ts";
import { linesOf } from "./reading-order.ts";

/** Step index → what is written at its point. */
export type PointNames = ReadonlyMap<number, TargetName>;

/** Words at most so many heights apart are one inscription. */
const apart = 1.2;
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
      const gap = before === undefined ? 0 : word.box[0] - before.box[0] - before.box[2];
      if (before !== undefined && gap <= apart * Math.min(word.box[3], before.box[3]))
        groups.at(-1)?.push(word);
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

/**
 * What is written at the points of actions that say no more than a point, and for which nothing was recorded there.
 * Screenshots that cannot be opened or read give no name.
 *
 * @throws InputError when the engine cannot work on this machine
 */
export async function pointNames(view: TrajectoryView, engine: OcrEngine): Promise<PointNames> {
  const states = statesOf(view);
  const found = await Promise.all(
    view.steps.map(async (step, index): Promise<[number, TargetName] | undefined> => {
      const { target } = step.action;
      const state = states[index];
      if (!aims(step.action) || target?.point === undefined || state === undefined) return undefined;
      if (target.text?.trim() || recordedName(step) !== undefined) return undefined;
      const picture = await pictureOf(view, state);
      if (typeof picture === "string") return undefined;
      try {
        const { words } = await engine.read(picture.bytes);
        const name = inscriptionAt(words, ...inPicture(target.point, step.observation, picture));
        return name === undefined ? undefined : [index, name];
      } catch (error) {
        if (InputError.isInstance(error)) throw error;
        return undefined;
      }
    }),
  );
  return new Map(found.filter((each) => each !== undefined));
}

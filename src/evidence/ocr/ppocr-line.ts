/** One line of text cut out of a page, with the places where words may end. */
import type { Pixels } from "./engine.ts";
import { grown, type LineBox } from "./ppocr-detect.ts";

export interface Gap {
  /** Its middle, in pixels from the left of the line. */
  readonly at: number;
  /** In heights of the line's letters. */
  readonly width: number;
}

export interface TextLine {
  readonly pixels: Pixels;
  /** Where it is on the page: left, top, width and height of the cut. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
  /** The rows of the page between which its letters stand. */
  readonly letters: readonly [top: number, bottom: number];
  readonly gaps: readonly Gap[];
}

/** How much a pixel must differ from the background to be ink, of 255. */
const inkContrast = 48;
/** The part of the detector's shrunken height that is added above and below to hold the letters. */
const lettersGrowth = 0.6;
/** A gap must be this wide, in heights of the cut, to be looked at. */
const smallestGap = 0.12;

/** The colour that half the pixels do not exceed, channel by channel: the background, since letters cover less. */
function backgroundOf({ data, width, height }: Pixels): [number, number, number] {
  const median = (channel: number): number => {
    const counts = new Uint32Array(256);
    for (let index = channel; index < data.length; index += 3) {
      const value = data[index] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
    let sum = 0;
    for (const [value, count] of counts.entries()) {
      sum += count;
      if (sum * 2 >= width * height) return value;
    }
    return 255;
  };
  return [median(0), median(1), median(2)];
}

function cut({ data, width }: Pixels, left: number, top: number, right: number, bottom: number): Pixels {
  const own = right - left;
  const rows = Array.from({ length: bottom - top }, (_unused, row) => {
    const start = ((top + row) * width + left) * 3;
    return data.subarray(start, start + own * 3);
  });
  return { data: Buffer.concat(rows), width: own, height: bottom - top };
}

/** The gaps between the inked columns of a line, looked for in the rows of its letters only. */
function gapsOf(line: Pixels, from: number, to: number): Gap[] {
  const background = backgroundOf(line);
  const isInk = (x: number, y: number): boolean =>
    background.some(
      (value, channel) =>
        Math.abs((line.data[(y * line.width + x) * 3 + channel] ?? 0) - value) > inkContrast,
    );
  const gaps: Gap[] = [];
  let lastInk: number | undefined;
  for (let x = 0; x < line.width; x += 1) {
    let inked = false;
    for (let y = from; y < to && !inked; y += 1) inked = isInk(x, y);
    if (!inked) continue;
    const width = lastInk === undefined ? 0 : x - lastInk - 1;
    if (lastInk !== undefined && width >= 2 && width >= smallestGap * line.height)
      gaps.push({ at: (lastInk + 1 + x) / 2, width: width / line.height });
    lastInk = x;
  }
  return gaps;
}

/** Cuts a line out of a page; undefined when nothing of it lies on the page. */
export function textLine(page: Pixels, core: LineBox): TextLine | undefined {
  const outer = grown(core);
  const left = Math.max(0, Math.floor(outer.left));
  const top = Math.max(0, Math.floor(outer.top));
  const right = Math.min(page.width, Math.ceil(outer.right));
  const bottom = Math.min(page.height, Math.ceil(outer.bottom));
  if (right - left < 2 || bottom - top < 2) return undefined;
  const pixels = cut(page, left, top, right, bottom);
  const more = lettersGrowth * (core.bottom - core.top);
  const letters = [
    Math.max(top, Math.round(core.top - more)),
    Math.min(bottom, Math.round(core.bottom + more)),
  ] as const;
  return {
    pixels,
    box: [left, top, right - left, bottom - top],
    letters,
    gaps: gapsOf(pixels, letters[0] - top, letters[1] - top),
  };
}

/** From the detector's map of probabilities to lines of text: the second half of DB (Liao et al. 2020), for upright text. */

/** A line of text; edges in pixels of the map. */
export interface LineBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A pixel belongs to text from here. */
const pixelThreshold = 0.3;
/** A line counts when its pixels' mean is at least this. */
const lineThreshold = 0.6;
const smallestSide = 3;
/** The share of a line's columns whose top may be higher, and whose bottom lower, than the line's own. */
const outliers = 0.4;

/** The value below which this share of the values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

/** The pixels that are connected with `start` (eight neighbours); marks them in `seen`. */
function connected(
  map: Float32Array,
  width: number,
  height: number,
  start: number,
  seen: Uint8Array,
): number[] {
  const pixels = [start];
  seen[start] = 1;
  for (let next = 0; next < pixels.length; next += 1) {
    const pixel = pixels[next] ?? 0;
    const x = pixel % width;
    const y = (pixel - x) / width;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        const other = row * width + column;
        if (seen[other] === 1 || (map[other] ?? 0) <= pixelThreshold) continue;
        seen[other] = 1;
        pixels.push(other);
      }
  }
  return pixels;
}

/**
 * The box of one line. Top and bottom are those of most columns: what touches the line in a few places, such as a mark
 * that an agent drew over the page, would otherwise make it so high that its letters shrink when it is read.
 */
function boxOf(pixels: readonly number[], width: number): LineBox {
  const tops = new Map<number, number>();
  const bottoms = new Map<number, number>();
  for (const pixel of pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    tops.set(x, Math.min(tops.get(x) ?? y, y));
    bottoms.set(x, Math.max(bottoms.get(x) ?? y, y));
  }
  const [one, other] = [
    quantile([...tops.values()], outliers),
    quantile([...bottoms.values()], 1 - outliers),
  ];
  const columns = [...tops.keys()];
  return {
    left: columns.reduce((least, x) => Math.min(least, x), width),
    right: columns.reduce((most, x) => Math.max(most, x), 0) + 1,
    top: Math.min(one, other),
    bottom: Math.max(one, other) + 1,
  };
}

/** The lines of a map, in the order of their first pixel. The detector shrinks them: see {@link grown}. */
export function linesInMap(map: Float32Array, width: number, height: number): LineBox[] {
  const seen = new Uint8Array(map.length);
  const lines: LineBox[] = [];
  for (let start = 0; start < map.length; start += 1) {
    if (seen[start] === 1 || (map[start] ?? 0) <= pixelThreshold) continue;
    const pixels = connected(map, width, height, start, seen);
    const mean = pixels.reduce((sum, pixel) => sum + (map[pixel] ?? 0), 0) / pixels.length;
    const box = boxOf(pixels, width);
    const side = Math.min(box.right - box.left, box.bottom - box.top);
    if (mean >= lineThreshold && side >= smallestSide) lines.push(box);
  }
  return lines;
}

/** How far a box grows, as a share of area over perimeter; with less the recogniser loses the spaces between words. */
const growth = 2.6;

/** The box with the margin around its letters that the recogniser was trained on. */
export function grown({ left, top, right, bottom }: LineBox): LineBox {
  const [width, height] = [right - left, bottom - top];
  const by = (growth * width * height) / (2 * (width + height));
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

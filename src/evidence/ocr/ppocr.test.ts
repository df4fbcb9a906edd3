import { describe, expect, test } from "vitest";
import type { Pixels } from "./engine.ts";
import { grown, linesInMap } from "./ppocr-detect.ts";
import { type TextLine, textLine } from "./ppocr-line.ts";
import { wordsOfLine } from "./ppocr-words.ts";

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

/** A map of probabilities: 0.9 within the rectangles. */
function mapWith(width: number, height: number, ...rectangles: Rectangle[]): Float32Array {
  const map = new Float32Array(width * height);
  for (const [left, top, right, bottom] of rectangles)
    for (let y = top; y < bottom; y += 1) map.fill(0.9, y * width + left, y * width + right);
  return map;
}

describe("linesInMap", () => {
  test("finds each connected part", () => {
    expect(linesInMap(mapWith(100, 60, [10, 10, 60, 16], [20, 40, 90, 48]), 100, 60)).toEqual([
      { left: 10, top: 10, right: 60, bottom: 16 },
      { left: 20, top: 40, right: 90, bottom: 48 },
    ]);
  });

  test("takes no height from what touches a line in a few places", () => {
    const map = mapWith(100, 60, [10, 30, 80, 36], [20, 10, 32, 30]);
    expect(linesInMap(map, 100, 60)).toEqual([{ left: 10, top: 30, right: 80, bottom: 36 }]);
  });

  test("leaves out specks and what is hardly likely", () => {
    const faint = mapWith(100, 60, [10, 10, 60, 16]).map((value) => value * 0.5);
    expect(linesInMap(faint, 100, 60)).toEqual([]);
    expect(linesInMap(mapWith(100, 60, [5, 5, 7, 30]), 100, 60)).toEqual([]);
  });

  test("a map full of text is one line, and is done in one pass", () => {
    expect(linesInMap(new Float32Array(512 * 512).fill(1), 512, 512)).toHaveLength(1);
  });
});

test("grown adds a margin in proportion to the height", () => {
  const { left, top } = grown({ left: 100, top: 100, right: 200, bottom: 110 });
  expect(100 - top).toBeCloseTo((2.6 * 1000) / 220, 6);
  expect(left).toBeLessThan(100);
});

/** A white page with black bars, as letters look from afar. */
function pageWith(width: number, height: number, ...bars: Rectangle[]): Pixels {
  const data = Buffer.alloc(width * height * 3, 255);
  for (const [left, top, right, bottom] of bars)
    for (let y = top; y < bottom; y += 1) data.fill(0, (y * width + left) * 3, (y * width + right) * 3);
  return { data, width, height };
}

describe("textLine", () => {
  const bar = (left: number): Rectangle => [left, 40, left + 6, 50];
  const page = pageWith(200, 100, bar(50), bar(57), bar(76), bar(83));

  test("finds the gaps between words, not those between letters", () => {
    const line = textLine(page, { left: 50, top: 43, right: 89, bottom: 47 });
    expect(line?.gaps.map(({ at }) => at + (line?.box[0] ?? 0))).toEqual([69.5]);
  });

  test("stays on the page", () => {
    expect(textLine(page, { left: -20, top: -9, right: 20, bottom: 2 })?.box.slice(0, 2)).toEqual([0, 0]);
    expect(textLine(page, { left: 300, top: 0, right: 320, bottom: 9 })).toBeUndefined();
  });
});

describe("wordsOfLine", () => {
  const characters = ["", "a", "b", "c", " "];
  const line: TextLine = {
    pixels: pageWith(80, 20),
    box: [100, 200, 80, 20],
    letters: [203, 217],
    gaps: [],
  };
  /** Steps of ten pixels, one sure class each; a dot is the blank. */
  function steps(text: string, space = 0) {
    const probabilities = new Float32Array(text.length * characters.length);
    for (const [step, character] of [...text].entries()) {
      probabilities[step * 5 + Math.max(0, characters.indexOf(character === "." ? "" : character))] = 0.9;
      if (character === ".") probabilities[step * 5 + 4] = space;
    }
    return { probabilities, count: text.length, classes: 5, pixels: 10 };
  }
  const read = (text: string, gaps: TextLine["gaps"] = [], space = 0): string[] =>
    wordsOfLine(steps(text, space), { ...line, gaps }, characters).map((word) => word.text);

  test("joins repeats, drops blanks, and keeps a letter that a blank parts", () => {
    expect(read("aab.b.c")).toEqual(["abbc"]);
  });

  test("parts words at the spaces that were read", () => {
    expect(read("ab ca")).toEqual(["ab", "ca"]);
  });

  test("parts words at a wide gap, whatever was read", () => {
    expect(read("ab..ca", [{ at: 30, width: 0.4 }])).toEqual(["ab", "ca"]);
  });

  test("parts words at a narrow gap only where a space was at least thought of", () => {
    expect(read("ab..ca", [{ at: 30, width: 0.2 }])).toEqual(["abca"]);
    expect(read("ab..ca", [{ at: 30, width: 0.2 }], 0.05)).toEqual(["ab", "ca"]);
  });

  test("says where a word stands on the page", () => {
    const [first, second] = wordsOfLine(
      steps("ab..ca"),
      { ...line, gaps: [{ at: 30, width: 0.4 }] },
      characters,
    );
    expect(first?.box).toEqual([100, 203, 20, 14]);
    expect(second?.box).toEqual([140, 203, 20, 14]);
    expect(first?.confidence).toBeCloseTo(0.9, 5);
  });
});

import { describe, expect, test } from "vitest";
import type { OcrWord } from "./engine.ts";
import { type Grey, islandsIn, sheetOf } from "./islands.ts";

type Rectangle = readonly [left: number, top: number, right: number, bottom: number, brightness: number];

function pageWith(...rectangles: Rectangle[]): Grey {
  const [width, height] = [400, 200];
  const data = Buffer.alloc(width * height, 255);
  for (const [left, top, right, bottom, brightness] of rectangles)
    for (let y = top; y < bottom; y += 1) data.fill(brightness, y * width + left, y * width + right);
  return { data, width, height };
}
/** A dark button with three light letters on it. */
const button: Rectangle[] = [
  [100, 40, 200, 76, 60],
  [130, 52, 134, 64, 240],
  [140, 52, 144, 64, 240],
  [150, 52, 154, 64, 240],
];
const page = pageWith(...button);

describe("islandsIn", () => {
  test("finds a button by its colour and its letters", () => {
    expect(islandsIn(page)).toEqual([{ left: 100, top: 40, width: 100, height: 36, ground: 60 }]);
  });

  test.each<[string, Rectangle[]]>([
    ["an empty area", [[100, 40, 200, 76, 60]]],
    ["the page itself", [[10, 10, 14, 22, 0]]],
    [
      "a picture",
      [
        [100, 20, 300, 180, 60],
        [150, 50, 250, 150, 10],
      ],
    ],
    [
      "a speck",
      [
        [100, 40, 112, 52, 60],
        [104, 44, 106, 48, 255],
      ],
    ],
  ])("takes %s for none", (_what, rectangles) => {
    expect(islandsIn(pageWith(...rectangles))).toEqual([]);
  });
});

describe("sheetOf", () => {
  const sheet = sheetOf(page, islandsIn(page));

  test("shows light letters on dark as dark letters on white", () => {
    expect(sheet.grey.data[16 * 1000 + 16]).toBe(255);
    expect(sheet.grey.data[(16 + 20) * 1000 + 16 + 32]).toBe(0);
  });

  test("knows where a word of the sheet stands on the page", () => {
    const word = (x: number, y: number): OcrWord => ({ text: "lll", box: [x, y, 24, 12], confidence: 1 });
    expect(sheet.onPage(word(46, 28))?.box).toEqual([130, 52, 24, 12]);
    expect(sheet.onPage(word(600, 28))).toBeUndefined();
  });

  test("holds as many islands as there are, none over another", () => {
    const many = Array.from({ length: 30 }, () => islandsIn(page)).flat();
    const { grey } = sheetOf(page, many);
    const dark = grey.data.reduce((count, value) => count + (value === 0 ? 1 : 0), 0);
    expect(dark).toBe(30 * 3 * 4 * 12);
  });
});

import { describe, expect, test } from "vitest";
import { type Screen, screenJpeg, screenPng } from "../../../test/fixtures/pictures.ts";
import { changeBetween } from "./grid.ts";
import { lookAt } from "./picture.ts";

/** A page with a paragraph: rows of dark dashes, as text looks from afar. */
const page: Screen = {
  patches: Array.from({ length: 12 }, (_unused, row) =>
    Array.from({ length: 20 }, (_none, column) => ({
      at: [20 + column * 12 + (row % 3), 20 + row * 16] as const,
      size: [7, 9] as const,
      color: [40, 40, 60] as const,
    })),
  ).flat(),
};
const change = async (a: Buffer, b: Buffer): Promise<number> =>
  changeBetween((await lookAt(a)).grid, (await lookAt(b)).grid);

describe("changeBetween", () => {
  test("is 0 for one screen, encoded twice", async () => {
    const once = await screenJpeg(page, 80);
    expect(await change(once, await screenJpeg(page, 70))).toBe(0);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])("sees one thin letter, wherever it stands (%i)", async (shift) => {
    const letter = {
      at: [250 + shift, 210 + shift] as const,
      size: [1, 9] as const,
      color: [60, 60, 60] as const,
    };
    const written = await screenPng({ patches: [...(page.patches ?? []), letter] });
    expect(await change(await screenPng(page), written)).toBeGreaterThan(0);
  });

  test("sees a colour of the same brightness", async () => {
    const mark = (color: readonly [number, number, number]) =>
      screenPng({ patches: [{ at: [40, 40], size: [16, 16], color }] });
    expect(await change(await mark([200, 80, 80]), await mark([80, 141, 80]))).toBeGreaterThan(0);
  });

  test("is 1 for screens of different size", async () => {
    expect(await change(await screenPng(page), await screenPng({ width: 321 }))).toBe(1);
  });

  test("grows with the part of the screen that differs", async () => {
    const white = await screenPng();
    const part = (height: number) =>
      screenPng({ patches: [{ at: [0, 0], size: [320, height], color: [0, 0, 0] }] });
    expect(await change(white, await part(240))).toBeGreaterThan(await change(white, await part(80)));
  });
});

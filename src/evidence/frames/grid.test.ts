import { describe, expect, test } from "vitest";
import { type Screen, screenJpeg, screenPng } from "../../../test/fixtures/pictures.ts";
import { changeBetween, coarse, looksSame } from "./grid.ts";
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
const grids = (a: Buffer, b: Buffer) => Promise.all([lookAt(a), lookAt(b)]);
const same = async (a: Buffer, b: Buffer): Promise<boolean> => {
  const [one, other] = await grids(a, b);
  return looksSame(one, other);
};
const change = async (a: Buffer, b: Buffer): Promise<number> => {
  const [one, other] = await grids(a, b);
  return changeBetween(one.grid, other.grid);
};

describe("looksSame", () => {
  test("sees through another encoding", async () => {
    expect(await same(await screenJpeg(page, 95), await screenJpeg(page, 90))).toBe(true);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])("sees one thin letter, wherever it stands (%i)", async (shift) => {
    const letter = {
      at: [250 + shift, 210 + shift] as const,
      size: [1, 9] as const,
      color: [120, 120, 120] as const,
    };
    const written = await screenPng({ patches: [...(page.patches ?? []), letter] });
    expect(await same(await screenPng(page), written)).toBe(false);
  });

  test("sees that one digit became another of as much ink", async () => {
    const digit = (...rows: number[]) =>
      screenPng({
        patches: rows.map((x, y) => ({
          at: [100 + x, 100 + y] as const,
          size: [2, 1] as const,
          color: [90, 90, 90] as const,
        })),
      });
    expect(await same(await digit(2, 2, 2, 2, 2, 2, 2), await digit(0, 4, 4, 2, 0, 0, 0))).toBe(false);
  });

  test("sees a colour of the same brightness", async () => {
    const mark = (color: readonly [number, number, number]) =>
      screenPng({ patches: [{ at: [40, 40], size: [16, 16], color }] });
    expect(await same(await mark([200, 80, 80]), await mark([80, 141, 80]))).toBe(false);
  });

  test("sees that a row is marked by a faint colour", async () => {
    const row = await screenPng({ patches: [{ at: [0, 80], size: [320, 24], color: [245, 247, 250] }] });
    expect(await same(await screenPng(), row)).toBe(false);
  });

  test("screens of different size are different screens", async () => {
    expect(await same(await screenPng(page), await screenPng({ width: 321 }))).toBe(false);
  });
});

describe("changeBetween", () => {
  test("is 0 for one screen and 1 for screens of different size", async () => {
    expect(await change(await screenPng(page), await screenPng(page))).toBe(0);
    expect(await change(await screenPng(page), await screenPng({ width: 321 }))).toBe(1);
  });

  test("grows with the part of the screen that differs", async () => {
    const white = await screenPng();
    const part = (height: number) =>
      screenPng({ patches: [{ at: [0, 0], size: [320, height], color: [0, 0, 0] }] });
    expect(await change(white, await part(240))).toBe(1);
    expect(await change(white, await part(80))).toBeCloseTo(1 / 3, 1);
  });
});

test("coarse averages four by four cells, fewer at the edges", () => {
  const cells = Uint8Array.from({ length: 5 * 4 * 3 }, (_unused, index) => (index % 15 < 12 ? 100 : 200));
  const { columns, rows, cells: averages } = coarse({ width: 10, height: 8, columns: 5, rows: 4, cells });
  expect([columns, rows, [...averages]]).toEqual([2, 1, [100, 100, 100, 200, 200, 200]]);
});

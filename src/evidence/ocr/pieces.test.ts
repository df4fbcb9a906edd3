import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { announcing, screenPng } from "../../../test/fixtures/pictures.ts";
import { piecesOf, readByPieces } from "./pieces.ts";

describe("piecesOf", () => {
  test("a usual screen is one piece", () => {
    expect(piecesOf(1080)).toEqual({ pieces: [{ top: 0, height: 1080, from: 0, to: 1080 }], skipped: 0 });
  });

  test("every row of a tall page belongs to exactly one piece, which holds it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 36_000 }), (height) => {
        const { pieces, skipped } = piecesOf(height);
        expect(skipped).toBe(0);
        let reached = 0;
        for (const { top, height: own, from, to } of pieces) {
          expect(from).toBe(reached);
          expect(from).toBeGreaterThanOrEqual(top);
          expect(to).toBeLessThanOrEqual(top + own);
          expect(top + own).toBeLessThanOrEqual(height);
          reached = to;
        }
        expect(reached).toBe(height);
      }),
    );
  });

  test("of an endless page both ends are read, and what is skipped is counted", () => {
    const { pieces, skipped } = piecesOf(200_000);
    expect(pieces).toHaveLength(24);
    expect(pieces.at(-1)?.to).toBe(200_000);
    expect(skipped).toBeGreaterThan(100_000);
  });
});

describe("readByPieces", () => {
  test("puts words where they stand on the page, and reads none twice", async () => {
    const page = await screenPng({ width: 40, height: 3000 });
    const read = await readByPieces(page, async ({ height }) =>
      [100, height - 60].map((y) => ({ text: `at${y}`, box: [0, y, 10, 10] as const, confidence: 1 })),
    );
    expect(read.words.map(({ box }) => box[1])).toEqual([100, 1540, 1620, 2940]);
  });

  test("leaves out specks that no engine is sure of", async () => {
    const read = await readByPieces(await screenPng(), async () => [
      { text: "~|", box: [0, 0, 5, 5], confidence: 0.3 },
      { text: "€", box: [9, 0, 5, 5], confidence: 0.9 },
    ]);
    expect(read.text).toBe("€");
  });

  test.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ["an empty file", async () => new Uint8Array(), /the image file is empty/],
    ["half a PNG", async () => (await screenPng()).subarray(0, 200), /./],
    ["a billion pixels", async () => announcing(40_000, 40_000), /pixel limit/],
    ["a text", async () => Buffer.from("hello"), /unsupported image format/],
  ])("refuses %s", async (_what, bytes, message) => {
    await expect(readByPieces(await bytes(), async () => [])).rejects.toThrow(message);
  });
});

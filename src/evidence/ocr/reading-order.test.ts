import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OcrWord } from "./engine.ts";
import { inReadingOrder } from "./reading-order.ts";

const word = (text: string, x: number, y: number, height = 12, confidence = 1): OcrWord => ({
  text,
  box: [x, y, text.length * 7, height],
  confidence,
});

describe("inReadingOrder", () => {
  test("reads lines from top to bottom and words from left to right", () => {
    const words = [word("basket", 40, 31), word("Add", 10, 30), word("kettle", 70, 2), word("Copper", 10, 0)];
    expect(inReadingOrder(words).text).toBe("Copper   kettle\nAdd basket");
  });

  test("sets apart what stands far apart on a line", () => {
    expect(inReadingOrder([word("Total", 0, 0), word("9.99", 300, 1)]).text).toBe("Total   9.99");
  });

  test("keeps a heading and the small text beside its foot on lines of their own", () => {
    const words = [word("Sale", 0, 0, 60), word("until", 200, 50, 12)];
    expect(inReadingOrder(words).text).toBe("Sale\nuntil");
  });

  test("weighs confidence by length, and knows none without words", () => {
    expect(inReadingOrder([word("abc", 0, 0, 12, 1), word("d", 90, 0, 12, 0)]).confidence).toBe(0.75);
    expect(inReadingOrder([])).toEqual({ text: "", words: [], confidence: null });
  });

  test("loses no word, and does not depend on the order in which words come", () => {
    const words = fc.uniqueArray(
      fc.record({ x: fc.nat(900), y: fc.nat(700), height: fc.integer({ min: 6, max: 60 }) }),
      { maxLength: 40, selector: ({ x, y }) => `${x} ${y}` },
    );
    fc.assert(
      fc.property(words, (places) => {
        const all = places.map(({ x, y, height }, index) => word(`w${index}`, x, y, height));
        const read = inReadingOrder(all);
        expect(read.text.split(/\s+/).filter(Boolean).sort()).toEqual(all.map(({ text }) => text).sort());
        expect(inReadingOrder([...all].reverse()).text).toBe(read.text);
      }),
    );
  });
});

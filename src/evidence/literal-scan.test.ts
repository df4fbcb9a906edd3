import fc from "fast-check";
import { expect, test } from "vitest";
import { literalScanner } from "./literal-scan.ts";
import { shapes, shortestCard } from "./secret-shapes.ts";

test("finds exactly the groups of which a literal occurs, in any case", () => {
  const literal = fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 1, maxLength: 4 });
  const groups = fc.array(fc.array(literal, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "-", "A", "é"), maxLength: 30 });
  fc.assert(
    fc.property(groups, text, (lists, searched) => {
      const expected = lists.reduce(
        (bits, list, i) =>
          list.some((each) => searched.toLowerCase().includes(each)) ? bits | (1 << i) : bits,
        0,
      );
      expect(literalScanner(lists)(searched).groups).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

test("counts the longest run of digits, blanks and dashes", () => {
  const scan = literalScanner([]);
  expect(["", "a", "4111 1111-1", "x12 3y4567", "1".repeat(99)].map((text) => scan(text).digitRun)).toEqual([
    0, 0, 11, 4, 31,
  ]);
});

test("whatever passes the cheap test of a shape holds one of its literals", () => {
  const scan = literalScanner(shapes.map(({ literals }) => literals));
  for (const [i, { hint }] of shapes.entries()) {
    const hinting = fc.stringMatching(new RegExp(hint.source.replaceAll("\\b", "")));
    fc.assert(
      fc.property(hinting, (text) => {
        expect(scan(text).groups & (1 << i)).toBe(1 << i);
      }),
    );
  }
  expect(literalScanner([])("4222222222222").digitRun).toBe(shortestCard);
});

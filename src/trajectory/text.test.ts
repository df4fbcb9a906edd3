import fc from "fast-check";
import { expect, test } from "vitest";
import { headAndTail, oneLine, plainText } from "./text.ts";

test("plainText takes terminal escapes away and leaves the words", () => {
  expect(
    plainText("\u001b[1;31mred\u001b[0m \u001b]8;;https://x.test\u0007link\u001b]8;;\u0007 \u009b2Kend"),
  ).toBe("red link 2Kend");
});

test("plainText makes text that is half a character whole", () => {
  expect(plainText("a\ud83d")).toBe("a\ufffd");
  expect(plainText("👍🏽")).toBe("👍🏽");
});

test("oneLine is one line of bounded length", () => {
  expect(oneLine("a\n b\t\tc", 10)).toBe("a b c");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
      const line = oneLine(text, limit);
      expect(line.length).toBeLessThanOrEqual(limit);
      expect(line).not.toMatch(/[\n\r\u0000-\u001f]/);
    }),
  );
});

test("headAndTail leaves a short text alone and counts what it cuts of a long one", () => {
  expect(headAndTail("short", 10)).toBe("short");
  expect(headAndTail("0123456789abcdefghij", 10)).toBe("012345\n[… 10 characters left out …]\nghij");
});

/** Text for terminals: escapes taken out, widths as shown, tables aligned. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  counted,
  dollars,
  duration,
  percent,
  percentInterval,
  plain,
  table,
  truncate,
  widthOf,
  wrap,
} from "./index.ts";

describe("plain", () => {
  test("takes out colours, cursor moves, links and titles", () => {
    expect(
      plain("\u001b[31mred\u001b[0m \u001b[2Jcleared \u001b]8;;http://x\u0007link\u001b]8;;\u0007"),
    ).toBe("red cleared link");
  });

  test("takes out characters that turn or hide text", () => {
    expect(plain("safe\u202Eexe.txt\u2066\u200b")).toBe("safeexe.txt");
  });

  test("never leaves a control character, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(plain(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/u);
      }),
    );
  });

  test("keeps line breaks only where they are asked for", () => {
    expect(plain("a\r\nb\tc")).toBe("a b c");
    expect(plain("a\r\nb\tc", { lines: true })).toBe("a\nb  c");
  });
});

describe("columns", () => {
  test("an East Asian character or an emoji takes two columns", () => {
    expect(widthOf("日本")).toBe(4);
    expect(widthOf("👩‍💻")).toBe(2);
  });

  test("a cut text never takes more columns than it may", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, columns) => {
        expect(widthOf(truncate(plain(text), columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test("wrapped lines fit and keep every word that fits", () => {
    const lines = wrap("the quick brown fox jumps", 10);
    expect(lines).toEqual(["the quick", "brown fox", "jumps"]);
  });
});

test("a word wider than the line is broken, and nothing of a text is lost", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 40 }), (text, columns) => {
      const lines = wrap(plain(text), columns);
      expect(lines.every((line) => widthOf(line) <= columns)).toBe(true);
      expect(lines.join("").replaceAll(" ", "")).toBe(plain(text).replaceAll(" ", ""));
    }),
  );
});

test("the last column of a table goes on below itself where it does not fit", () => {
  const columns = [{ head: "id" }, { head: "what it is", wrap: true }];
  expect(table(columns, [["a", "one two three four five six"]], undefined, 24)).toEqual([
    "id  what it is",
    "a   one two three four",
    "    five six",
  ]);
});

test("a table sets numbers to the right and cuts what is too long", () => {
  const lines = table(
    [
      { head: "agent", max: 6 },
      { head: "n", align: "right" },
    ],
    [
      ["careful one", "7"],
      ["日本", "12"],
    ],
  );
  expect(lines).toEqual(["agent    n", "caref…   7", "日本    12"]);
});

test("numbers read as people write them", () => {
  expect(counted(1, "run")).toBe("1 run");
  expect(counted(1106, "run")).toBe("1,106 runs");
  expect(percent(0.8382)).toBe("83.8 %");
  expect(percent(null)).toBe("–");
  expect(percentInterval({ value: 0.5, low: 0.415, high: 0.585 })).toBe("[41.5, 58.5]");
  expect(dollars(0.00312)).toBe("$0.0031");
  expect(dollars(null)).toBe("cost unknown");
  expect(duration(185)).toBe("3 min 05 s");
});

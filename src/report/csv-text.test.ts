import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvFile, numberCell, textCell } from "./csv-text.ts";

test.each([
  "=HYPERLINK(1)",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  " =1",
  "\n=1",
  "＝1",
  "\u202E=1",
  "\u200b=1",
])("a text that a spreadsheet would compute is set apart: %j", (text) => {
  expect(textCell(text).replace(/^"/, "")).toMatch(/^'/);
});

test("quotes, commas and line ends stay inside their cell", () => {
  const cells = ['say "hi"', "a,b", "two\nlines", "plain"];
  const file = csvFile(["a", "b", "c", "d"], [cells.map(textCell)]);
  expect(parse(file)).toEqual([["a", "b", "c", "d"], cells]);
});

test("whatever the text, a file has as many lines and cells as were written, and no formula", () => {
  const texts = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 3, maxLength: 3 }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(texts, (rows) => {
      const read: unknown = parse(
        csvFile(
          ["a", "b", "c"],
          rows.map((row) => row.map(textCell)),
        ),
      );
      expect(read).toHaveLength(rows.length + 1);
      for (const cell of Array.isArray(read) ? read.slice(1).flat() : []) {
        expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }
    }),
  );
});

test("a number is no text: a negative one stays a number, an undefined one is empty", () => {
  expect([numberCell(-0.25), numberCell(null), numberCell(undefined)]).toEqual(["-0.25", "", ""]);
});

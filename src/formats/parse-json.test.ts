/** Foreign JSON: what is worth working with, and what the fault of the rest is. */
import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

test("a value is given as it stands, also null", () => {
  expect(parseJson("null")).toEqual({ value: null });
  expect(parseJson('{"a":[1]}')).toEqual({ value: { a: [1] } });
});

test("nesting that would overflow a stack is a fault, not an exception", () => {
  const levels = 100_000;
  expect(parseJson("[".repeat(levels) + "]".repeat(levels))).toEqual({
    fault: "nested deeper than 200 levels",
  });
  expect(parseJson("[".repeat(200) + "]".repeat(200))).toHaveProperty("value");
});

test("says of UTF-16 that it is UTF-16, in either byte order", () => {
  const little = Buffer.from('\ufeff{"schema":1}', "utf16le");
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big])
    expect(parseJson(bytes.toString("utf8"))).toEqual({
      fault: "no valid JSON (the file is UTF-16; save it as UTF-8)",
    });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRating } from "./parse-rating.ts";

const realData = process.env["TRAJUDGE_REALDATA"];
const scale = { min: 1, max: 5 };
const rating = (text: string) => parseRating(text, scale);

describe("parseRating", () => {
  test.each([
    ["Reasoning: nothing.\n\nScore: 1", 1],
    ["**Score**: 3", 3],
    ["**Score:** 4/5", 4],
    ["Score: 4 out of 5.", 4],
    ["Rating: 2.5", 2.5],
    ["### Score\n\n3", 3],
    ["Score:\n**5**", 5],
    ['{"reasoning": "r", "score": 2}', 2],
    ["```json\n{'score': '2'}\n```", 2],
    ["4", 4],
    ["Score: 2\nNo, rather:\nScore: 3", 3],
    ["Score 3 reflects that it is a hint.\nScore: 2", 2],
  ])("reads %j as %d", (text, wanted) => {
    expect(rating(text)).toBe(wanted);
  });

  test.each([
    "",
    "I count 3 adults in the picture.",
    "There is a 45% chance.",
    "Score: 45%",
    "Score: 3%",
    "Score: 7",
    "Score: 0",
    "Score: 1-5",
    "Score: 4/10",
    "Score: 3rd place",
    "Score: 1,234",
    '[{"sender": "DHL", "price (usd)": 3}]',
    '{"price": 3}',
    '{"items": [{"score": 3}]}',
    "9780307454546",
    "Score 3 reflects that it is a hint.",
  ])("finds no rating in %j", (text) => {
    expect(rating(text)).toBeNull();
  });

  test("is null or on the scale, whatever it is given", () => {
    const pieces = fc.constantFrom(
      "Score",
      ":",
      "3",
      "5",
      "/",
      "%",
      "\n",
      "{",
      "}",
      '"score"',
      "-",
      ".",
      "**",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (given) => {
        const value = rating(given);
        expect(value === null || (value >= 1 && value <= 5)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe.skipIf(!realData)("on real judge answers (needs TRAJUDGE_REALDATA)", () => {
  test("23 of the 45 answers that a stricter reader scored 0 hold a rating, 22 hold none", () => {
    const path = join(realData ?? "", "judge-texts/webjudge-image-answers-scored-0.jsonl");
    const lines = readFileSync(path, "utf8").trim().split("\n");
    const ratings = lines.map((line) => rating(String(JSON.parse(line).raw_response)));
    expect(ratings.filter((value) => value !== null)).toHaveLength(23);
    expect(ratings.filter((value) => value === null)).toHaveLength(22);
  });
});

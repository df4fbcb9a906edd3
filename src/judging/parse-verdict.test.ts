import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseVerdictText } from "./parse-verdict.ts";

const realData = process.env["TRAJUDGE_REALDATA"];
const outcome = (text: string) => parseVerdictText(text).outcome;

describe("parseVerdictText", () => {
  test.each([
    ["Thoughts: it is done.\nStatus: success", "success"],
    ['Thoughts: no.\n\nStatus: "failure"', "failure"],
    ["**Thoughts:** fine.\n\n**Status:** success", "success"],
    ["**Status**: `failure`", "failure"],
    ["Verdict: SUCCESS", "success"],
    ["Final verdict: Not successful.", "failure"],
    ["Verdict: NOT SUCCESS", "failure"],
    ["### Verdict:\nThe task has been done.\n\n**SUCCESS**", "success"],
    ["### Verdict\n\nNOT SUCCESS", "failure"],
    ["The page was reached, so the verdict is NOT SUCCESS.", "failure"],
    ["It was reached. Status: failure", "failure"],
    ["- Outcome: unsure", "unsure"],
    ["Outcome: blocked, a CAPTCHA stood in the way", "blocked"],
    ["Status: failure because the filter is missing", "failure"],
    ["unsuccessful", "failure"],
    ['{"reasoning": "ok", "outcome": "success"}', "success"],
    ['```json\n{"reasoning": "ok", "outcome": "failure"}\n```', "failure"],
    ['```json\n{"reasoning": "ok", "outcome": "failure"', "failure"],
    ['Sure! {"outcome": "blocked"} Hope this helps.', "blocked"],
    ["{'reasoning': 'it\\'s done', 'success': True, 'extra': None}", "success"],
    ['{"success": false}', "failure"],
    ['{"Status": "Success"}', "success"],
    ["<think>Status: failure?</think>\nStatus: success", "success"],
  ])("reads %j", (text, wanted) => {
    expect(outcome(text)).toBe(wanted);
  });

  test.each([
    "",
    "The agent successfully reached the page and the task is complete.",
    "Status: success or failure",
    'Status: "success" / "failure"',
    "Status: partial success",
    "Status: success criteria were not met",
    "Outcome: success, failure, unsure or blocked",
    "Status: in progress",
    "The order status: complete",
    '[{"status": "success"}]',
    '{"requirements": [{"status": "success"}]}',
    '{"outcome": "maybe"}',
    "SUCCESSFUL people do this",
  ])("finds no outcome in %j", (text) => {
    expect(parseVerdictText(text)).toMatchObject({ outcome: null, error: expect.any(String) });
  });

  test("the last of several statements counts", () => {
    expect(outcome("Status: success\nOn a second look:\nStatus: failure")).toBe("failure");
    expect(outcome('{"outcome": "failure"}\nStatus: success')).toBe("success");
    expect(outcome('The reply was {"status": "success"}.\nStatus: failure')).toBe("failure");
  });

  test("an ambiguous last statement takes a clear earlier one back", () => {
    expect(outcome("Status: success\nStatus: success or failure")).toBeNull();
  });

  test("lines inside a JSON object are not statements", () => {
    expect(outcome('{"outcome": "failure", "steps": [\n{"Status": "success"},\n"Status: success"\n]}')).toBe(
      "failure",
    );
  });

  test("gives the reasoning without label and verdict", () => {
    expect(parseVerdictText("Thoughts: no filter was set.\n\nStatus: failure")).toEqual({
      outcome: "failure",
      reasoning: "no filter was set.",
    });
  });

  test("gives the score of an object, and none that is off the scale", () => {
    expect(parseVerdictText('{"outcome": "success", "score": 0.8, "reasoning": "r"}')).toEqual({
      outcome: "success",
      reasoning: "r",
      score: 0.8,
    });
    expect(parseVerdictText('{"outcome": "success", "score": 80}')).not.toHaveProperty("score");
  });

  test("never throws, whatever it is given", () => {
    const pieces = fc.constantFrom(
      "Status:",
      "success",
      "{",
      "}",
      "[",
      '"',
      "'",
      "\n",
      "```",
      ":",
      "outcome",
      "\\",
      "or",
      "**",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(text, (given) => {
        expect([null, "success", "failure", "unsure", "blocked"]).toContain(outcome(given));
      }),
      { numRuns: 500 },
    );
  });

  test("a statement at the end counts, whatever stands before it", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("success", "failure"), (text, stated) => {
        // An opening bracket or quote before it makes the statement a part of something else.
        expect(outcome(`${text.replace(/[{}[\]"]/g, "")}\n\nStatus: ${stated}`)).toBe(stated);
      }),
    );
  });

  test("takes time in proportion to the text, not to its square", () => {
    for (const piece of ["{", '{"', "[{", "Status: ", "** ", "`", "\n"])
      expect(outcome(piece.repeat(50_000))).toBeNull();
  });
});

describe.skipIf(!realData)("on real judge answers (needs TRAJUDGE_REALDATA)", () => {
  test("all 914 texts give the outcome of their Status line", () => {
    const lines = readFileSync(join(realData ?? "", "webjudge-arb/verdict-texts.jsonl"), "utf8")
      .trim()
      .split("\n");
    const texts = lines.map((line) => String(JSON.parse(line).text));
    const wrong = texts.filter(
      (text) => outcome(text) !== /Status\W*:?\W*(success|failure)/i.exec(text)?.[1]?.toLowerCase(),
    );
    expect(texts).toHaveLength(914);
    expect(wrong).toEqual([]);
  });
});

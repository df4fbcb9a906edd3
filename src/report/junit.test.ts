import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { runItem, runRecord, verdict } from "../../test/fixtures/run-folder.ts";
import { junitXml } from "./junit.ts";
import { rowsOf } from "./rows.ts";

function xmlOf(items: Parameters<typeof runItem>[], verdicts: Parameters<typeof verdict>[]): string {
  const records = {
    runs: [runRecord(["judge"])],
    items: items.map((each) => runItem(...each)),
    verdicts: verdicts.map((each) => verdict(...each)),
  };
  return junitXml(rowsOf(records, []));
}

const document = (xml: string) => parseHTML(xml).document;

test("failure fails; unsure, blocked and unscored are skipped and never failures", () => {
  const xml = xmlOf(
    ["a", "b", "c", "d", "e"].map((id): [string] => [id]),
    [
      ["a", "judge"],
      ["b", "judge", { outcome: "failure", reasoning: "the basket is empty" }],
      ["c", "judge", { outcome: "unsure" }],
      ["d", "judge", { outcome: "blocked" }],
      ["e", "judge", { outcome: null, error: { kind: "timeout", message: "no answer" } }],
    ],
  );
  expect(xml).toContain('<testsuite name="judge" tests="5" failures="1" errors="0" skipped="3">');
  expect(xml).toContain(
    '<failure message="the basket is empty" type="failure">the basket is empty</failure>',
  );
  expect(xml).toContain('<skipped message="unscored: timeout: no answer"/>');
  expect(document(xml).querySelectorAll("failure")).toHaveLength(1);
});

test("a suite a judge, a case a trajectory, named by benchmark and agent", () => {
  const xml = xmlOf(
    [["a", { benchmark: "shop", agent: "careful" }]],
    [
      ["a", "one"],
      ["a", "two", { score: 0.75 }],
    ],
  );
  expect([...document(xml).querySelectorAll("testsuite")].map((suite) => suite.getAttribute("name"))).toEqual(
    ["one", "two"],
  );
  expect(xml).toContain('<testcase name="a" classname="shop.careful" time="1.500">');
  expect(xml).toContain('<property name="score" value="0.75"/>');
});

test("hostile texts stay text, and characters that XML forbids are left out", () => {
  const hostile = `]]></failure><testcase name="x"/>&\u0000\u001b[31m\uffff\ud800"'`;
  const xml = xmlOf([[hostile]], [[hostile, "judge", { outcome: "failure", reasoning: hostile }]]);
  expect(document(xml).querySelectorAll("testcase")).toHaveLength(1);
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  expect(xml).toContain("]]&gt;&lt;/failure&gt;");
});

import { describe, expect, test } from "vitest";
import { runItem, runRecord, verdict } from "../../test/fixtures/run-folder.ts";
import { markdownReport, markdownText } from "./markdown.ts";
import { rowsOf } from "./rows.ts";
import { summarise } from "./run/summary.ts";

describe("foreign text in Markdown", () => {
  test.each([
    ["a | b", "a \\| b"],
    ["<img src=x>", "&lt;img src=x&gt;"],
    ["[x](javascript:alert)", "\\[x\\]\\(javascript:alert\\)"],
    ["@team #12 `code`", "&#64;team \\#12 \\`code\\`"],
    ["https://a.test www.b.test", "https&#58;//a.test www&#46;b.test"],
    ["two\nlines", "two lines"],
  ])("%j is no markup, link, mention or end of a cell", (text, safe) => {
    expect(markdownText(text)).toBe(safe);
  });
});

function recordsOf(outcomes: Record<string, "success" | "failure" | null>) {
  return {
    runs: [runRecord(["judge"])],
    items: Object.keys(outcomes).map((id) => runItem(id, { agent: id.split("/")[0] ?? "" })),
    verdicts: Object.entries(outcomes).map(([id, outcome]) =>
      verdict(
        id,
        "judge",
        outcome === null ? { outcome, error: { kind: "timeout", message: "no answer" } } : { outcome },
      ),
    ),
  };
}

const now = recordsOf({ "good/1": "success", "good/2": "success", "poor/1": "failure", "poor/2": null });

function reportOf(baseline?: ReturnType<typeof recordsOf>): string {
  return markdownReport({
    rows: rowsOf(now, []),
    summary: summarise(now),
    analysis: undefined,
    baseline: baseline && { name: "main", rows: rowsOf(baseline, []) },
  });
}

test("states each judge's rate with its coverage, and what is unscored", () => {
  const text = reportOf();
  expect(text).toContain("| judge | 4 | 66.7 % of 3 | 75.0 % | 1 |");
  expect(text).toContain("- 1 × judge: timeout: no answer");
});

test("lists the groups from the worst", () => {
  const text = reportOf();
  expect(text.indexOf("| poor |")).toBeGreaterThan(0);
  expect(text.indexOf("| poor |")).toBeLessThan(text.indexOf("| good |"));
});

test("says what changed since another run, what no longer succeeds first", () => {
  const text = reportOf(
    recordsOf({ "good/1": "failure", "good/2": "success", "poor/1": "success", "gone/1": "success" }),
  );
  expect(text).toContain(
    "**Changed since main**: 2 verdicts of 3 on the same runs; 1 now success, 1 no longer.",
  );
  expect(text.indexOf("| poor/1 | judge | success | failure |")).toBeGreaterThan(0);
  expect(text.indexOf("| poor/1 |")).toBeLessThan(text.indexOf("| good/1 | judge | failure | success |"));
});

test("without another run nothing is said of changes", () => {
  expect(reportOf()).not.toContain("Changed");
});

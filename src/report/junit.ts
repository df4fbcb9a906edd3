/** Verdicts as JUnit XML, which every CI shows: a suite a judge, a test case a trajectory. */
import { oneLine, plainText, type Verdict } from "../trajectory/index.ts";
import type { ReportRow, ReportRows } from "./rows.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const messageLimit = 300;

/** Text for an element; characters that XML 1.0 does not allow are left out. */
function xml(text: string): string {
  return plainText(text)
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Text for an attribute: line ends are kept as references. */
const attribute = (text: string): string => xml(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");

function resultOf(verdict: Verdict): string {
  const { outcome, reasoning, error } = verdict;
  if (outcome === "success") return "";
  if (outcome === "failure") {
    return `<failure message="${attribute(oneLine(reasoning || "failure", messageLimit))}" type="failure">${xml(reasoning)}</failure>`;
  }
  const why =
    outcome === null
      ? `unscored: ${error?.kind ?? "judge"}: ${error?.message ?? "no outcome"}`
      : `${outcome}: ${reasoning}`;
  return `<skipped message="${attribute(oneLine(why, messageLimit))}"/>`;
}

function testCase({ item, reference }: ReportRow, verdict: Verdict): string {
  const name = item.id;
  const group = [item.benchmark, item.agent].filter((part) => part !== undefined).join(".") || verdict.judge;
  const properties = [
    ["outcome", verdict.outcome ?? "unscored"],
    ...(verdict.score === null ? [] : [["score", String(verdict.score)]]),
    ...(reference === null ? [] : [["label", reference]]),
  ].map(([key = "", value = ""]) => `<property name="${key}" value="${attribute(value)}"/>`);
  return `    <testcase name="${attribute(name)}" classname="${attribute(group)}" time="${(verdict.usage.latencyMs / 1000).toFixed(3)}"><properties>${properties.join("")}</properties>${resultOf(verdict)}</testcase>`;
}

function suite(judge: string, cases: readonly { row: ReportRow; verdict: Verdict }[]): string {
  const failures = cases.filter(({ verdict }) => verdict.outcome === "failure").length;
  const skipped = cases.filter(
    ({ verdict }) => verdict.outcome !== "failure" && verdict.outcome !== "success",
  ).length;
  return `  <testsuite name="${attribute(judge)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}">
${cases.map(({ row, verdict }) => testCase(row, verdict)).join("\n")}
  </testsuite>`;
}

/** Failure is a failed test; unsure, blocked and unscored are skipped ones, never failures. */
export function junitXml({ judges, rows }: ReportRows): string {
  const suites = judges.map((judge, at) =>
    suite(
      judge,
      rows.flatMap((row) => {
        const verdict = row.verdicts[at];
        return verdict === undefined ? [] : [{ row, verdict }];
      }),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="trajudge">\n${suites.join("\n")}\n</testsuites>\n`;
}

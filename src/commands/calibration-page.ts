/** What `calibrate` prints: the matrix, the rates with their intervals, and what they mean for the reader. */
import { type CalibrationDocument, type CalibrationSummary, meaning } from "../../calibration/index.ts";
import type { Analysis, JudgeAnalysis } from "../analysis/index.ts";
import {
  count,
  counted,
  decimal,
  decimalInterval,
  padEnd,
  padStart,
  percent,
  percentInterval,
  plain,
  table,
  wrap,
} from "../terminal/index.ts";
import {
  ceilingSection,
  comparisonSection,
  confidenceSection,
  correctedSection,
  needSection,
  stepSection,
  thresholdSection,
} from "./calibration-sections.ts";
import type { Console } from "./console.ts";

const cell = 10;
const label = 16;

/** The 2 × 2 matrix with the rates of each row at its right and of each column below it. */
function matrix(
  { confusion, precision, npv, recall, specificity }: CalibrationSummary,
  dim: (t: string) => string,
): string[] {
  const row = (name: string, cells: number[], rate: string): string =>
    `${padEnd(name, label)}${cells.map((value) => padStart(count(value), cell)).join("")}    ${rate}`.trimEnd();
  const under = (name: string, cells: string[]): string =>
    `${padEnd(name, label)}${cells.map((text) => padStart(text, cell)).join("")}`;
  const wide = (name: string, value: number | null, interval: string): string =>
    `${padEnd(name, 13)}${padStart(percent(value), 8)}  ${dim(interval)}`;
  return [
    `${padEnd("", label)}${padStart("people:", cell)}`,
    `${padEnd("", label)}${padStart("success", cell)}${padStart("failure", cell)}`,
    row(
      "judge: success",
      [confusion.tp, confusion.fp],
      wide("precision", precision.value, percentInterval(precision)),
    ),
    row("       failure", [confusion.fn, confusion.tn], wide("neg. pred.", npv.value, percentInterval(npv))),
    under("", [percent(recall.value), percent(specificity.value)]),
    dim(
      under(
        "",
        [percentInterval(recall), percentInterval(specificity)].map((text) =>
          text.replace(", ", "–").replace(/[[\]]/g, ""),
        ),
      ),
    ),
    dim(under("", ["recall", "specific."])),
  ];
}

function rateTable(document: CalibrationSummary, dim: (t: string) => string): string[] {
  const shares = (
    [
      ["agreement", document.agreement],
      ["balanced acc.", document.balancedAccuracy],
      ["F1", document.f1],
      ["false positives", document.fpr],
      ["false negatives", document.fnr],
      ["people: success", document.baseRate],
    ] as const
  ).map(([name, rate]) => [name, percent(rate.value), dim(percentInterval(rate))]);
  const coefficients = (
    [
      ["Cohen's κ", document.kappa],
      ["Gwet's AC1", document.ac1],
      ["Krippendorff α", document.alpha],
      ["Matthews φ", document.mcc],
    ] as const
  ).map(([name, rate]) => [name, decimal(rate.value), dim(decimalInterval(rate))]);
  const rows = shares.map((share, i) => [...share, ...(coefficients[i] ?? ["", "", ""])]);
  const right = "right" as const;
  return table(
    [
      { head: "" },
      { head: "", align: right },
      { head: "" },
      { head: "" },
      { head: "", align: right },
      { head: "" },
    ],
    rows,
  );
}

/** What was left out of the rates, in words; nothing is dropped silently. */
function exclusions(document: CalibrationSummary): string[] {
  const parts = [
    [document.unscored, "unscored"],
    [document.judgeUnsure, "judge unsure"],
    [document.judgeBlocked, "judge says blocked"],
    [document.humanUnsure, "people unsure"],
    [document.humanBlocked, "people say blocked"],
    [document.unlabelled, "without a label"],
  ] as const;
  return parts.filter(([number]) => number > 0).map(([number, name]) => `${count(number)} ${name}`);
}

/** The page of one judge, at most `columns` wide. */
export function calibrationPage(
  title: string,
  document: CalibrationDocument,
  sentences: readonly string[],
  { colors, columns }: Pick<Console, "colors" | "columns">,
): string[] {
  const { n, labelled, interval } = document;
  const left = exclusions(document);
  const lines = [
    colors.bold(`${plain(title)} · ${counted(n, "run")} decided on both sides`),
    colors.dim(
      `${counted(labelled, "label")}, coverage ${percent(document.coverage)}${left.length === 0 ? "" : ` · left out: ${left.join(", ")}`}`,
    ),
    "",
    ...matrix(document, colors.dim),
    "",
    ...rateTable(document, colors.dim),
    "",
    ...sentences.flatMap((sentence) => wrap(sentence, columns)),
    colors.dim(
      `${Math.round(interval.level * 100)} % intervals${interval.clustered ? `, clustered by task (${counted(interval.clusters, "task")})` : ""}`,
    ),
  ];
  if (document.groups.length > 0) {
    lines.push("", ...groupTable(document, colors.dim));
  }
  return lines;
}

function groupTable({ groups }: CalibrationDocument, dim: (t: string) => string): string[] {
  const right = "right" as const;
  const rows = groups.map((group) => [
    plain(`${group.field} ${group.value}`),
    count(group.n),
    percent(group.agreement.value),
    percentInterval(group.agreement),
    decimal(group.kappa.value),
    percent(group.fpr.value),
    percent(group.fnr.value),
  ]);
  return table(
    [
      { head: "group", max: 28 },
      { head: "n", align: right },
      { head: "agreement", align: right },
      { head: "95 %" },
      { head: "κ", align: right },
      { head: "FPR", align: right },
      { head: "FNR", align: right },
    ],
    rows,
    dim,
  );
}

type Page = Pick<Console, "colors" | "columns">;

function judgeSections(
  { judge, document, corrected, threshold, gate, needs }: JudgeAnalysis,
  source: string,
  page: Page,
): string[][] {
  return [
    calibrationPage(`${judge} vs people · ${source}`, document, meaning(document), page),
    stepSection(document, page),
    corrected === undefined ? [] : correctedSection(corrected, page),
    threshold === undefined ? [] : thresholdSection(threshold.text, threshold, page),
    corrected === undefined && threshold === undefined ? [] : confidenceSection(document, page),
    needs === undefined ? [] : needSection(needs.halfWidth, needs.labels, page),
    gate === undefined
      ? []
      : [
          page.colors.bold("Gate"),
          ...gate.checks.map(
            ({ passed, message }) => `${passed ? page.colors.green("✓") : page.colors.red("✗")} ${message}`,
          ),
        ],
  ];
}

/** Everything that was computed, judge by judge, then what concerns them together. */
export function analysisPage(
  { judges, comparison, ceiling }: Analysis,
  source: string,
  page: Page,
): string[] {
  const rule = page.colors.dim("─".repeat(Math.min(page.columns, 80)));
  const apart = (sections: readonly string[][]): string[] =>
    sections
      .filter((section) => section.length > 0)
      .flatMap((section, i) => (i === 0 ? section : ["", ...section]));
  const pages = judges.map((judge) => apart(judgeSections(judge, source, page)));
  const together = apart([
    comparison === undefined ? [] : comparisonSection(comparison, page),
    ceiling === undefined ? [] : ceilingSection(ceiling, page),
  ]);
  return [...pages, ...(together.length === 0 ? [] : [together])].flatMap((each, i) =>
    i === 0 ? each : ["", rule, "", ...each],
  );
}

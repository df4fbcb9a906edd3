/** The calibration as one self-contained page: what `calibrate` prints, with charts, methods and sources. */
import { meaning } from "../../../calibration/index.ts";
import type { Analysis, JudgeAnalysis } from "../../analysis/index.ts";
import { counted, percent } from "../../terminal/index.ts";
import { styleSheet } from "../assets.ts";
import { type Html, html } from "../html.ts";
import { page } from "../page.ts";
import { tableOf } from "../table.ts";
import { judgeSection } from "./judge-section.ts";
import { methodsSection } from "./methods.ts";
import {
  confidenceSection,
  correctedLine,
  correctedSection,
  gateSection,
  needSection,
  rankingSection,
  thresholdSection,
} from "./more-sections.ts";
import { ceilingSection, comparisonSection } from "./together-section.ts";
import { coefficientText, shareText } from "./words.ts";

export interface CalibrationPageOptions {
  /** The label or pairs files. */
  source: string;
  /** Name and version of this package. */
  package: string;
  /** When the page is made. */
  at: Date;
}

/** All sections of one judge. */
function judgeParts(id: string, analysis: JudgeAnalysis): Html {
  const { judge, document, ranking, corrected, threshold, needs, gate } = analysis;
  return html`${judgeSection(id, judge, document)}
${confidenceSection(id, document)}
${ranking === undefined ? "" : rankingSection(id, ranking)}
${corrected === undefined ? "" : correctedSection(id, corrected)}
${threshold === undefined ? "" : thresholdSection(threshold.text, threshold)}
${needs === undefined ? "" : needSection(needs.halfWidth, needs.labels)}
${gate === undefined ? "" : gateSection(gate)}`;
}

/** The judges side by side, and the one sentence that matters most of each. */
function summary(judges: readonly JudgeAnalysis[]): Html {
  const rows = judges.map(({ judge, document, gate }) => [
    judge,
    `${document.n}`,
    percent(document.coverage),
    shareText(document.agreement),
    coefficientText(document.kappa),
    shareText(document.fpr),
    shareText(document.fnr),
    gate === undefined
      ? ""
      : html`<span class="badge ${gate.passed ? "good" : "bad"}">${gate.passed ? "gate passed" : "gate failed"}</span>`,
  ]);
  const right = "right" as const;
  const columns = [
    { head: "judge" },
    { head: "n", align: right },
    { head: "coverage", align: right },
    { head: "agreement", align: right },
    { head: "κ", align: right },
    { head: "FPR", align: right },
    { head: "FNR", align: right },
    { head: "" },
  ];
  return html`${judges.map(({ judge, document, corrected }) => {
    const [first] = meaning(document);
    return html`<p><strong>${judge}.</strong> ${first ?? "Its labels give no rates."} ${corrected === undefined ? "" : correctedLine(corrected)}</p>`;
  })}
${tableOf("The judges side by side", columns, rows)}`;
}

/** The sections of an analysis with their headings, for a page of their own or a part of a larger one. */
export function calibrationSections({ judges, comparison, ceiling }: Analysis): {
  id: string;
  title: string;
  body: Html;
}[] {
  const people = ceiling === undefined ? undefined : ceilingSection(ceiling);
  const [first] = judges;
  const shown = {
    steps: judges.some(({ document }) => document.steps !== undefined),
    confidence: judges.some(({ document }) => (document.confidence?.n ?? 0) > 0),
    ranking: judges.some(({ ranking }) => ranking !== undefined),
    corrected: judges.some(({ corrected }) => corrected !== undefined),
    threshold: judges.some(({ threshold }) => threshold !== undefined),
    comparison: comparison !== undefined,
    ceiling: people !== undefined,
    weighted: judges.some(({ document }) => document.weighting !== "none"),
  };
  return [
    ...judges.map((analysis, at) => ({
      id: `judge-${at + 1}`,
      title: `${analysis.judge} against people`,
      body: judgeParts(`judge-${at + 1}`, analysis),
    })),
    ...(comparison === undefined
      ? []
      : [{ id: "compared", title: "Judges compared", body: comparisonSection(comparison) }]),
    ...(people === undefined ? [] : [{ id: "people", title: "People among themselves", body: people }]),
    ...(first === undefined
      ? []
      : [
          {
            id: "methods",
            title: "Methods and sources",
            body: methodsSection(first.document.interval, shown),
          },
        ]),
  ];
}

/** The page as HTML text; it needs no script and loads nothing. */
export function calibrationHtml(analysis: Analysis, options: CalibrationPageOptions): string {
  const sections = calibrationSections(analysis);
  const names = analysis.judges.map(({ judge }) => judge);
  const title = `Calibration of ${names.join(", ")}`;
  return page({
    title,
    style: styleSheet("theme.css", "page.css", "print.css"),
    body: html`<a class="skip" href="#judge-1">To the results</a>
<div class="wrap">
<header>
<h1>How far can ${names.length === 1 ? html`the judge <em>${names[0]}</em>` : "these judges"} be trusted?</h1>
<p class="muted">${counted(names.length, "judge")} against the labels of ${options.source} · ${options.at.toISOString().slice(0, 10)}</p>
<nav class="toc" aria-label="Contents"><ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main>
<section aria-labelledby="summary"><h2 id="summary">Summary</h2>${summary(analysis.judges)}</section>
${sections.map(({ id, title: name, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>\n${body}</section>\n`)}
</main>
<footer><p>Made by ${options.package}. The page is self-contained: it loads nothing and sends nothing.</p></footer>
</div>`,
  });
}

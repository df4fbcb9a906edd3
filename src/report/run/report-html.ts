/** The report of run folders as one self-contained page: summary, calibration, every run with what was said of it. */
import type { Analysis, RunRecords } from "../../analysis/index.ts";
import { counted, percent } from "../../terminal/index.ts";
import { clientScript, styleSheet } from "../assets.ts";
import { calibrationSections } from "../calibration/calibration-html.ts";
import { type Html, html, scriptJson } from "../html.ts";
import { page } from "../page.ts";
import type { ReportRows } from "../rows.ts";
import { indexOf, type PageChunk } from "./page-data.ts";
import { groupsSection, judgesTable, summarise, unscoredSection } from "./summary.ts";

/** The files of the page's script, in the order of their imports. */
export const scripts = [
  "dom.js",
  "data.js",
  "rows.js",
  "table.js",
  "film.js",
  "verdicts.js",
  "compare.js",
  "dialog.js",
  "main.js",
];

export interface ReportPageParts {
  records: RunRecords;
  rows: ReportRows;
  /** Where there are labels. */
  analysis: Analysis | undefined;
  chunks: readonly PageChunk[];
  /** How many of the recorded runs were found. */
  found: number;
  redacted: boolean;
  images: "none" | "inside" | "beside";
  /** The folder of screenshots beside the page, relative to it; "" when there is none. */
  frames: string;
  /** Name and version of this package. */
  package: string;
  at: Date;
}

function filters(): Html {
  const option = (value: string, text: string, needsLabel = false): Html =>
    html`<option value="${value}"${needsLabel ? html` data-needs="label"` : ""}>${text}</option>`;
  return html`<form id="filters" class="fields" role="search" aria-label="Filter the runs">
<label class="grow">Search <input type="search" id="filter-text" autocomplete="off" placeholder="words in task, id, agent"></label>
<label class="check"><input type="checkbox" id="filter-deep"> also in reasons, actions, answers</label>
<label>Show <select id="filter-show">
${option("all", "all runs")}${option("disagree", "judges disagree")}${option("fp", "false positives", true)}${option("fn", "false negatives", true)}${option("unscored", "unscored")}${option("unlabelled", "without a label", true)}${option("divided", "raters divided", true)}
</select></label>
<label>Judge <select id="filter-judge">${option("", "any judge")}</select></label>
<label>Outcome <select id="filter-outcome">${option("", "any outcome")}${["success", "failure", "unsure", "blocked", "unscored"].map((outcome) => option(outcome, outcome))}</select></label>
<label>Agent <select id="filter-agent">${option("", "any agent")}</select></label>
<label>Benchmark <select id="filter-benchmark">${option("", "any benchmark")}</select></label>
<button type="reset">Clear</button>
</form>`;
}

/** The table's frame; the script fills it. */
function runsSection({ rows: { rows }, found }: ReportPageParts): Html {
  const missing = rows.length - found;
  return html`<section aria-labelledby="runs"><h2 id="runs">Runs</h2>
${missing === 0 ? "" : html`<p class="notice">${missing === rows.length ? "The recorded runs were" : counted(missing, "recorded run was", "recorded runs were")} not found when this report was made: verdicts and labels are shown without steps and screens. (trajudge report … --input PATH says where they are.)</p>`}
<noscript><p class="notice">The table of runs needs the script inside this page.</p></noscript>
${filters()}
<p id="runs-count" role="status" class="muted small"></p>
<div class="scroll" role="region" aria-label="Table of runs" tabindex="0"><table id="runs-table" class="runs-table">
<caption class="hidden">Runs with their verdicts and labels. Arrow keys move between runs, Enter opens one.</caption>
<thead id="runs-head"></thead><tbody id="runs-body"></tbody></table></div>
<nav id="pages" class="pages" aria-label="Pages of the table"><button type="button" id="page-previous">Previous</button><span id="page-now" class="muted small"></span><button type="button" id="page-next">Next</button></nav>
</section>
<dialog id="run-dialog" aria-labelledby="run-title">
<div class="dialog-head"><h2 id="run-title"></h2><button type="button" id="run-previous" aria-keyshortcuts="ArrowLeft">← Previous</button><button type="button" id="run-next" aria-keyshortcuts="ArrowRight">Next →</button><button type="button" id="run-close" aria-keyshortcuts="Escape">Close</button></div>
<div class="dialog-body" id="run-body" tabindex="-1" autofocus></div>
</dialog>`;
}

/** Each judge folded under a line that says the most important of it. */
function calibrationPart(analysis: Analysis): Html {
  return html`<section aria-labelledby="calibration"><h2 id="calibration">How far to trust the judges</h2>
<p>What each judge said is compared with people's labels; open a judge for its matrix, rates, charts and corrected success rates.</p>
${calibrationSections(analysis).map(({ id, title, body }) => {
  const document = analysis.judges.find((_, at) => id === `judge-${at + 1}`)?.document;
  const line =
    document === undefined || document.agreement.value === null
      ? ""
      : ` · agreement ${percent(document.agreement.value)}, n ${document.n}`;
  return html`<details class="judge" id="${id}"><summary>${title}<span class="muted">${line}</span></summary>${body}</details>\n`;
})}
</section>`;
}

function dataBlocks({ rows, frames, chunks }: ReportPageParts): Html {
  return html`<script type="application/json" id="index">${scriptJson(indexOf(rows, frames))}</script>
${chunks.map((chunk, at) => html`<script type="application/gzip" id="details-${at}">${chunk.details}</script>\n`)}
${chunks.map(({ frames: pictures }, at) => (Object.keys(pictures).length === 0 ? "" : html`<script type="application/json" id="frames-${at}">${scriptJson(pictures)}</script>\n`))}`;
}

/** The page as HTML text. */
export function reportHtml(parts: ReportPageParts): string {
  const { records, rows, analysis, redacted, images } = parts;
  const summary = summarise(records);
  const dates = [...new Set(records.runs.map(({ startedAt }) => startedAt.slice(0, 10)))].join(", ");
  const title = `${counted(rows.rows.length, "run")} judged by ${rows.judges.join(", ")}`;
  const partial = records.runs.filter(({ status }) => status !== "complete").length;
  const shared = [
    redacted
      ? "Secrets that are recognised (tokens, cookies, passwords, keys) are taken out of every text."
      : "Texts are as they were recorded, secrets included: do not share this page.",
    images === "none"
      ? "Screenshots are left out."
      : "Screenshots are shown as they were taken: look at them before you share this page.",
  ];
  return page({
    title,
    style: styleSheet("theme.css", "page.css", "report.css", "print.css"),
    script: clientScript(...scripts),
    images,
    body: html`<a class="skip" href="#runs">To the runs</a>
<div class="wrap wide">
<header><h1>${title}</h1>
<p class="muted">${counted(records.runs.length, "run folder")}, judged ${dates} · report of ${parts.at.toISOString().slice(0, 10)}</p>
<nav class="toc" aria-label="Contents"><ul><li><a href="#summary">Summary</a></li><li><a href="#rates">Success rates</a></li>${analysis === undefined ? "" : html`<li><a href="#calibration">How far to trust the judges</a></li>`}<li><a href="#runs">Runs</a></li></ul></nav></header>
<main>
<section aria-labelledby="summary"><h2 id="summary">Summary</h2>
${partial === 0 ? "" : html`<p class="notice">${counted(partial, "run folder is", "run folders are")} not complete: judging was stopped before its end.</p>`}
${judgesTable(summary, analysis)}
${analysis === undefined ? html`<p>Without labels nothing is known of how the judges err: the rates are what they say. (trajudge report … --labels FILE)</p>` : html`<p class="muted small">Corrected: prediction-powered inference from the labels, unbiased whatever the judge is worth, if the labelled runs were drawn at random or with known chances.</p>`}
${unscoredSection(summary)}</section>
<section aria-labelledby="rates"><h2 id="rates">Success rates</h2>${groupsSection(summary)}</section>
${analysis === undefined ? "" : calibrationPart(analysis)}
${runsSection(parts)}
</main>
<footer><p>${shared.join(" ")}</p><p>Made by ${parts.package}. The page sends nothing, and loads nothing${images === "beside" ? " but the small screenshots in the folder beside it" : ""}.</p></footer>
</div>
${dataBlocks(parts)}`,
  });
}

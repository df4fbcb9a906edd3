/** One judge against people: what it means, the matrix, the rates, the groups. */
import {
  type CalibrationDocument,
  type GroupSummary,
  meaning,
  type Rate,
} from "../../../calibration/index.ts";
import { confusionChart, intervalChart } from "../../charts/index.ts";
import { type Column, count, counted, decimal, percent } from "../../terminal/index.ts";
import { type Html, html } from "../html.ts";
import { bullets } from "../page.ts";
import { figureOf, tableOf } from "../table.ts";
import { coefficients, coefficientText, exclusions, shares, shareText } from "./words.ts";

const right = "right" as const;
/** The outcomes that decide; the others stand beside them in the matrix. */
const decisions = ["success", "failure"];

interface Tile {
  name: string;
  value: string;
  more: string;
}

function tile({ name, value, more }: Tile): Html {
  return html`<li class="tile"><div class="name">${name}</div><div class="value">${value}</div><div class="more">${more}</div></li>`;
}

function rateTile(name: string, rate: Rate, text: (rate: Rate) => string): Tile {
  const [value = "–", ...interval] = text(rate).split(/ (?=\[)/);
  return { name, value, more: `${interval.join("")} n ${count(rate.n)}`.trim() };
}

/** The figures that decide whether a judge is of use, large. */
export function judgeTiles(document: CalibrationDocument): Html {
  const { agreement, kappa, fpr, fnr } = document;
  return html`<ul class="tiles">${[
    rateTile("Agreement with people", agreement, shareText),
    rateTile("Cohen's κ", kappa, coefficientText),
    rateTile("Failures it passes (FPR)", fpr, shareText),
    rateTile("Successes it misses (FNR)", fnr, shareText),
  ].map(tile)}</ul>`;
}

/** What was compared, and what is in no rate. */
export function coverageLine(document: CalibrationDocument): Html {
  const left = exclusions(document);
  return html`<p class="muted">${counted(document.n, "run")} decided on both sides of ${counted(document.labelled, "label")}, coverage ${percent(document.coverage)}${left.length === 0 ? "" : html` · left out: ${left.join(", ")}`}.</p>`;
}

function rateRows(document: CalibrationDocument): (string | Html)[][] {
  const row = (
    key: string,
    name: string,
    what: string,
    rate: Rate,
    text: (rate: Rate) => string,
  ): (string | Html)[] => {
    const reason = document.undefined[key] ?? document.undefined[`${key}.interval`];
    return [
      name,
      text(rate),
      count(rate.n),
      html`<span class="muted">${what}${reason === undefined ? "" : html` <em>(${reason})</em>`}</span>`,
    ];
  };
  return [
    ...shares.map(([key, name, what]) => row(key, name, what, document[key], shareText)),
    ...coefficients.map(([key, name, what]) => row(key, name, what, document[key], coefficientText)),
  ];
}

function rateTable(title: string, document: CalibrationDocument): Html {
  const columns: Column[] = [
    { head: "rate" },
    { head: `value and ${Math.round(document.interval.level * 100)} % interval`, align: right },
    { head: "n", align: right },
    { head: "" },
  ];
  return tableOf(title, columns, rateRows(document));
}

function groupSection(
  id: string,
  field: string,
  groups: readonly GroupSummary[],
  { agreement }: CalibrationDocument,
): Html {
  const chart = intervalChart(
    groups.map((group) => ({ label: group.value, rates: [group.agreement] })),
    { series: ["agreement"], overall: { label: "all", value: agreement.value } },
    {
      id: `${id}-by-${field.replaceAll(/[^\w-]/g, "-")}`,
      title: `Agreement by ${field}`,
      description: `Agreement of judge and people for each ${field}. ${groups.map((group) => `${group.value}: ${shareText(group.agreement)}, n ${count(group.n)}.`).join(" ")}`,
    },
  );
  const columns: Column[] = [
    { head: field },
    { head: "n", align: right },
    { head: "agreement", align: right },
    { head: "κ", align: right },
    { head: "FPR", align: right },
    { head: "FNR", align: right },
    { head: "success by people", align: right },
    { head: "by the judge", align: right },
    { head: "left out", align: right },
  ];
  const rows = groups.map((group) => [
    group.value,
    count(group.n),
    shareText(group.agreement),
    decimal(group.kappa.value),
    `${percent(group.fpr.value)} of ${count(group.fpr.n)}`,
    `${percent(group.fnr.value)} of ${count(group.fnr.n)}`,
    percent(group.baseRate.value),
    percent(group.judgedRate.value),
    count(group.labelled - group.n),
  ]);
  return html`${groups.length < 2 ? "" : figureOf(chart, { note: `The dashed line is the agreement over all runs, ${percent(agreement.value)}.`, numbers: false })}
${tableOf(`Rates by ${field}`, columns, rows)}`;
}

/** Three-way agreement on single steps. */
function stepSection(id: string, { steps }: CalibrationDocument): Html | undefined {
  if (steps === undefined) return undefined;
  const chart = confusionChart(
    steps.matrix,
    steps.classes.map((each) => each.class),
    { id: `${id}-steps`, title: `Steps: ${counted(steps.n, "step")} classed by both` },
  );
  const columns: Column[] = [{ head: "rate" }, { head: "value", align: right }, { head: "n", align: right }];
  const rows = [
    ["agreement", shareText(steps.agreement), count(steps.agreement.n)],
    ["Cohen's κ", coefficientText(steps.kappa), count(steps.kappa.n)],
    ["κ, linear weights", coefficientText(steps.kappaLinear), count(steps.kappaLinear.n)],
    ["κ, quadratic weights", coefficientText(steps.kappaQuadratic), count(steps.kappaQuadratic.n)],
    ["Gwet's AC1", coefficientText(steps.ac1), count(steps.ac1.n)],
    ["Krippendorff's α, ordinal", coefficientText(steps.alphaOrdinal), count(steps.alphaOrdinal.n)],
    ...steps.classes.flatMap((each) => [
      [`precision of ${each.class}`, shareText(each.precision), count(each.precision.n)],
      [`recall of ${each.class}`, shareText(each.recall), count(each.recall.n)],
    ]),
  ];
  return html`<h3>Single steps</h3>
<p class="muted">${counted(steps.trajectories, "run")} with classed steps; ${counted(steps.unscored, "step")} that people classed and the judge did not.</p>
<div class="figures">${figureOf(chart, { note: "Count, and share of what people put in the column's class." })}<div>${tableOf("Agreement on steps", columns, rows)}</div></div>`;
}

/** Everything about one judge but its scores and what was asked for beside it. */
export function judgeSection(id: string, judge: string, document: CalibrationDocument): Html {
  const matrix = confusionChart(document.outcomes, decisions, {
    id: `${id}-matrix`,
    title: "What the judge said, what people said",
  });
  const fields = [...new Set(document.groups.map(({ field }) => field))];
  const warnings = document.warnings.map(({ message }) => message);
  const said = meaning(document).filter((sentence) => !warnings.includes(sentence));
  return html`${judgeTiles(document)}
<div class="beside">
<div>${bullets(said, "says")}
${bullets(warnings, "warnings")}
${coverageLine(document)}</div>
${figureOf(matrix, { note: "Count, and share of the column. What was left undecided or unscored stands apart and is in no rate.", numbers: false })}
</div>
<h3>Rates</h3>
${rateTable(`Rates of ${judge}`, document)}
<h3>The matrix in numbers</h3>
${tableOf("Outcomes of judge and people", matrix.columns, matrix.rows)}
${fields.map(
  (field) =>
    html`<h3>By ${field}</h3>${groupSection(
      id,
      field,
      document.groups.filter((group) => group.field === field),
      document,
    )}`,
)}
${stepSection(id, document)}`;
}

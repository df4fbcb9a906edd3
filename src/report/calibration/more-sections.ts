/** What was asked for beside a judge's rates: scores, ranking, corrected rates, threshold, labels needed, gate. */
import type {
  CalibrationDocument,
  Corrected,
  GateResult,
  LabelNeed,
  Ranking,
  ThresholdChoice,
} from "../../../calibration/index.ts";
import {
  intervalChart,
  precisionRecallChart,
  rankingChart,
  reliabilityChart,
  rocChart,
  seriesKeys,
} from "../../charts/index.ts";
import { type Column, count, counted, percent } from "../../terminal/index.ts";
import { type Html, html } from "../html.ts";
import { bullets } from "../page.ts";
import { figureOf, tableOf } from "../table.ts";
import { coefficientText, pValue, shareText } from "./words.ts";

const right = "right" as const;

/** What the judge's scores are worth as confidences. */
export function confidenceSection(id: string, { confidence }: CalibrationDocument): Html | undefined {
  if (confidence === undefined || confidence.n === 0) return undefined;
  const { brier, logLoss, ece, rocAuc, averagePrecision } = confidence;
  const charts = [
    reliabilityChart(confidence.reliability, { id: `${id}-reliability`, title: "Reliability diagram" }),
    rocChart(confidence, `${id}-roc`),
    precisionRecallChart(confidence, `${id}-pr`),
  ].filter((chart) => chart !== undefined);
  const reason = (name: string): string =>
    confidence.undefined[name] ?? confidence.undefined[`${name}.interval`] ?? "";
  const columns: Column[] = [
    { head: "rate" },
    { head: "value and interval", align: right },
    { head: "n", align: right },
    { head: "" },
  ];
  const rows = [
    ["area under the ROC curve", coefficientText(rocAuc), count(rocAuc.n), reason("rocAuc")],
    [
      "average precision",
      coefficientText(averagePrecision),
      count(averagePrecision.n),
      reason("averagePrecision"),
    ],
    ["Brier score (lower is better)", coefficientText(brier), count(brier.n), reason("brier")],
    ["log loss in nats (lower is better)", coefficientText(logLoss), count(logLoss.n), reason("logLoss")],
    ["expected calibration error", coefficientText(ece), count(ece.n), reason("ece")],
  ];
  return html`<h3>Scores as confidences</h3>
<p>${counted(confidence.n, "run")} with a score and a decided label. Dots on the diagonal mean that a score can be read as the chance of success; below it the judge is too sure.</p>
<div class="figures">${charts.map((chart) => figureOf(chart))}<div>${tableOf("What the scores are worth", columns, rows)}</div></div>`;
}

/** Do judge and people put the agents in the same order? */
export function rankingSection(id: string, ranking: Ranking): Html {
  const { agents, kendallTauB, spearman, pValues } = ranking;
  const chart = rankingChart(ranking, { id: `${id}-ranking`, title: "Agents by people and by the judge" });
  const reason = ranking.undefined["kendallTauB"] ?? ranking.undefined["kendallTauB.interval"];
  const columns: Column[] = [
    { head: "rank correlation" },
    { head: "value and interval", align: right },
    { head: "p", align: right },
    { head: "agents", align: right },
  ];
  const rows = [
    ["Kendall's τ-b", coefficientText(kendallTauB), pValue(pValues.kendallTauB), count(kendallTauB.n)],
    ["Spearman's ρ", coefficientText(spearman), pValue(pValues.spearman), count(spearman.n)],
  ];
  return html`<h3>Ranking of agents</h3>
<div class="figures">${figureOf(chart, { note: "From left to right the agents' order by people, from bottom to top that of the judge.", numbers: false })}
<div>${tableOf("Rank correlations", columns, rows)}
<p class="muted small">${counted(agents.length, "agent")}: with so few, only a clear order can be told from chance, however many runs there are.${reason === undefined ? "" : html` ${reason}.`}</p></div></div>
${tableOf("Agents", chart.columns, chart.rows)}`;
}

/** Success rates as judged, by labels alone, and corrected for the judge's errors. */
export function correctedSection(id: string, corrected: Corrected): Html {
  const all = [{ name: "all", rate: corrected as Omit<Corrected, "groups"> }].concat(
    corrected.groups.map((group) => ({ name: group.value, rate: group })),
  );
  const series = ["judged", "Rogan–Gladen", "prediction-powered", "labels alone"];
  const chart = intervalChart(
    all.map(({ name, rate }) => ({
      label: name,
      rates: [rate.judgedRate, rate.roganGladen, rate.predictionPowered, rate.labelledRate],
    })),
    { series },
    {
      id: `${id}-corrected`,
      title: "Success rates, as judged and corrected for the judge's errors",
      description: `${all.map(({ name, rate }) => `${name}: judged ${shareText(rate.judgedRate)}, Rogan–Gladen ${shareText(rate.roganGladen)}, prediction-powered ${shareText(rate.predictionPowered)}, labels alone ${shareText(rate.labelledRate)}.`).join(" ")}`,
    },
  );
  const columns: Column[] = [
    { head: "" },
    { head: "runs", align: right },
    { head: "labels", align: right },
    { head: "judged", align: right },
    { head: "Rogan–Gladen", align: right },
    { head: "prediction-powered", align: right },
    { head: "labels alone", align: right },
    { head: "errors from" },
  ];
  const rows = all.map(({ name, rate }) => [
    name,
    count(rate.runs),
    count(rate.labelled),
    shareText(rate.judgedRate),
    shareText(rate.roganGladen),
    shareText(rate.predictionPowered),
    shareText(rate.labelledRate),
    rate.errorRatesFrom === "own" ? "its own labels" : "all groups",
  ]);
  const warnings = all.flatMap(({ name, rate }) =>
    rate.warnings.map(({ message }) => (name === "all" ? message : `${name}: ${message}`)),
  );
  return html`<h3>Success rates, corrected</h3>
${figureOf(chart, { keys: seriesKeys(series), note: "An interval of the judged rate alone says nothing about the judge's errors; the corrected ones carry both.", numbers: false })}
${tableOf("Corrected success rates", columns, rows)}
${bullets([...new Set(warnings)], "warnings")}`;
}

/** The threshold chosen for a goal, and what it does where it was not chosen. */
export function thresholdSection(
  goal: string,
  { threshold, evaluation, foldThresholds, met }: ThresholdChoice,
): Html {
  if (evaluation.n === 0)
    return html`<h3>Threshold for ${goal}</h3><p>The judge gave no scores, so there is none to choose.</p>`;
  const longer: Readonly<Record<string, string>> = { fpr: "false positive rate", fnr: "false negative rate" };
  const rates = (["agreement", "precision", "recall", "fpr", "fnr"] as const).map((name) => [
    longer[name] ?? name,
    shareText(evaluation[name]),
    count(evaluation[name].n),
  ]);
  return html`<h3>Threshold for ${goal}</h3>
<p><strong>${threshold === null ? "Never call a run a success" : `Score ≥ ${threshold.toFixed(3)}`}.</strong> ${met === null || met.interval ? "" : met.value ? "The goal is met by the value, but not shown by its interval." : "The goal is missed."}</p>
${tableOf(
  "On runs it was not chosen on",
  [{ head: "on runs it was not chosen on" }, { head: "value", align: right }, { head: "n", align: right }],
  [...rates, ["Cohen's κ", coefficientText(evaluation.kappa), count(evaluation.kappa.n)]],
)}
<p class="muted small">Chosen by each fold: ${foldThresholds.map((fold) => (fold === null ? "never" : fold.toFixed(2))).join(", ")}.</p>`;
}

/** How many labels the main rates need for the wanted width. */
export function needSection(halfWidth: number, needs: readonly LabelNeed[]): Html {
  return html`<h3>Labels for ± ${(halfWidth * 100).toFixed(1)} points</h3>
${tableOf(
  "Labels needed",
  [{ head: "rate" }, { head: "now", align: right }, { head: "labels in all", align: right }],
  needs.map(({ rate, halfWidth: now, labels }) => [
    rate,
    now === null ? "–" : `± ${(now * 100).toFixed(1)}`,
    labels === null ? "–" : count(labels),
  ]),
)}`;
}

/** The bounds that were asked for, and how they came out. */
export function gateSection({ checks, on }: GateResult): Html {
  return html`<h3>Gate</h3>
<p class="muted">Tested on ${on === "interval" ? "the unfavourable end of the interval" : "the value alone"}.</p>
${bullets(checks.map(({ passed, message }) => html`<span class="badge ${passed ? "good" : "bad"}">${passed ? "passed" : "failed"}</span> ${message}`))}`;
}

/** A rate over all runs in one line, for summaries. */
export function correctedLine({ predictionPowered, judgedRate, labelled }: Corrected): Html {
  return html`Judged success rate ${percent(judgedRate.value)}; corrected ${shareText(predictionPowered)} (prediction-powered, ${counted(labelled, "label")}).`;
}

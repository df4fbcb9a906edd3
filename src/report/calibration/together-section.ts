/** What concerns several judges, or several people, together. */
import type { HumanCeiling, JudgesDocument } from "../../../calibration/index.ts";
import { type Column, count, counted, percent, percentInterval } from "../../terminal/index.ts";
import { type Html, html } from "../html.ts";
import { tableOf } from "../table.ts";
import { coefficientText, points, pValue, shareText } from "./words.ts";

const right = "right" as const;

/** Judges against each other. */
export function comparisonSection({ comparisons, panel }: Omit<JudgesDocument, "judges">): Html {
  const columns: Column[] = [
    { head: "first − second" },
    { head: "n", align: right },
    { head: "only first right", align: right },
    { head: "only second right", align: right },
    { head: "agreement, points", align: right },
    { head: "p (Holm)", align: right },
    { head: "κ", align: right },
    { head: "recall", align: right },
    { head: "specificity", align: right },
  ];
  const rows = comparisons.map(({ first, second, n, onlyFirst, onlySecond, difference, adjusted }) => [
    `${first} − ${second}`,
    count(n),
    count(onlyFirst),
    count(onlySecond),
    `${points(difference.agreement.value)} ${percentInterval(difference.agreement)}`,
    pValue(adjusted),
    coefficientText(difference.kappa),
    points(difference.recall.value),
    points(difference.specificity.value),
  ]);
  const votes = panel?.effectiveVotes.value ?? panel?.effectiveVotesUnlabelled.value ?? null;
  return html`<p>Differences on the runs that people and both judges decided, with intervals of the paired bootstrap; the p-value exchanges the judges task by task.</p>
${tableOf("Judges compared", columns, rows)}
${
  panel === null || votes === null
    ? ""
    : html`<p>Together the ${count(panel.judges.length)} judges are worth ${votes.toFixed(1)} independent votes; they disagree on ${counted(panel.disagreements.length, "run")}.</p>`
}
${
  panel === null
    ? ""
    : tableOf(
        "Judges among themselves",
        [
          { head: "judges" },
          { head: "n", align: right },
          { head: "agreement", align: right },
          { head: "κ", align: right },
          { head: "AC1", align: right },
        ],
        panel.pairwise.map(({ first, second, n, agreement, kappa, ac1 }) => [
          `${first} · ${second}`,
          count(n),
          shareText(agreement),
          coefficientText(kappa),
          coefficientText(ac1),
        ]),
      )
}`;
}

/** How far people agree among themselves: the most a judge can be asked for. */
export function ceilingSection(ceiling: HumanCeiling): Html | undefined {
  if (ceiling.agreement.n === 0) return undefined;
  const { agreement, fleissKappa, ac1, alpha } = ceiling;
  return html`<p>Of ${counted(ceiling.trajectories, "labelled run")}, ${count(ceiling.severally)} were decided by two people or more. Agreement ${percent(agreement.value)} ${percentInterval(agreement)}: no judge can be shown to be better than that.</p>
${tableOf(
  "People among themselves",
  [{ head: "rate" }, { head: "value and interval", align: right }, { head: "n", align: right }],
  [
    ["agreement", shareText(agreement), count(agreement.n)],
    ["Fleiss' κ", coefficientText(fleissKappa), count(fleissKappa.n)],
    ["Gwet's AC1", coefficientText(ac1), count(ac1.n)],
    ["Krippendorff's α", coefficientText(alpha), count(alpha.n)],
  ],
)}
${
  ceiling.pairwise.length === 0
    ? ""
    : tableOf(
        "Rater by rater",
        [
          { head: "raters" },
          { head: "n", align: right },
          { head: "agreement", align: right },
          { head: "κ", align: right },
        ],
        ceiling.pairwise.map(({ first, second, n, agreement: rate, kappa }) => [
          `${first} · ${second}`,
          count(n),
          shareText(rate),
          coefficientText(kappa),
        ]),
      )
}
<p class="muted">${counted(ceiling.disagreements.length, "run")} on which people disagree, ${count(ceiling.ties.length)} of them without a majority.</p>`;
}

/** The optional parts of the calibration page: comparisons, corrected rates, threshold, steps, raters, plan. */
import type {
  CalibrationDocument,
  Corrected,
  HumanCeiling,
  JudgesDocument,
  LabelNeed,
  Rate,
  ThresholdChoice,
} from "../../calibration/index.ts";
import {
  type Column,
  count,
  counted,
  decimal,
  decimalInterval,
  percent,
  percentInterval,
  plain,
  points,
  table,
  wrap,
} from "../terminal/index.ts";
import type { Console } from "./console.ts";

type Page = Pick<Console, "colors" | "columns">;

const right = "right" as const;
const pValue = (value: number | null): string =>
  value === null ? "–" : value < 0.001 ? "< 0.001" : value.toFixed(3);
const cells = (rate: Rate): [string, string] => [percent(rate.value), percentInterval(rate)];

/** Judges against each other: agreement differences with intervals and corrected p-values, and the panel's worth. */
export function comparisonSection(
  { comparisons, panel }: Omit<JudgesDocument, "judges">,
  { colors, columns }: Page,
): string[] {
  const rows = comparisons.map(({ first, second, n, difference, adjusted }) => [
    plain(`${first} − ${second}`),
    count(n),
    points(difference.agreement.value),
    percentInterval(difference.agreement),
    pValue(adjusted),
    points(difference.recall.value),
    points(difference.specificity.value),
  ]);
  const head: Column[] = [
    { head: "judges", max: 30 },
    { head: "n", align: right },
    { head: "agreement", align: right },
    { head: "95 %" },
    { head: "p (Holm)", align: right },
    { head: "recall", align: right },
    { head: "spec.", align: right },
  ];
  const votes = panel?.effectiveVotes.value ?? panel?.effectiveVotesUnlabelled.value ?? null;
  const worth =
    votes === null || panel === null
      ? []
      : wrap(
          `Together the ${panel.judges.length} judges are worth ${votes.toFixed(1)} independent votes; they disagree on ${counted(panel.disagreements.length, "run")}.`,
          columns,
        );
  return [colors.bold("Judges compared"), "", ...table(head, rows, colors.dim), "", ...worth];
}

/** Each warning once, with the groups that it is about: of all runs first, then by group. */
function warningLines({ warnings, groups }: Corrected): string[] {
  const about = new Map<string, string[]>(warnings.map(({ message }) => [message, []]));
  for (const { value, warnings: own } of groups) {
    for (const { message } of own) {
      const values = about.get(message);
      if (values === undefined) about.set(message, [value]);
      // What holds for all runs needs no list of groups.
      else if (values.length > 0) values.push(value);
    }
  }
  return [...about].map(([message, values]) =>
    values.length === 0 ? message : `${[...new Set(values)].join(", ")}: ${message}`,
  );
}

/** Success rates corrected for the judge's errors, over all runs and by group. */
export function correctedSection(corrected: Corrected, { colors, columns }: Page): string[] {
  const row = (name: string, rate: Omit<Corrected, "groups">): string[] => [
    plain(name),
    count(rate.runs),
    count(rate.labelled),
    percent(rate.judgedRate.value),
    ...cells(rate.roganGladen),
    ...cells(rate.predictionPowered),
  ];
  const head: Column[] = [
    { head: "", max: 22 },
    { head: "runs", align: right },
    { head: "labels", align: right },
    { head: "judged", align: right },
    { head: "RG", align: right },
    { head: "95 %" },
    { head: "PPI", align: right },
    { head: "95 %" },
  ];
  const rows = [row("all", corrected), ...corrected.groups.map((group) => row(group.value, group))];
  const warnings = warningLines(corrected);
  return [
    colors.bold("Success rates, corrected for the judge's errors"),
    colors.dim("RG: Rogan–Gladen · PPI: prediction-powered inference"),
    "",
    ...table(head, rows, colors.dim),
    ...(warnings.length === 0
      ? []
      : ["", ...warnings.flatMap((warning) => wrap(`! ${plain(warning)}`, columns))]),
  ];
}

/** The threshold chosen for a goal, and what it does where it was not chosen. */
export function thresholdSection(
  goal: string,
  { threshold, evaluation, foldThresholds, met }: ThresholdChoice,
  { colors, columns }: Page,
): string[] {
  if (evaluation.n === 0)
    return [colors.bold(`Threshold for ${goal}`), "The judge gave no scores, so there is none to choose."];
  const folds = foldThresholds.map((fold) => (fold === null ? "never" : fold.toFixed(2))).join(", ");
  const rates = (["agreement", "precision", "recall", "fpr", "fnr"] as const)
    .map(
      (name) =>
        `${name === "fpr" || name === "fnr" ? name.toUpperCase() : name} ${percent(evaluation[name].value)} ${percentInterval(evaluation[name])}`,
    )
    .join(" · ");
  return [
    colors.bold(
      `Threshold for ${goal}: ${threshold === null ? "never call a run a success" : `score ≥ ${threshold.toFixed(3)}`}`,
    ),
    ...wrap(
      `On runs it was not chosen on: ${rates}; κ ${decimal(evaluation.kappa.value)} ${decimalInterval(evaluation.kappa)}.`,
      columns,
    ),
    colors.dim(`Chosen by each fold: ${folds}`),
    ...(met === null || met.interval
      ? []
      : [
          met.value
            ? "The goal is met by the value, but not shown by its interval."
            : "The goal is missed there: ask for a stricter bound, or label more runs.",
        ]),
    ...(threshold === null
      ? []
      : [colors.dim(`To use it: --reward threshold=${threshold.toFixed(3)} (export, serve, reflexion)`)]),
  ];
}

/** Agreement on single steps: the three-way matrix and its κ. */
export function stepSection({ steps }: CalibrationDocument, { colors }: Page): string[] {
  if (steps === undefined) return [];
  const { rows, columns, counts } = steps.matrix;
  const head: Column[] = [
    { head: "judge ╲ people" },
    ...columns.map((name) => ({ head: name, align: right })),
  ];
  const body = rows.map((name, i) => [name, ...(counts[i] ?? []).map(count)]);
  return [
    colors.bold(`Steps · ${counted(steps.n, "step")} classed by both`),
    "",
    ...table(head, body, colors.dim),
    "",
    `agreement ${percent(steps.agreement.value)} ${percentInterval(steps.agreement)}   κ ${decimal(steps.kappa.value)} ${decimalInterval(steps.kappa)}   linear κ ${decimal(steps.kappaLinear.value)}`,
  ];
}

/** What the judge's scores are worth as confidences. */
export function confidenceSection({ confidence }: CalibrationDocument, { colors }: Page): string[] {
  if (confidence === undefined || confidence.n === 0) return [];
  const { brier, ece, rocAuc, reliability } = confidence;
  const rows = reliability
    .filter((bin) => bin.n > 0)
    .map((bin) => [
      `${bin.low.toFixed(1)}–${bin.high.toFixed(1)}`,
      count(bin.n),
      percent(bin.meanScore),
      ...cells(bin.successRate),
    ]);
  const head: Column[] = [
    { head: "score" },
    { head: "n", align: right },
    { head: "mean score", align: right },
    { head: "succeeded", align: right },
    { head: "95 %" },
  ];
  return [
    colors.bold(`Scores as confidences · ${counted(confidence.n, "run")}`),
    `ROC area ${decimal(rocAuc.value)} ${decimalInterval(rocAuc)} · Brier ${decimal(brier.value)} · calibration error ${decimal(ece.value)}`,
    "",
    ...table(head, rows, colors.dim),
  ];
}

/** How far people agree among themselves: the most a judge can be asked for. */
export function ceilingSection(ceiling: HumanCeiling, { colors, columns }: Page): string[] {
  if (ceiling.agreement.n === 0) return [];
  return [
    colors.bold("People among themselves"),
    ...wrap(
      `Agreement ${percent(ceiling.agreement.value)} ${percentInterval(ceiling.agreement)}, α ${decimal(ceiling.alpha.value)}: no judge can be shown to be better than that.`,
      columns,
    ),
  ];
}

/** How many labels the main rates need for the wanted width. */
export function needSection(halfWidth: number, needs: readonly LabelNeed[], { colors }: Page): string[] {
  const rows = needs.map(({ rate, halfWidth: now, labels }) => [
    rate,
    now === null ? "–" : `± ${(now * 100).toFixed(1)}`,
    labels === null ? "–" : count(labels),
  ]);
  const head: Column[] = [
    { head: "rate" },
    { head: "now", align: right },
    { head: "labels in all", align: right },
  ];
  return [
    colors.bold(`Labels for ± ${(halfWidth * 100).toFixed(1)} points`),
    "",
    ...table(head, rows, colors.dim),
  ];
}

/** What the numbers mean, in plain sentences: the same for the terminal, the page and whoever reads the JSON. */
import type { CalibrationSummary, Rate } from "./document.ts";
import { fewRuns } from "./warnings.ts";

/** A share as people write it: `83.8 %`. */
function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function within({ low, high }: Rate, show: (value: number) => string): string {
  return low === null || high === null ? "" : ` [${show(low)}, ${show(high)}]`;
}

const threeDigits = (value: number): string => value.toFixed(3);

function runs(count: number): string {
  return `${count} run${count === 1 ? "" : "s"}`;
}

/** A judge that gives every run the same answer. */
function constantSentence({ confusion, agreement, kappa }: CalibrationSummary): string | null {
  const { tp, fp, fn, tn } = confusion;
  const varied = tp + fp > 0 && fn + tn > 0;
  const oneClass = tp + fn === 0 || fp + tn === 0;
  if (varied || oneClass || tp + fp + fn + tn < fewRuns) return null;
  const answer = fn + tn === 0 ? "success" : "failure";
  const outcome = answer === "success" ? "succeeded" : "failed";
  const chance = kappa.value === null ? "κ is undefined" : `κ is ${kappa.value.toFixed(0)}`;
  return `The judge always says "${answer}", so it is worthless as a judge: its agreement of ${percent(agreement.value ?? 0)} is only the share of runs that ${outcome}, and ${chance}.`;
}

/** Agreement beside what always giving the commoner answer would reach. */
function baselineSentence({ agreement, baseRate, majorityBaseline }: CalibrationSummary): string | null {
  const { value, low } = agreement;
  const { value: baseline } = majorityBaseline;
  if (value === null || baseline === null || baseRate.value === null) return null;
  const answer = baseRate.value >= 0.5 ? "success" : "failure";
  const outcome = answer === "success" ? "succeeded" : "failed";
  const always = `always saying "${answer}" would reach ${percent(baseline)}`;
  if (value < baseline) {
    return `Agreement of ${percent(value)} is below what no judging at all gives: ${always}.`;
  }
  if (low !== null && low <= baseline) {
    return `Agreement of ${percent(value)} is not shown to be better than no judging at all: ${always}.`;
  }
  if ((value - baseline) / (1 - baseline) >= 0.75) {
    return `Agreement of ${percent(value)} is well above no judging at all: ${always}.`;
  }
  if (baseline < 0.6) return null;
  return `Agreement of ${percent(value)} looks high because ${(100 * baseline).toFixed(0)} % of the runs ${outcome}: ${always}.`;
}

function kappaSentence({ kappa }: CalibrationSummary): string | null {
  if (kappa.value === null) return null;
  const stated = `κ ${threeDigits(kappa.value)}${within(kappa, threeDigits)}`;
  if (kappa.value < 0) return `The judge agrees with people less often than chance would (${stated}).`;
  const shown = kappa.low !== null && kappa.low > 0;
  return shown
    ? `Of the agreement that chance leaves open, the judge reaches ${percent(kappa.value)} (${stated}).`
    : `That the judge agrees with people beyond chance is not shown (${stated}).`;
}

function missSentence({ fnr, confusion }: CalibrationSummary): string | null {
  if (fnr.value === null) return null;
  if (confusion.fn === 0) return `The judge misses none of the ${confusion.tp} successes.`;
  return `The judge misses ${percent(fnr.value)}${within(fnr, percent)} of the successes; as a Reflexion reward it would retry ${runs(confusion.fn)} that had succeeded.`;
}

function passSentence({ fpr, precision, confusion }: CalibrationSummary): string | null {
  if (fpr.value === null) return null;
  if (confusion.fp === 0) return `It passes none of the ${confusion.tn} failures.`;
  const kept = precision.value === null ? "" : `, ${percent(1 - precision.value)} of what it keeps`;
  return `It passes ${percent(fpr.value)}${within(fpr, percent)} of the failures; as a filter for cloning it would train on ${runs(confusion.fp)} that had failed${kept}.`;
}

/** Whether success rates taken from the judge would be too high or too low. */
function biasSentence({ judgedRate, baseRate }: CalibrationSummary): string | null {
  if (judgedRate.value === null || baseRate.value === null) return null;
  const shift = judgedRate.value - baseRate.value;
  if (Math.abs(shift) < 0.01) return null;
  return `It sees ${percent(judgedRate.value)} successes where people see ${percent(baseRate.value)}: uncorrected, its success rates are ${(100 * Math.abs(shift)).toFixed(1)} points too ${shift > 0 ? "high" : "low"} on runs like these.`;
}

function abstentionSentence(summary: CalibrationSummary): string | null {
  const { unscored, judgeUnsure, judgeBlocked } = summary;
  const parts = [
    unscored > 0 ? `${unscored} unscored` : "",
    judgeUnsure > 0 ? `${judgeUnsure} unsure` : "",
    judgeBlocked > 0 ? `${judgeBlocked} blocked` : "",
  ].filter((part) => part !== "");
  return parts.length === 0
    ? null
    : `The judge left ${parts.join(", ")}: they are in no rate, and count as neither success nor failure.`;
}

/**
 * What a summary means for whoever would use the judge, the most important first. Warnings come last; they stand in
 * the document as well.
 */
export function meaning(summary: CalibrationSummary): string[] {
  const constant = constantSentence(summary);
  const warnings = summary.warnings
    .filter(({ code }) => constant === null || code !== "constant-judge")
    .map(({ message }) => message);
  const abstentions = abstentionSentence(summary) ?? [];
  if (summary.n === 0) {
    return ["No run was decided by both the judge and people: nothing is known about the judge."].concat(
      abstentions,
      warnings,
    );
  }
  if (summary.agreement.value === null) return warnings;
  const sentences =
    constant === null
      ? [
          baselineSentence(summary),
          kappaSentence(summary),
          missSentence(summary),
          passSentence(summary),
          biasSentence(summary),
        ]
      : [constant];
  return [...sentences.flatMap((sentence) => sentence ?? [])].concat(abstentions, warnings);
}

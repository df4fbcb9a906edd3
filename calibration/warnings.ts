/** What a reader must know before using a summary's numbers. */
import type { BinaryCounts } from "./confusion.ts";
import type { Counts, Warning } from "./document.ts";

/** Below so many clusters, intervals over clusters are known to fail more easily (Cameron, Gelbach and Miller 2008,
 * Review of Economics and Statistics 90(3), pp. 414–427). */
export const fewClusters = 50;
/** Below so many runs of a class, rates over that class say little. */
export const fewRuns = 10;

export interface WarningFacts {
  counts: Counts;
  confusion: BinaryCounts;
  clusters: number;
  clustered: boolean;
  withoutProbability: number;
  targeted: boolean;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** The warnings that a set of pairs earns, the gravest first. */
export function warningsOf(facts: WarningFacts): Warning[] {
  const { counts, confusion, clusters, clustered, withoutProbability, targeted } = facts;
  const warnings: Warning[] = [];
  const add = (code: Warning["code"], message: string): void => {
    warnings.push({ code, message });
  };
  const successes = confusion.tp + confusion.fn;
  const failures = confusion.fp + confusion.tn;
  if (targeted) {
    add(
      "targeted-selection",
      "The labelled runs were chosen for disagreement or uncertainty without known probabilities: a biased sample, so that no rates are computed from it.",
    );
  }
  if (withoutProbability > 0) {
    add(
      "partial-probabilities",
      `${plural(withoutProbability, "run")} of ${counts.n} without a probability of having been chosen: taken as chosen for certain.`,
    );
  }
  if (counts.n === 0) return warnings;
  if (successes === 0 || failures === 0) {
    add(
      "one-class",
      `People saw only ${successes === 0 ? "failures" : "successes"}: nothing is known about the judge on the other class.`,
    );
  } else if (successes < fewRuns || failures < fewRuns) {
    add(
      "small-sample",
      `Only ${successes} success${successes === 1 ? "" : "es"} and ${plural(failures, "failure")} are labelled.`,
    );
  }
  if (confusion.tp + confusion.fp === 0 || confusion.fn + confusion.tn === 0) {
    add(
      "constant-judge",
      `The judge always said ${confusion.tp + confusion.fp === 0 ? "failure" : "success"}: it tells no run from another.`,
    );
  }
  if (clusters < fewClusters) {
    add(
      "few-clusters",
      `Intervals rest on ${plural(clusters, clustered ? "task" : "run")}; with fewer than ${fewClusters} they can miss the truth more often than they say.`,
    );
  }
  if (counts.coverage !== null && counts.coverage < 0.95) {
    add(
      "low-coverage",
      `Only ${counts.n} of ${counts.labelled} labelled runs were decided on both sides; the rates say nothing about the others.`,
    );
  }
  return warnings;
}

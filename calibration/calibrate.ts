/** Compares a judge with people: from pairs to the calibration document. */
import type { Pair } from "../src/trajectory/pair.ts";
import { clusterPairs } from "./clusters.ts";
import type { CalibrationDocument, CalibrationSummary, Counts, GroupSummary } from "./document.ts";
import { type CalibrateOptions, type Settings, settingsOf } from "./options.ts";
import { ratesOf } from "./rates.ts";

function countPairs(pairs: readonly Pair[], n: number): Counts {
  const counts = {
    unlabelled: 0,
    unscored: 0,
    judgeUnsure: 0,
    judgeBlocked: 0,
    humanUnsure: 0,
    humanBlocked: 0,
  };
  for (const { human, judge } of pairs) {
    if (judge === null) counts.unscored++;
    if (judge === "unsure") counts.judgeUnsure++;
    if (judge === "blocked") counts.judgeBlocked++;
    if (human === null) counts.unlabelled++;
    if (human === "unsure") counts.humanUnsure++;
    if (human === "blocked") counts.humanBlocked++;
  }
  const labelled = pairs.length - counts.unlabelled;
  return { n, labelled, coverage: labelled === 0 ? null : n / labelled, ...counts };
}

function summarise(pairs: readonly Pair[], settings: Settings): CalibrationSummary {
  const clustered = clusterPairs(pairs);
  const { tp, fp, fn, tn } = clustered.counts;
  const { rates, undefined: reasons, interval } = ratesOf(clustered, settings);
  return {
    ...countPairs(pairs, tp + fp + fn + tn),
    confusion: clustered.counts,
    ...rates,
    undefined: reasons,
    interval,
  };
}

function groupsOf(pairs: readonly Pair[], field: string, settings: Settings): GroupSummary[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const value = pair.group?.[field];
    if (value === undefined) continue;
    const members = groups.get(value);
    if (members === undefined) groups.set(value, [pair]);
    else members.push(pair);
  }
  return [...groups].map(([value, members]) => ({ field, value, ...summarise(members, settings) }));
}

/**
 * How well a judge agrees with people.
 *
 * Rates are over the pairs that both sides decided (success or failure); unsure, blocked and unscored pairs are
 * counted, never folded into failure. Undefined rates are null and `undefined` says why.
 *
 * @throws InputError for options out of range
 */
export function calibrate(pairs: readonly Pair[], options?: CalibrateOptions): CalibrationDocument {
  const settings = settingsOf(options);
  return {
    ...summarise(pairs, settings),
    groups: settings.by.flatMap((field) => groupsOf(pairs, field, settings)),
  };
}

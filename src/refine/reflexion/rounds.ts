/** Success by round: after trial 1, 2, …, k the share of tasks whose newest trial succeeded, by the oracle and by the evaluator. */

import { type Estimate, estimatesOf } from "../../../calibration/estimate.ts";
import type { Rate } from "../../../calibration/index.ts";
import { wilson } from "../../../calibration/intervals.ts";
import type { IntervalOptions } from "../../../calibration/options.ts";
import { settingsOf } from "../../../calibration/options.ts";
import { rateOf } from "../../../calibration/share.ts";
import { Tally } from "../../../calibration/tally.ts";
import type { TrialRecord } from "./trial-record.ts";

/** Who says whether a trial succeeded. */
export type Side = "truth" | "outcome";

export interface RoundReport {
  /** From 1. */
  round: number;
  /** Tasks that played this trial. */
  played: number;
  /** Share of tasks whose newest trial is a true success; `n` counts those that the oracle decides. */
  success: Rate;
  /** The same by the evaluator; `n` counts those that it decided. */
  judged: Rate;
  /** True success minus that of round 1, over the tasks that have both; null values in round 1. */
  gain: Rate;
}

/** The trial that counts after a round: the one of the round, or the last before it. */
const newestAfter = (trials: readonly TrialRecord[], round: number): TrialRecord | undefined =>
  trials[Math.min(round, trials.length) - 1];

/** 1 for a success, 0 for a failure, null for what is neither. */
function decided(trial: TrialRecord | undefined, side: Side): 0 | 1 | null {
  const said = trial?.[side] ?? null;
  return said === "success" ? 1 : said === "failure" ? 0 : null;
}

/** One binary a task, so that tasks are independent and Wilson's interval holds. */
function shareAfter(
  tasks: readonly (readonly TrialRecord[])[],
  round: number,
  side: Side,
  level: number,
): Rate {
  const values = tasks.flatMap((trials) => decided(newestAfter(trials, round), side) ?? []);
  const n = values.length;
  if (n === 0) return rateOf(null, null, 0);
  const value = values.reduce<number>((sum, each) => sum + each, 0) / n;
  return rateOf(value, wilson(value, n, level), n);
}

const toRate = ({ value, interval }: Estimate, n: number): Rate => rateOf(value, interval, n);

/** Paired by task: a task that was lost counts against one that was won. */
function gainAfter(
  tasks: readonly (readonly TrialRecord[])[],
  round: number,
  options: IntervalOptions,
): Rate {
  if (round === 1) return rateOf(null, null, 0);
  const tally = new Tally(3);
  for (const trials of tasks) {
    const [first, now] = [
      decided(newestAfter(trials, 1), "truth"),
      decided(newestAfter(trials, round), "truth"),
    ];
    if (first !== null && now !== null) tally.add(undefined, 1 + now - first);
  }
  const gain = (cells: Float64Array): number | null => {
    const [lost = 0, same = 0, won = 0] = cells;
    const n = lost + same + won;
    return n === 0 ? null : (won - lost) / n;
  };
  return toRate(estimatesOf(tally.patterns(), { gain }, settingsOf(options)).gain, tally.items);
}

/**
 * Rates after each round over finished tasks.
 *
 * @param tasks the trials of each task, the first one first
 * @param rounds k
 */
export function roundReports(
  tasks: readonly (readonly TrialRecord[])[],
  rounds: number,
  options: IntervalOptions = {},
): RoundReport[] {
  const { level } = settingsOf(options);
  return Array.from({ length: rounds }, (_unused, i) => ({
    round: i + 1,
    played: tasks.filter((trials) => trials.length > i).length,
    success: shareAfter(tasks, i + 1, "truth", level),
    judged: shareAfter(tasks, i + 1, "outcome", level),
    gain: gainAfter(tasks, i + 1, options),
  }));
}

/** Success by round: after trial 1, 2, …, k the share of tasks whose newest trial succeeded, by the oracle and by the evaluator. */

import { estimatesOf } from "../../../calibration/estimate.ts";
import type { Rate } from "../../../calibration/index.ts";
import { wilson } from "../../../calibration/intervals.ts";
import type { IntervalOptions } from "../../../calibration/options.ts";
import { settingsOf } from "../../../calibration/options.ts";
import { rateOf } from "../../../calibration/share.ts";
import { Tally } from "../../../calibration/tally.ts";
import type { TrialRecord } from "./trial-record.ts";

/** Who says whether a trial succeeded. */
export type Side = "truth" | "outcome";

/** Success after a round. A rate is a share from 0 to 1 with its 95 % interval; all are null where nothing was counted. */
export interface RoundReport {
  /** From 1. */
  round: number;
  /** Tasks that played this trial. */
  played: number;
  /** Share of tasks whose newest trial is a true success; `n` counts those that the oracle decides. */
  success: Rate;
  /** The same by the evaluator; `n` counts those that it decided. */
  judged: Rate;
  /** True success minus that of round 1, from −1 to 1, over the tasks that have both; null values in round 1. */
  gain: Rate;
  /**
   * What the evaluator says minus what is true, from −1 to 1, over the tasks that both decided (`n`): unlike
   * `judged` minus `success`, which are over different tasks where one of them left some open.
   */
  excess: Rate;
}

/** The trial that counts after a round: the one of the round, or the last before it. */
const newestAfter = (trials: readonly TrialRecord[], round: number): TrialRecord | undefined =>
  trials[Math.min(round, trials.length) - 1];

/** 1 for a success, 0 for a failure, null for what is neither. */
function decided(trial: TrialRecord | undefined, side: Side): 0 | 1 | null {
  const said = trial?.[side] ?? null;
  return said === "success" ? 1 : said === "failure" ? 0 : null;
}

/** A word a task: 1, 0, or null where it is not decided. */
type Words = readonly (0 | 1 | null)[];

/** One binary a task, so that tasks are independent and Wilson's interval holds. */
function shareOf(words: Words, level: number): Rate {
  const values = words.flatMap((word) => word ?? []);
  const n = values.length;
  if (n === 0) return rateOf(null, null, 0);
  const value = values.reduce<number>((sum, each) => sum + each, 0) / n;
  return rateOf(value, wilson(value, n, level), n);
}

/** Paired by task: one that went down counts against one that went up. Tasks without both words are left out. */
function differenceOf(words: Words, from: Words, options: IntervalOptions): Rate {
  const tally = new Tally(3);
  for (const [task, word] of words.entries()) {
    const other = from[task] ?? null;
    if (word !== null && other !== null) tally.add(undefined, 1 + word - other);
  }
  const difference = (cells: Float64Array): number | null => {
    const [down = 0, same = 0, up = 0] = cells;
    const n = down + same + up;
    return n === 0 ? null : (up - down) / n;
  };
  const { value, interval } = estimatesOf(tally.patterns(), { difference }, settingsOf(options)).difference;
  return rateOf(value, interval, tally.items);
}

const none = rateOf(null, null, 0);

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
  const words = (round: number, side: Side) =>
    tasks.map((trials) => decided(newestAfter(trials, round), side));
  const first = words(1, "truth");
  return Array.from({ length: rounds }, (_unused, i) => {
    const [truth, said] = [words(i + 1, "truth"), words(i + 1, "outcome")];
    return {
      round: i + 1,
      played: tasks.filter((trials) => trials.length > i).length,
      success: shareOf(truth, level),
      judged: shareOf(said, level),
      gain: i === 0 ? none : differenceOf(truth, first, options),
      excess: differenceOf(said, truth, options),
    };
  });
}

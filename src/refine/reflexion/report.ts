/** What a Reflexion loop came to: success by round, the evaluator against the oracle, and what its errors cost. Plain JSON. */
import type { IntervalOptions } from "../../../calibration/options.ts";
import { type ErrorCosts, errorCosts } from "./error-costs.ts";
import { isFinished } from "./play-task.ts";
import { type RoundReport, roundReports } from "./rounds.ts";
import type { TrialRecord } from "./trial-record.ts";

/** What a loop came to, as `reflexion --json` prints it beside the record. */
export interface ReflexionReport {
  /** Tasks whose loop has ended; all rates are over these. */
  tasks: number;
  /** Tasks that were begun and not ended, in no rate. */
  unfinished: number;
  /** Trials of the finished tasks. */
  trials: number;
  /** One for each trial that a task may have. */
  rounds: RoundReport[];
  /** Trials that the evaluator did not decide. */
  undecided: { unsure: number; blocked: number; unscored: number };
  /** Tasks with trials whose truth is not known; costs are over the others. */
  withoutTruth: number;
  /** Null where the truth of no task is known. */
  costs: ErrorCosts | null;
}

/**
 * Sums a loop up.
 *
 * @param trials in the order in which each task's were played
 * @param rounds k, the trials that a task may have
 */
export function reflexionReport(
  trials: readonly TrialRecord[],
  rounds: number,
  options: IntervalOptions = {},
): ReflexionReport {
  const byTask = new Map<string, TrialRecord[]>();
  for (const trial of trials) byTask.set(trial.taskId, [...(byTask.get(trial.taskId) ?? []), trial]);
  const finished = [...byTask.values()].filter(isFinished);
  const known = finished.filter((own) => own.every(({ truth }) => truth !== null));
  const all = finished.flat();
  const count = (outcome: TrialRecord["outcome"]): number =>
    all.filter((trial) => trial.outcome === outcome).length;
  return {
    tasks: finished.length,
    unfinished: byTask.size - finished.length,
    trials: all.length,
    rounds: roundReports(finished, rounds, options),
    undecided: { unsure: count("unsure"), blocked: count("blocked"), unscored: count(null) },
    withoutTruth: finished.length - known.length,
    costs: known.length === 0 ? null : errorCosts(known, rounds, options),
  };
}

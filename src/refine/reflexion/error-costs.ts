/** What the evaluator's errors cost in a loop that was run: successes lost by retrying, gains missed by stopping. */
import { estimatesOf, type Statistic } from "../../../calibration/estimate.ts";
import type { Rate } from "../../../calibration/index.ts";
import type { IntervalOptions } from "../../../calibration/options.ts";
import { settingsOf } from "../../../calibration/options.ts";
import { rateOf, shareOf } from "../../../calibration/share.ts";
import { Tally } from "../../../calibration/tally.ts";
import type { TrialRecord } from "./trial-record.ts";

/**
 * What the evaluator's errors cost, over finished tasks whose truth is known. A rate is a share from 0 to 1 with its
 * 95 % interval, all null where nothing was counted; `n` is its denominator.
 */
export interface ErrorCosts {
  /** Trials that oracle and evaluator both decided: judged × true. */
  confusion: { tp: number; fp: number; fn: number; tn: number };
  /** Of the true successes that the evaluator decided, the share that it accepted; trials of a task are dependent. */
  sensitivity: Rate;
  /** Of the true failures that the evaluator decided, the share that it refused. */
  specificity: Rate;
  falseNegatives: {
    /** True successes that were refused and tried again. */
    retried: number;
    /** Of them, those whose task ended in a true failure. */
    lost: number;
    /** Share of all tasks that had a refused success and ended in failure. */
    lostTasks: Rate;
    /** lost / retried: what one false negative costs. */
    cost: Rate;
  };
  falsePositives: {
    /** True failures that were accepted although trials were left. */
    stopped: number;
    /** Share of all tasks that would have been won, had those been tried again like other failures of their round. */
    missedTasks: Rate;
    /** What one false positive costs: the missed tasks over `stopped`; the chance ahead when none occurred. */
    cost: Rate;
  };
  /**
   * V: of the true failures that were tried again, refused or left open, the share whose task ended in a true success.
   */
  ahead: Rate;
  /**
   * Cost of one false negative minus cost of one false positive, from −1 to 1; null without either, no interval with
   * few of either. `n` counts the errors of the rarer kind.
   */
  difference: Rate;
  /** True successes that the evaluator left open, were tried again, and ended in a true failure. */
  undecidedLost: number;
}

/** With fewer errors of a kind the bootstrap would claim more than so few can tell. */
const fewErrors = 10;

const cell = { task: 0, tp: 1, fp: 2, fn: 3, tn: 4, lostTask: 5, fnRetried: 6, fnLost: 7 } as const;
const cellsOfRound = 3;
const fixed = Object.keys(cell).length;
/** The cells of a round: failures tried again, those of them that ended well, failures accepted too early. */
const roundCell = (trial: number, which: 0 | 1 | 2): number => fixed + cellsOfRound * trial + which;

function tallyTask(trials: readonly TrialRecord[], rounds: number, add: (cell: number) => void): void {
  const end = trials.at(-1)?.truth;
  let wasLost = false;
  add(cell.task);
  for (const { trial, truth, outcome, next } of trials) {
    if (truth !== "success" && truth !== "failure") continue;
    if (truth === "failure" && next === "retry") {
      add(roundCell(trial, 0));
      if (end === "success") add(roundCell(trial, 1));
    }
    if (outcome !== "success" && outcome !== "failure") continue;
    if (truth === "success") add(outcome === "success" ? cell.tp : cell.fn);
    else add(outcome === "success" ? cell.fp : cell.tn);
    if (truth === "failure" && outcome === "success" && trial + 1 < rounds) add(roundCell(trial, 2));
    if (truth === "success" && outcome === "failure" && next === "retry") {
      add(cell.fnRetried);
      if (end === "failure") {
        add(cell.fnLost);
        wasLost = true;
      }
    }
  }
  if (wasLost) add(cell.lostTask);
}

const ratio = (top: number, bottom: number): number | null => (bottom === 0 ? null : top / bottom);

/** Statistics over the cells of a loop of k rounds. */
function statisticsOf(rounds: number) {
  const at = (cells: Float64Array, index: number): number => cells[index] ?? 0;
  const each = <T>(of: (trial: number) => T): T[] => Array.from({ length: rounds }, (_unused, i) => of(i));
  const sum = (cells: Float64Array, which: 0 | 1 | 2): number =>
    each((trial) => at(cells, roundCell(trial, which))).reduce((total, value) => total + value, 0);
  const ahead: Statistic = (cells) => ratio(sum(cells, 1), sum(cells, 0));
  /** In a round without failures that were tried again, the pooled chance stands for its own. */
  const missed: Statistic = (cells) => {
    const pooled = ahead(cells);
    if (sum(cells, 2) === 0) return 0;
    if (pooled === null) return null;
    return each((trial) => {
      const own = ratio(at(cells, roundCell(trial, 1)), at(cells, roundCell(trial, 0))) ?? pooled;
      return at(cells, roundCell(trial, 2)) * own;
    }).reduce((total, value) => total + value, 0);
  };
  const perTask = (top: number | null, cells: Float64Array): number | null =>
    top === null ? null : ratio(top, at(cells, cell.task));
  const fnCost: Statistic = (cells) => ratio(at(cells, cell.fnLost), at(cells, cell.fnRetried));
  const fpCost: Statistic = (cells) => {
    const stopped = sum(cells, 2);
    const all = missed(cells);
    return stopped === 0 ? ahead(cells) : all === null ? null : all / stopped;
  };
  return {
    missedTasks: (cells: Float64Array) => perTask(missed(cells), cells),
    fnCost,
    fpCost,
    difference: (cells: Float64Array) => {
      const [negative, positive] = [fnCost(cells), fpCost(cells)];
      return negative === null || positive === null ? null : negative - positive;
    },
  };
}

/**
 * Costs over finished tasks whose truth is known. Shares have Wilson's interval on the effective number of items that
 * the tasks leave; what is no share of items, the bootstrap over tasks.
 *
 * @param tasks the trials of each task, the first one first
 * @param rounds k
 */
export function errorCosts(
  tasks: readonly (readonly TrialRecord[])[],
  rounds: number,
  options: IntervalOptions = {},
): ErrorCosts {
  const settings = settingsOf(options);
  const width = fixed + cellsOfRound * rounds;
  const tally = new Tally(width);
  const totals = new Float64Array(width);
  for (const [index, trials] of tasks.entries()) {
    tallyTask(trials, rounds, (at) => {
      tally.add(String(index), at);
      totals[at] = (totals[at] ?? 0) + 1;
    });
  }
  const patterns = tally.patterns();
  const count = (at: number): number => totals[at] ?? 0;
  const all = (which: 0 | 1 | 2): number[] =>
    Array.from({ length: rounds }, (_unused, trial) => roundCell(trial, which));
  const sum = (cells: ArrayLike<number>, of: readonly number[]): number =>
    of.reduce((total, at) => total + (cells[at] ?? 0), 0);
  const share = (top: readonly number[], bottom: readonly number[]): Rate => {
    const parts = {
      top: (cells: Float64Array): number => sum(cells, top),
      bottom: (cells: Float64Array): number => sum(cells, bottom),
    };
    return shareOf(parts, patterns, sum(totals, bottom), false, settings.level);
  };
  const estimates = estimatesOf(patterns, statisticsOf(rounds), settings);
  const stopped = sum(totals, all(2));
  const ahead = share(all(1), all(0));
  const retried = count(cell.fnRetried);
  const tooFew = Math.min(retried, stopped) < fewErrors;
  const rate = (name: keyof typeof estimates, items: number): Rate =>
    rateOf(estimates[name].value, estimates[name].interval, items);
  return {
    confusion: { tp: count(cell.tp), fp: count(cell.fp), fn: count(cell.fn), tn: count(cell.tn) },
    sensitivity: share([cell.tp], [cell.tp, cell.fn]),
    specificity: share([cell.tn], [cell.tn, cell.fp]),
    falseNegatives: {
      retried,
      lost: count(cell.fnLost),
      lostTasks: share([cell.lostTask], [cell.task]),
      cost: share([cell.fnLost], [cell.fnRetried]),
    },
    falsePositives: {
      stopped,
      missedTasks: rate("missedTasks", tasks.length),
      cost: stopped === 0 ? ahead : rate("fpCost", stopped),
    },
    ahead,
    difference: rateOf(
      estimates.difference.value,
      tooFew ? null : estimates.difference.interval,
      Math.min(retried, stopped),
    ),
    undecidedLost: tasks.filter(
      (trials) =>
        trials.at(-1)?.truth === "failure" &&
        trials.some(
          ({ truth, outcome, next }) =>
            truth === "success" && next === "retry" && outcome !== "success" && outcome !== "failure",
        ),
    ).length,
  };
}

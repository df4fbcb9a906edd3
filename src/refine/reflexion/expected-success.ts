/** What a Reflexion loop comes to in theory: success by round, trials, and the price of the evaluator's two errors. */
import { InputError } from "../../trajectory/index.ts";

/** What decides how a loop goes, as chances. */
export interface ReflexionModel {
  /** Chance of a true success of trial 1, 2, …, k, given that the trial is played; each in [0, 1]. */
  readonly success: readonly number[];
  /** Chance that the evaluator calls a true success a success, in [0, 1]. */
  readonly sensitivity: number;
  /** Chance that the evaluator calls a true failure a failure, in [0, 1]. */
  readonly specificity: number;
}

/** One round of the loop; all values are chances or expected counts per task. */
export interface ExpectedRound {
  /** From 1. */
  readonly round: number;
  /** Chance that this trial is played. */
  readonly played: number;
  /** Chance that the task's newest trial after this round is a true success. */
  readonly success: number;
  /** Chance that the evaluator has called the task's newest trial a success. */
  readonly judged: number;
  /** V: the chance that the trials after this one end in a true success, once another is played; null in the last round. */
  readonly ahead: number | null;
  /** True success lost by one wrongly refused success of this round: 1 − V; 0 in the last round. */
  readonly costOfFalseNegative: number;
  /** True success forgone by one wrongly accepted failure of this round: V; 0 in the last round. */
  readonly costOfFalsePositive: number;
  /** Expected loss to the false negatives of this round: played · p (1 − s) (1 − V). */
  readonly lostToFalseNegatives: number;
  /** Expected loss to the false positives of this round: played · (1 − p) (1 − c) V. */
  readonly lostToFalsePositives: number;
}

/** What the closed form says of a loop. */
export interface ExpectedReflexion {
  /** One for each trial that a task may have. */
  readonly rounds: readonly ExpectedRound[];
  /** Chance that a task ends in a true success. */
  readonly success: number;
  /** Expected number of trials a task. */
  readonly trials: number;
}

/**
 * Chance that a trial after reflections succeeds, for an actor that succeeds by itself with chance `skill` and whose
 * reflections help with chance `learning`: (1 − learning) · skill + learning.
 *
 * @throws InputError for a chance outside [0, 1]
 */
export function successAfterReflection(skill: number, learning: number): number {
  const [own, helped] = [checked("skill", skill), checked("learning", learning)];
  return (1 - helped) * own + helped;
}

function checked(name: string, value: number): number {
  if (!(value >= 0 && value <= 1)) throw new InputError(`${name}: must lie in [0, 1], saw ${value}`);
  return value;
}

/** The chance that the trials from each one on end in a true success: W(k) = p(k), then backwards. */
function endingsOf({ success, sensitivity: s, specificity: c }: ReflexionModel): number[] {
  const endings: number[] = [];
  for (const p of [...success].reverse()) {
    const next = endings[0];
    endings.unshift(next === undefined ? p : p * s + (p * (1 - s) + (1 - p) * c) * next);
  }
  return endings;
}

/**
 * The loop in closed form: a task is tried until the evaluator calls a trial a success, at most k times, and its newest
 * trial counts. Trials and judgements are independent, given their chances. The derivation is in docs/reflexion.md.
 *
 * @throws InputError for a chance outside [0, 1] or a model without trials
 * @see Shinn et al. (2023), Reflexion, algorithm 1, for the loop; the recursion is our own
 */
export function expectedReflexion(model: ReflexionModel): ExpectedReflexion {
  const s = checked("sensitivity", model.sensitivity);
  const c = checked("specificity", model.specificity);
  const chances = model.success.map((p, i) => checked(`success[${i}]`, p));
  if (chances.length === 0) throw new InputError("success: needs the chance of at least one trial, saw none");
  const endings = endingsOf(model);
  const rounds: ExpectedRound[] = [];
  let played = 1;
  let trials = 0;
  let kept = 0;
  let judged = 0;
  for (const [i, p] of chances.entries()) {
    const ahead = endings[i + 1] ?? null;
    const accepted = p * s + (1 - p) * (1 - c);
    trials += played;
    judged += played * accepted;
    rounds.push({
      round: i + 1,
      played,
      success: kept + played * p,
      judged,
      ahead,
      costOfFalseNegative: ahead === null ? 0 : 1 - ahead,
      costOfFalsePositive: ahead ?? 0,
      lostToFalseNegatives: ahead === null ? 0 : played * p * (1 - s) * (1 - ahead),
      lostToFalsePositives: ahead === null ? 0 : played * (1 - p) * (1 - c) * ahead,
    });
    kept += played * p * s;
    played *= 1 - accepted;
  }
  return { rounds, success: endings[0] ?? 0, trials };
}

/** Which runs to label next: with known chances, so that rates can be estimated from them, or targeted, so that not. */
import { InputError } from "../src/trajectory/errors.ts";
import type { Pair } from "../src/trajectory/pair.ts";
import { isDecided } from "./clusters.ts";
import { randomFrom, shuffle } from "./random.ts";

/** One line of a plan. */
export interface Chosen {
  trajectoryId: string;
  /** The chance with which it was chosen, in (0, 1]; absent in a targeted plan, whose labels give no rates. */
  probability?: number;
  reason: string;
}

export interface SelectionOptions {
  /** How many runs to choose; all of them when there are fewer. */
  count: number;
  /** Group fields whose every combination is to be covered, such as benchmark and agent. Default none. */
  by?: readonly string[];
  /** Scores are cut into so many bins of equal width, each to be covered. Default 4. */
  scoreBins?: number;
  /** Default 1. */
  seed?: number;
}

/** A decided verdict without a score is taken to be wrong this often. */
const presumedError = 0.15;
/** No run is so certain that it is out of reach. */
const leastSpread = 0.2;

/** How uncertain a run's outcome is: the standard deviation of a label with the judge's chance of success. */
function spreadOf({ judge, score }: Pair): number {
  const chance = score ?? (isDecided(judge) ? presumedError : 0.5);
  return Math.max(leastSpread, Math.sqrt(Math.max(0, chance * (1 - chance))));
}

function stratumOf(pair: Pair, by: readonly string[], bins: number): string {
  const fields = by.map((field) => pair.group?.[field] ?? `no ${field}`);
  const { score } = pair;
  if (score === undefined || score === null)
    return [...fields, `judge: ${pair.judge ?? "unscored"}`].join(", ");
  const bin = Math.min(bins - 1, Math.max(0, Math.floor(score * bins)));
  const bound = (at: number): string => String(Number((at / bins).toFixed(2)));
  return [...fields, `score ${bound(bin)} to ${bound(bin + 1)}`].join(", ");
}

/** Chances in proportion to the sizes, summing to `count`, none above 1. */
export function inclusionChances(sizes: readonly number[], count: number): number[] {
  const chances = sizes.map(() => 0);
  let open = sizes.map((_, index) => index);
  let left = count;
  while (open.length > 0) {
    const total = open.reduce((sum, index) => sum + (sizes[index] ?? 0), 0);
    const certain = open.filter((index) => ((sizes[index] ?? 0) * left) / total >= 1 - 1e-12);
    if (certain.length === 0 || left <= 0) {
      for (const index of open) chances[index] = ((sizes[index] ?? 0) * Math.max(0, left)) / total;
      break;
    }
    for (const index of certain) chances[index] = 1;
    left -= certain.length;
    const taken = new Set(certain);
    open = open.filter((index) => !taken.has(index));
  }
  return chances;
}

function checkCount(count: number): void {
  if (!Number.isInteger(count) || count < 1) {
    throw new InputError(`count: must be a positive whole number, saw ${count}`);
  }
}

/**
 * Chooses unlabelled runs with known chances. Half of a run's chance is for coverage (every stratum of group and score
 * gets an equal share), half for uncertainty (in proportion to the spread of its outcome). Runs are then drawn by
 * systematic sampling over the strata in order, at random within each, which keeps the chances exact, the number fixed
 * and every stratum at its share to within one.
 *
 * @throws InputError for a count that is no positive whole number
 * @see Madow (1949), Annals of Mathematical Statistics 20(3), pp. 333–354; Neyman (1934), Journal of the Royal Statistical
 *   Society 97(4), pp. 558–625, for sampling in proportion to spread
 */
export function chooseToLabel(pairs: readonly Pair[], options: SelectionOptions): Chosen[] {
  const { count, by = [], scoreBins = 4, seed = 1 } = options;
  checkCount(count);
  const random = randomFrom(seed);
  const strata = new Map<string, Pair[]>();
  for (const pair of pairs) {
    if (pair.human !== null) continue;
    const name = stratumOf(pair, by, scoreBins);
    const members = strata.get(name);
    if (members === undefined) strata.set(name, [pair]);
    else members.push(pair);
  }
  const ordered = [...strata]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, members]) => {
      const runs = members.map((pair) => ({ pair, name, size: members.length }));
      shuffle(runs, random);
      return runs;
    });
  const totalSpread = ordered.reduce((sum, { pair }) => sum + spreadOf(pair), 0);
  const sizes = ordered.map(
    ({ pair, size }) => 0.5 / (strata.size * size) + (0.5 * spreadOf(pair)) / totalSpread,
  );
  const chances = inclusionChances(sizes, Math.min(count, ordered.length));
  const start = random.uniform();
  const chosen: Chosen[] = [];
  let passed = 0;
  for (const [at, { pair, name, size }] of ordered.entries()) {
    const probability = Math.min(1, chances[at] ?? 0);
    const marks = Math.floor(passed + probability - start + 1e-9) - Math.floor(passed - start + 1e-9);
    passed += probability;
    if (marks < 1) continue;
    const why = spreadOf(pair) >= 0.4 ? "uncertain" : "coverage";
    chosen.push({
      trajectoryId: pair.id,
      probability,
      reason: `${why}: one of ${size} with ${name}`,
    });
  }
  return chosen;
}

/**
 * Chooses the unlabelled runs that promise to teach most about the judge: those of `disputed` first, then the most
 * uncertain. Labels chosen so say where a judge errs, not how often: they carry no probability, and `calibrate` must
 * be told `selection: "targeted"`.
 *
 * @param disputed ids of runs on which judges disagree
 * @throws InputError for a count that is no positive whole number
 */
export function chooseTargeted(
  pairs: readonly Pair[],
  count: number,
  disputed: ReadonlySet<string> = new Set(),
): Chosen[] {
  checkCount(count);
  return pairs
    .filter(({ human }) => human === null)
    .map((pair) => ({ pair, rank: (disputed.has(pair.id) ? 1 : 0) + spreadOf(pair) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ pair }) => ({
      trajectoryId: pair.id,
      reason: disputed.has(pair.id) ? "targeted: judges disagree" : "targeted: the judge is uncertain",
    }));
}

/** From pairs to binary counts: in all, and for each cluster that intervals resample. */
import { InputError } from "../src/trajectory/errors.ts";
import type { Pair } from "../src/trajectory/pair.ts";
import { shown } from "../src/trajectory/validate.ts";
import type { Outcome } from "../src/trajectory/verdict.ts";
import type { BinaryCounts } from "./confusion.ts";
import { type Patterns, Tally } from "./tally.ts";

/** The binary counts of decided pairs, raw and by cluster. */
export interface ClusteredPairs {
  /** Unweighted. */
  counts: BinaryCounts;
  /** Weighted by 1 / probability: tp, fp, fn, tn of each cluster. */
  patterns: Patterns;
  /** True when a cluster holds several pairs. */
  clustered: boolean;
  /** True when pairs were chosen with different probabilities. */
  weighted: boolean;
  /** Pairs that state no probability although others do: they count as chosen for certain. */
  withoutProbability: number;
}

/** The cell of a pair in the order tp, fp, fn, tn; −1 when a side is undecided. */
export function cellOf({ human, judge }: Pick<Pair, "human" | "judge">): number {
  if (judge === "success") return human === "success" ? 0 : human === "failure" ? 1 : -1;
  if (judge === "failure") return human === "success" ? 2 : human === "failure" ? 3 : -1;
  return -1;
}

/**
 * A pair's weight: how many runs it stands for when it was chosen with a known probability.
 *
 * @throws InputError for a probability outside (0, 1]
 */
export function weightOf({ id, probability }: Pick<Pair, "id" | "probability">): number {
  if (probability === undefined) return 1;
  if (!(probability > 0 && probability <= 1)) {
    throw new InputError(`pair ${shown(id)}: probability: must lie in (0, 1], saw ${probability}`);
  }
  return 1 / probability;
}

/** The outcomes that decide; unsure, blocked and unscored do not. */
export const decisions = ["success", "failure"] as const;

export function isDecided(outcome: Outcome | null): outcome is (typeof decisions)[number] {
  return outcome === "success" || outcome === "failure";
}

/** People decided: the run can tell how a judge errs. */
export function isLabelled({ human }: Pick<Pair, "human">): boolean {
  return isDecided(human);
}

export function countsOf(cells: ArrayLike<number>): BinaryCounts {
  return { tp: cells[0] ?? 0, fp: cells[1] ?? 0, fn: cells[2] ?? 0, tn: cells[3] ?? 0 };
}

/** Sorts decided pairs into cells and clusters; a pair without a cluster is its own. */
export function clusterPairs(pairs: readonly Pair[]): ClusteredPairs {
  const tally = new Tally(4);
  const cells = [0, 0, 0, 0];
  let lightest = Number.POSITIVE_INFINITY;
  let heaviest = 0;
  let stated = 0;
  for (const pair of pairs) {
    const cell = cellOf(pair);
    if (cell < 0) continue;
    const weight = weightOf(pair);
    if (pair.probability !== undefined) stated++;
    if (weight < lightest) lightest = weight;
    if (weight > heaviest) heaviest = weight;
    cells[cell] = (cells[cell] ?? 0) + 1;
    tally.add(pair.cluster, cell, weight);
  }
  const patterns = tally.patterns();
  return {
    counts: countsOf(cells),
    patterns,
    clustered: patterns.clusters < tally.items,
    weighted: heaviest > lightest,
    withoutProbability: stated === 0 ? 0 : tally.items - stated,
  };
}

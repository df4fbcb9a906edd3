/** Runs with a score and a decided label: what confidence, thresholds and recalibration are computed from. */
import { InputError } from "../src/trajectory/errors.ts";
import type { Pair } from "../src/trajectory/pair.ts";
import { shown } from "../src/trajectory/validate.ts";
import { isLabelled, weightOf } from "./clusters.ts";

export interface ScoredItem {
  id: string;
  /** The judge's degree of success, in [0, 1]. */
  score: number;
  /** What people said. */
  success: boolean;
  /** What intervals resample, folds keep together and guarantees are about. */
  cluster: string;
  /** How many runs it stands for. */
  weight: number;
}

/**
 * The pairs that have a score and on which people decided, whatever outcome the judge gave.
 *
 * @throws InputError for a score outside [0, 1]
 */
export function scoredItems(pairs: readonly Pair[]): ScoredItem[] {
  const items: ScoredItem[] = [];
  for (const [index, pair] of pairs.entries()) {
    const { id, human, score, cluster } = pair;
    if (score === undefined || score === null || !isLabelled(pair)) continue;
    if (!(score >= 0 && score <= 1)) {
      throw new InputError(`pair ${shown(id)}: score: must lie in [0, 1], saw ${score}`);
    }
    items.push({
      id,
      score,
      success: human === "success",
      cluster: cluster ?? `\0${index}`,
      weight: weightOf(pair),
    });
  }
  return items;
}

/** Members by cluster, in order of appearance. */
export function byCluster<Item extends { cluster: string }>(items: readonly Item[]): Item[][] {
  const clusters = new Map<string, Item[]>();
  for (const item of items) {
    const members = clusters.get(item.cluster);
    if (members === undefined) clusters.set(item.cluster, [item]);
    else members.push(item);
  }
  return [...clusters.values()];
}

/** Pairs by cluster; a pair without one is its own. */
export function clusteredRuns(pairs: readonly Pair[]): Pair[][] {
  const named = pairs.map((pair, at) => ({ pair, cluster: pair.cluster ?? `\0${at}` }));
  return byCluster(named).map((members) => members.map(({ pair }) => pair));
}

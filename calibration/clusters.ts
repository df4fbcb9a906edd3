/** From pairs to counts: in all, and for each cluster that intervals resample. */
import type { Pair } from "../src/trajectory/pair.ts";
import type { ClusterCounts } from "./bootstrap.ts";
import type { BinaryCounts } from "./confusion.ts";

/** The binary counts of decided pairs, raw and by cluster. */
export interface ClusteredPairs {
  /** Unweighted. */
  counts: BinaryCounts;
  /** Weighted by 1 / probability: tp, fp, fn, tn of each cluster. */
  byCluster: ClusterCounts;
  /** True when a cluster holds several pairs. */
  clustered: boolean;
  /** True when pairs were chosen with different probabilities. */
  weighted: boolean;
}

/** The cell of a pair in the order tp, fp, fn, tn; −1 when a side is undecided. */
export function cellOf({ human, judge }: Pick<Pair, "human" | "judge">): number {
  if (judge === "success") return human === "success" ? 0 : human === "failure" ? 1 : -1;
  if (judge === "failure") return human === "success" ? 2 : human === "failure" ? 3 : -1;
  return -1;
}

export function countsOf(cells: ArrayLike<number>): BinaryCounts {
  return { tp: cells[0] ?? 0, fp: cells[1] ?? 0, fn: cells[2] ?? 0, tn: cells[3] ?? 0 };
}

/** Sorts decided pairs into cells and clusters; a pair without a cluster is its own. */
export function clusterPairs(pairs: readonly Pair[]): ClusteredPairs {
  const named = new Map<string, number>();
  const cells = new Float64Array(4);
  const counts = new Float64Array(4 * pairs.length);
  let clusters = 0;
  let decided = 0;
  let firstWeight = Number.NaN;
  let weighted = false;
  for (const pair of pairs) {
    const cell = cellOf(pair);
    if (cell < 0) continue;
    let cluster = pair.cluster === undefined ? clusters : named.get(pair.cluster);
    if (cluster === undefined) {
      cluster = clusters;
      named.set(pair.cluster ?? "", cluster);
    }
    if (cluster === clusters) clusters++;
    const weight = 1 / (pair.probability ?? 1);
    if (decided === 0) firstWeight = weight;
    else if (weight !== firstWeight) weighted = true;
    decided++;
    cells[cell] = (cells[cell] ?? 0) + 1;
    counts[4 * cluster + cell] = (counts[4 * cluster + cell] ?? 0) + weight;
  }
  return {
    counts: countsOf(cells),
    byCluster: { width: 4, clusters, counts: counts.slice(0, 4 * clusters) },
    clustered: clusters < decided,
    weighted,
  };
}

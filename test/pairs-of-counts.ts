/** Pairs that have given counts, for tests: published counts come without their runs. */

import type { BinaryCounts } from "../calibration/confusion.ts";
import type { Pair } from "../src/trajectory/pair.ts";

/** As many independent pairs of each kind as the counts say. */
export function pairsOf({ tp, fp, fn, tn }: BinaryCounts): Pair[] {
  const kinds = [
    [tp, "success", "success"],
    [fp, "failure", "success"],
    [fn, "success", "failure"],
    [tn, "failure", "failure"],
  ] as const;
  return kinds.flatMap(([count, human, judge], kind) =>
    Array.from({ length: count }, (_, index) => ({ id: `${kind}-${index}`, human, judge })),
  );
}

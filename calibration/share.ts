/** Rates that are shares of counted items, with the interval that their clusters allow. */
import type { Rate } from "./document.ts";
import { clusteredWilson, type Interval, ratioOf, wilson } from "./intervals.ts";
import type { Patterns } from "./tally.ts";

/** A rate from its parts. */
export function rateOf(value: number | null, interval: Interval | null, n: number): Rate {
  return { value, low: interval?.low ?? null, high: interval?.high ?? null, n };
}

/** A share's two sums over a vector of cells. */
export interface CellShare {
  top(cells: Float64Array): number;
  bottom(cells: Float64Array): number;
}

/**
 * A share of items: Wilson's interval when items are independent and equally weighted, otherwise Wilson's interval on
 * the effective number of items that the clusters leave.
 *
 * @param items the number of items in the denominator, unweighted
 * @param independent every item is its own cluster, and all weigh the same
 */
export function shareOf(
  { top, bottom }: CellShare,
  { width, vectors, multiplicities }: Patterns,
  items: number,
  independent: boolean,
  level: number,
): Rate {
  const cells = Array.from(multiplicities, (_, kind) => vectors.subarray(kind * width, (kind + 1) * width));
  const estimate = ratioOf(Float64Array.from(cells, top), Float64Array.from(cells, bottom), multiplicities);
  if (items === 0 || estimate === null) return rateOf(null, null, 0);
  const interval = independent
    ? wilson(estimate.value, items, level)
    : clusteredWilson(estimate, items, level);
  return rateOf(estimate.value, interval, items);
}

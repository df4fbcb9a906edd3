/** Agreement among any number of raters on the same items, with intervals over clusters. */

import { squareTable } from "./confusion.ts";
import type { Rate } from "./document.ts";
import { estimatesOf, leastAgreement, ratesFrom } from "./estimate.ts";
import type { Settings } from "./options.ts";
import {
  classCounts,
  coincidencesOf,
  fleissKappa,
  krippendorffAlpha,
  type RaterSums,
  type Ratings,
  raterGwet,
  raterSumsOf,
} from "./raters.ts";
import { shareOf } from "./share.ts";
import { Tally, totalsOf } from "./tally.ts";

/** An item with its ratings: class indices, null where a rater skipped it. */
export interface RatedItem {
  ratings: Ratings;
  cluster: string;
}

/** Agreement among raters; `n` of each rate counts the items with two ratings or more. */
export interface RaterSummary {
  /** The mean share of agreeing pairs of raters. */
  agreement: Rate;
  fleissKappa: Rate;
  ac1: Rate;
  alpha: Rate;
  /** Why a rate, or only its interval, is null. */
  undefined: Record<string, string>;
}

const noItems = "no item has two ratings";

/** One item's sums, laid end to end: what resampling adds up. */
function layOut(counts: readonly number[]): number[] {
  const { agreement, paired, rated, shares } = raterSumsOf(counts);
  return [agreement, paired, rated, ...shares, ...coincidencesOf(counts).flat()];
}

function sumsFrom(totals: Float64Array, classes: number): RaterSums {
  const [agreement = 0, paired = 0, rated = 0, ...rest] = totals;
  return { agreement, paired, rated, shares: rest.slice(0, classes) };
}

/** The sums as they would be if the raters, who never disagreed, agreed at a rate of `agreement`. */
function leastSums(totals: Float64Array, classes: number, agreement: number): Float64Array {
  const start = 3 + classes;
  const least = totals.slice();
  least[0] = agreement * (totals[1] ?? 0);
  least.set(leastAgreement(totals.slice(start), classes, agreement), start);
  return least;
}

/** Summarises the agreement of raters on items of `classes` classes. */
export function raterSummary(items: readonly RatedItem[], classes: number, settings: Settings): RaterSummary {
  const tally = new Tally(3 + classes + classes * classes);
  let paired = 0;
  let inPairs = true;
  for (const { ratings, cluster } of items) {
    const counts = classCounts(ratings, classes);
    const sums = layOut(counts);
    if (sums[1] === 1) paired++;
    if (ratings.length > 2) inPairs = false;
    for (const [cell, value] of sums.entries()) if (value !== 0) tally.add(cluster, cell, value);
  }
  const patterns = tally.patterns();
  const agreement = shareOf(
    { top: ([agreeing = 0]) => agreeing, bottom: ([, size = 0]) => size },
    patterns,
    paired,
    inPairs && patterns.clusters === items.length,
    settings.level,
  );
  const least =
    agreement.value === 1 ? leastSums(totalsOf(patterns), classes, agreement.low ?? 0) : undefined;
  const estimates = estimatesOf(
    patterns,
    {
      fleissKappa: (totals) => fleissKappa(sumsFrom(totals, classes)),
      ac1: (totals) => raterGwet(sumsFrom(totals, classes)),
      alpha: (totals) => krippendorffAlpha(squareTable(totals.subarray(3 + classes), classes)),
    },
    settings,
    least,
  );
  const { rates, reasons } = ratesFrom(estimates, paired, () =>
    paired === 0 ? noItems : "only one class was ever used",
  );
  if (paired === 0) reasons["agreement"] = noItems;
  return { agreement, ...rates, undefined: reasons };
}

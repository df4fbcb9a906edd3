/** Two judges on the same runs: by how much they differ, and whether that could be chance. */
import type { Pair } from "../src/trajectory/pair.ts";
import { binaryKappa, type ProportionName, proportions } from "./binary.ts";
import { weightOf } from "./clusters.ts";
import type { BinaryCounts } from "./confusion.ts";
import type { Rate } from "./document.ts";
import { estimatesOf, ratesFrom, type Statistic } from "./estimate.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { randomFrom } from "./random.ts";
import { exchangeTest, holm, mcnemarExact } from "./significance.ts";
import { Tally } from "./tally.ts";

export interface Comparison {
  first: string;
  second: string;
  /** Runs that people and both judges decided. */
  n: number;
  /** Runs that only the first judge got right, and only the second. */
  onlyFirst: number;
  onlySecond: number;
  /** First minus second, with the interval of the paired bootstrap over clusters. */
  difference: Record<"agreement" | "kappa" | "precision" | "recall" | "specificity", Rate>;
  /** Exact McNemar p-value; it takes runs as independent, `permutation` does not. */
  mcnemar: number;
  /** p-value of the difference in agreement when the judges are exchanged cluster by cluster. */
  permutation: number | null;
  /** `permutation` corrected for the number of comparisons (Holm). */
  adjusted: number | null;
  /** Why a difference, or only its interval, is null. */
  undefined: Record<string, string>;
}

/** The counts of one judge in a vector of human × first × second cells: 0 = success, 1 = failure each. */
function countsOfJudge(cells: Float64Array, judge: "first" | "second"): BinaryCounts {
  const at = (human: number, verdict: number): number => {
    const own = judge === "first" ? 2 : 1;
    const start = 4 * human + own * verdict;
    return (cells[start] ?? 0) + (cells[start + 3 - own] ?? 0);
  };
  return { tp: at(0, 0), fp: at(1, 0), fn: at(0, 1), tn: at(1, 1) };
}

/** Where a cell's items stand once the judges are exchanged: the two cells in which they differ change places. */
const exchanged = [0, 2, 1, 3, 4, 6, 5, 7];

function differenceOf(rate: (counts: BinaryCounts) => number | null): Statistic {
  return (cells) => {
    const first = rate(countsOfJudge(cells, "first"));
    const second = rate(countsOfJudge(cells, "second"));
    return first === null || second === null ? null : first - second;
  };
}

function shareRate(name: ProportionName): (counts: BinaryCounts) => number | null {
  const { numerator, denominator } = proportions[name];
  return (counts) => (denominator(counts) === 0 ? null : numerator(counts) / denominator(counts));
}

const differences = {
  agreement: differenceOf(shareRate("agreement")),
  kappa: differenceOf(binaryKappa),
  precision: differenceOf(shareRate("precision")),
  recall: differenceOf(shareRate("recall")),
  specificity: differenceOf(shareRate("specificity")),
};

const places = new Map<string | null, number>([
  ["success", 0],
  ["failure", 1],
]);

/**
 * Compares two judges on the runs that both of them and people decided.
 *
 * @param first the first judge's pairs; matched with the second's by id
 */
export function compareJudges(
  names: { first: string; second: string },
  first: readonly Pair[],
  second: readonly Pair[],
  options?: IntervalOptions,
): Comparison {
  const settings = settingsOf(options);
  const verdicts = new Map(second.map(({ id, judge }) => [id, judge]));
  const tally = new Tally(8);
  let onlyFirst = 0;
  let onlySecond = 0;
  for (const pair of first) {
    const human = places.get(pair.human);
    const one = places.get(pair.judge);
    const other = places.get(verdicts.get(pair.id) ?? null);
    if (human === undefined || one === undefined || other === undefined) continue;
    tally.add(pair.cluster, 4 * human + 2 * one + other, weightOf(pair));
    if (one !== other && one === human) onlyFirst++;
    if (one !== other && other === human) onlySecond++;
  }
  const patterns = tally.patterns();
  const { rates, reasons } = ratesFrom(estimatesOf(patterns, differences, settings), tally.items, () =>
    tally.items === 0 ? "no run was decided by people and both judges" : "undefined for one of the judges",
  );
  const permutation = exchangeTest(
    patterns,
    exchanged,
    differences.agreement,
    settings.resamples,
    randomFrom(settings.seed),
  );
  return {
    ...names,
    n: tally.items,
    onlyFirst,
    onlySecond,
    difference: rates,
    mcnemar: mcnemarExact(onlyFirst, onlySecond),
    permutation,
    adjusted: permutation,
    undefined: reasons,
  };
}

/** Compares every two of several judges; p-values are corrected for their number. */
export function compareAll(
  judges: Readonly<Record<string, readonly Pair[]>>,
  options?: IntervalOptions,
): Comparison[] {
  const entries = Object.entries(judges);
  const comparisons = entries.flatMap(([first, firstPairs], at) =>
    entries
      .slice(at + 1)
      .map(([second, secondPairs]) => compareJudges({ first, second }, firstPairs, secondPairs, options)),
  );
  const tested = comparisons.flatMap(({ permutation }) => permutation ?? []);
  const adjusted = holm(tested);
  let next = 0;
  return comparisons.map((comparison) =>
    comparison.permutation === null ? comparison : { ...comparison, adjusted: adjusted[next++] ?? null },
  );
}

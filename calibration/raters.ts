/** Agreement of any number of raters, each of whom may have skipped items. */
import { type ClassWeights, classDistance } from "./agreement.ts";
import { type CountTable, rowSums } from "./confusion.ts";

/** One item's ratings: the class index that each rater chose, null where a rater skipped it. */
export type Ratings = readonly (number | null)[];

/** How often each class was chosen for one item. */
export function classCounts(ratings: Ratings, classes: number): number[] {
  const counts = Array.from({ length: classes }, () => 0);
  for (const rating of ratings) if (rating !== null) counts[rating] = (counts[rating] ?? 0) + 1;
  return counts;
}

/**
 * One item's share of the coincidence table: each ordered pair of its ratings counts 1 / (ratings − 1), so that every
 * rating counts once. Items with fewer than two ratings have no part in it.
 */
export function coincidencesOf(counts: readonly number[]): number[][] {
  const size = counts.reduce((sum, count) => sum + count, 0);
  if (size < 2) return counts.map(() => counts.map(() => 0));
  return counts.map((left, row) =>
    counts.map((right, column) => (left * (row === column ? right - 1 : right)) / (size - 1)),
  );
}

/** The metrics of Krippendorff's α: how far apart two classes are. */
export type AlphaMetric = "nominal" | "ordinal" | "interval";

function metricDistance(
  first: number,
  second: number,
  metric: AlphaMetric,
  used: readonly number[],
  values: readonly number[] | undefined,
): number {
  if (first === second) return 0;
  if (metric === "nominal") return 1;
  if (metric === "interval") return ((values?.[first] ?? first) - (values?.[second] ?? second)) ** 2;
  const [low, high] = first < second ? [first, second] : [second, first];
  let between = -((used[low] ?? 0) + (used[high] ?? 0)) / 2;
  for (let at = low; at <= high; at++) between += used[at] ?? 0;
  return between ** 2;
}

/**
 * Krippendorff's α: 1 − observed over expected disagreement, the expectation drawn without replacement from all
 * ratings pooled.
 *
 * @param coincidences the sum of the items' coincidence tables; for two raters who both rated everything, their count
 *   table plus its transpose
 * @param values with the interval metric, the number that each class stands for; class indices when absent
 * @returns a value of at most 1; null without pairable ratings or when only one class was ever used
 * @see Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, sections C and D
 */
export function krippendorffAlpha(
  coincidences: CountTable,
  metric: AlphaMetric = "nominal",
  values?: readonly number[],
): number | null {
  const used = rowSums(coincidences);
  const total = used.reduce((sum, count) => sum + count, 0);
  let observed = 0;
  let expected = 0;
  for (const [row, cells] of coincidences.entries()) {
    for (const [column, count] of cells.entries()) {
      if (row === column) continue;
      const distance = metricDistance(row, column, metric, used, values);
      observed += distance * count;
      expected += distance * (used[row] ?? 0) * (used[column] ?? 0);
    }
  }
  return expected === 0 ? null : 1 - ((total - 1) * observed) / expected;
}

/** The count table of two raters, seen as coincidences: rater order is forgotten. */
export function coincidencesOfTable(table: CountTable): number[][] {
  return table.map((row, i) => row.map((count, j) => count + (table[j]?.[i] ?? 0)));
}

/**
 * What the many-rater coefficients need of a set of items; sums over items, so that resampling adds them up.
 *
 * @property agreement the sum, over items with two ratings or more, of the (weighted) share of agreeing pairs of raters
 * @property paired the number of those items
 * @property shares the sum, over rated items, of each class's share of the item's ratings
 * @property rated the number of rated items
 */
export interface RaterSums {
  agreement: number;
  paired: number;
  shares: number[];
  rated: number;
}

/** The sums of one item. */
export function raterSumsOf(counts: readonly number[], weights: ClassWeights = "nominal"): RaterSums {
  const size = counts.reduce((sum, count) => sum + count, 0);
  if (size === 0) return { agreement: 0, paired: 0, shares: counts.map(() => 0), rated: 0 };
  const scale = classDistance(0, Math.max(1, counts.length - 1), weights);
  let agreeing = 0;
  for (const [row, count] of counts.entries()) {
    let near = 0;
    for (const [column, other] of counts.entries())
      near += (1 - classDistance(row, column, weights) / scale) * other;
    agreeing += count * (near - 1);
  }
  return {
    agreement: size < 2 ? 0 : agreeing / (size * (size - 1)),
    paired: size < 2 ? 0 : 1,
    shares: counts.map((count) => count / size),
    rated: 1,
  };
}

/** The mean share of agreeing pairs of raters, in [0, 1]; null when no item has two ratings. */
function raterAgreement({ agreement, paired }: RaterSums): number | null {
  return paired === 0 ? null : agreement / paired;
}

/**
 * Fleiss' κ, with items that some raters skipped: chance from the mean shares of the classes.
 *
 * @returns null when no item has two ratings or chance agreement is already 1
 * @see Fleiss (1971), Psychological Bulletin 76(5), pp. 378–382; Gwet (2014), Handbook of Inter-Rater Reliability,
 *   4th edition, chapter 2, for skipped items
 */
export function fleissKappa(sums: RaterSums): number | null {
  const observed = raterAgreement(sums);
  const chance = sums.shares.reduce((sum, share) => sum + (share / sums.rated) ** 2, 0);
  return observed === null || chance >= 1 ? null : (observed - chance) / (1 - chance);
}

/**
 * Gwet's AC1 of many raters; AC2 when the sums were made with weights.
 *
 * @returns null when no item has two ratings or there are fewer than two classes
 * @see Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, chapters 2 and 3
 */
export function raterGwet(sums: RaterSums, weights: ClassWeights = "nominal"): number | null {
  const observed = raterAgreement(sums);
  const classes = sums.shares.length;
  if (observed === null || classes < 2) return null;
  const scale = classDistance(0, classes - 1, weights);
  let kept = 0;
  let evenness = 0;
  for (const [row, share] of sums.shares.entries()) {
    for (let column = 0; column < classes; column++) kept += 1 - classDistance(row, column, weights) / scale;
    evenness += (share / sums.rated) * (1 - share / sums.rated);
  }
  const chance = (kept * evenness) / (classes * (classes - 1));
  return (observed - chance) / (1 - chance);
}

/** Adds tables of equal shape. */
export function addTables(tables: Iterable<CountTable>, classes: number): number[][] {
  const sum = Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0));
  for (const table of tables) {
    for (const [row, cells] of table.entries()) {
      const target = sum[row];
      if (target === undefined) continue;
      for (const [column, count] of cells.entries()) target[column] = (target[column] ?? 0) + count;
    }
  }
  return sum;
}

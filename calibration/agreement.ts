/** Agreement of two raters over a table of counts, with and without the agreement that chance would give. */
import { type CountTable, columnSums, rowSums, sumOf } from "./confusion.ts";

/**
 * How far apart two classes are: `nominal` (different is different), or by the distance of their places in the table,
 * `linear` or `quadratic`.
 */
export type ClassWeights = "nominal" | "linear" | "quadratic";

/** The distance of two classes, 0 for the same class; only ratios of distances count. */
export function classDistance(first: number, second: number, weights: ClassWeights): number {
  if (weights === "nominal") return first === second ? 0 : 1;
  const apart = Math.abs(first - second);
  return weights === "linear" ? apart : apart * apart;
}

function disagreement(table: CountTable, weights: ClassWeights): number {
  let sum = 0;
  for (const [row, cells] of table.entries()) {
    for (const [column, count] of cells.entries()) sum += classDistance(row, column, weights) * count;
  }
  return sum;
}

/** The largest distance that the weights know in a table of so many classes. */
function farthest(classes: number, weights: ClassWeights): number {
  return classDistance(0, Math.max(1, classes - 1), weights);
}

/**
 * The share of items on which both raters chose the same class; with weights, near classes count in part.
 *
 * @returns a value in [0, 1]; null without items
 */
export function agreementRate(table: CountTable, weights: ClassWeights = "nominal"): number | null {
  const total = sumOf(table);
  if (total === 0) return null;
  return 1 - disagreement(table, weights) / (farthest(table.length, weights) * total);
}

/**
 * Cohen's κ: agreement beyond what the two raters' own base rates would produce by chance.
 *
 * @param table table[i][j] counts the items that the first rater put in class i and the second in class j
 * @param weights with `linear` or `quadratic`, classes are ordered and near misses count in part
 * @returns a value in [−1, 1]; null when it is undefined (no items, or chance agreement is already 1)
 * @see Cohen (1960), Educational and Psychological Measurement 20(1), p. 40;
 *   Cohen (1968), Psychological Bulletin 70(4), pp. 213–220, for weights
 */
export function cohenKappa(table: CountTable, weights: ClassWeights = "nominal"): number | null {
  const rows = rowSums(table);
  const columns = columnSums(table);
  let total = 0;
  for (const count of rows) total += count;
  let chance = 0;
  for (const [row, left] of rows.entries()) {
    for (const [column, right] of columns.entries())
      chance += classDistance(row, column, weights) * left * right;
  }
  return chance === 0 ? null : 1 - (total * disagreement(table, weights)) / chance;
}

/**
 * Gwet's AC1, and AC2 with weights: agreement beyond chance, where chance is measured by how evenly the classes are
 * used, so that it keeps its meaning when one class is rare.
 *
 * @returns a value in [−1, 1]; null without items or with fewer than two classes
 * @see Gwet (2008), British Journal of Mathematical and Statistical Psychology 61(1), pp. 29–48;
 *   Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition, chapter 3, for AC2
 */
export function gwetCoefficient(table: CountTable, weights: ClassWeights = "nominal"): number | null {
  const total = sumOf(table);
  const classes = table.length;
  const observed = agreementRate(table, weights);
  if (observed === null || classes < 2) return null;
  const rows = rowSums(table);
  const columns = columnSums(table);
  let evenness = 0;
  let agreementWeights = 0;
  for (let row = 0; row < classes; row++) {
    const share = ((rows[row] ?? 0) + (columns[row] ?? 0)) / (2 * total);
    evenness += share * (1 - share);
    for (let column = 0; column < classes; column++) {
      agreementWeights += 1 - classDistance(row, column, weights) / farthest(classes, weights);
    }
  }
  const chance = (agreementWeights * evenness) / (classes * (classes - 1));
  return (observed - chance) / (1 - chance);
}

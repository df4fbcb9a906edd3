/** Agreement of two raters over a table of counts, with and without the agreement that chance would give. */
import { type CountTable, columnSums, diagonalOf, rowSums, sumOf } from "./confusion.ts";

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

/** The share of items on which both raters chose the same class; null without items. */
export function agreementRate(table: CountTable): number | null {
  const total = sumOf(table);
  return total === 0 ? null : diagonalOf(table) / total;
}

/**
 * Cohen's κ: agreement beyond what the two raters' own base rates would produce by chance.
 *
 * @param table table[i][j] counts the items that the first rater put in class i and the second in class j
 * @returns a value in [−1, 1]; null when it is undefined (no items, or chance agreement is already 1)
 * @see Cohen (1960), Educational and Psychological Measurement 20(1), p. 40
 */
export function cohenKappa(table: CountTable): number | null {
  const total = sumOf(table);
  const square = total * total;
  const chance = dot(rowSums(table), columnSums(table));
  if (total === 0 || chance === square) return null;
  return (total * diagonalOf(table) - chance) / (square - chance);
}

/**
 * Gwet's AC1: agreement beyond chance, where chance is measured by how evenly the classes are used, so that it keeps
 * its meaning when one class is rare.
 *
 * @returns a value in [−1, 1]; null without items or with fewer than two classes
 * @see Gwet (2008), British Journal of Mathematical and Statistical Psychology 61(1), equations 7 and 8
 */
export function gwetAc1(table: CountTable): number | null {
  const total = sumOf(table);
  const classes = table.length;
  if (total === 0 || classes < 2) return null;
  const rows = rowSums(table);
  const columns = columnSums(table);
  const chance = rows.reduce((sum, count, index) => {
    const share = (count + (columns[index] ?? 0)) / (2 * total);
    return sum + (share * (1 - share)) / (classes - 1);
  }, 0);
  return (diagonalOf(table) / total - chance) / (1 - chance);
}

/**
 * Krippendorff's α for two raters who both rated every item, nominal classes: 1 − observed over expected disagreement,
 * the expectation drawn without replacement from the ratings pooled over both raters.
 *
 * @returns a value in (−1, 1]; null without items or when only one class was ever used
 * @see Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section B
 */
export function pairAlpha(table: CountTable): number | null {
  const total = sumOf(table);
  const rows = rowSums(table);
  const columns = columnSums(table);
  const pooled = rows.map((count, index) => count + (columns[index] ?? 0));
  const values = 2 * total;
  const mixed = values * values - dot(pooled, pooled);
  if (total === 0 || mixed === 0) return null;
  return 1 - ((values - 1) * 2 * (total - diagonalOf(table))) / mixed;
}

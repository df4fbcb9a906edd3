/** Count tables: how often the first rater (rows, the judge) and the second (columns, people) chose which classes. */

/** table[i][j] counts the items that the first rater put in class i and the second in class j. */
export type CountTable = readonly (readonly number[])[];

/** The four cells of a binary comparison; positive = success, the human label is the reference. */
export interface BinaryCounts {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
}

/** A labelled table with its shares: abstentions are rows or columns of their own. */
export interface ConfusionMatrix {
  rows: string[];
  columns: string[];
  counts: number[][];
  /** Each count over its row's sum; null in an empty row. */
  rowShares: (number | null)[][];
  /** Each count over its column's sum; null in an empty column. */
  columnShares: (number | null)[][];
  total: number;
}

/** The 2 × 2 table of binary counts: rows judge, columns people, success before failure. */
export function tableOf(counts: BinaryCounts): CountTable {
  return [
    [counts.tp, counts.fp],
    [counts.fn, counts.tn],
  ];
}

export function rowSums(table: CountTable): number[] {
  return table.map((row) => row.reduce((sum, count) => sum + count, 0));
}

export function columnSums(table: CountTable): number[] {
  const width = table[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) =>
    table.reduce((sum, row) => sum + (row[column] ?? 0), 0),
  );
}

export function sumOf(table: CountTable): number {
  return rowSums(table).reduce((sum, count) => sum + count, 0);
}

/** Square tables laid end to end in an array, as resampling holds them. */
export function squareTable(cells: ArrayLike<number>, classes: number): CountTable {
  return Array.from({ length: classes }, (_, row) =>
    Array.from({ length: classes }, (__, column) => cells[row * classes + column] ?? 0),
  );
}

/**
 * Counts pairs of labels from any two sets of classes.
 *
 * @param rows the classes of the first rater, abstentions included, in the order to show
 * @param columns those of the second
 * @param pairs the labels; a pair with a label outside the sets is not counted
 */
export function confusionMatrix(
  rows: readonly string[],
  columns: readonly string[],
  pairs: Iterable<readonly [row: string, column: string]>,
): ConfusionMatrix {
  const rowIndex = new Map(rows.map((label, index) => [label, index]));
  const columnIndex = new Map(columns.map((label, index) => [label, index]));
  const counts = rows.map(() => columns.map(() => 0));
  for (const [row, column] of pairs) {
    const cells = counts[rowIndex.get(row) ?? -1];
    const at = columnIndex.get(column);
    if (cells === undefined || at === undefined) continue;
    cells[at] = (cells[at] ?? 0) + 1;
  }
  const sums = rowSums(counts);
  const columnTotals = columnSums(counts);
  const over = (count: number, sum: number | undefined): number | null => (sum ? count / sum : null);
  return {
    rows: [...rows],
    columns: [...columns],
    counts,
    rowShares: counts.map((row, index) => row.map((count) => over(count, sums[index]))),
    columnShares: counts.map((row) => row.map((count, index) => over(count, columnTotals[index]))),
    total: sumOf(counts),
  };
}

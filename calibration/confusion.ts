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
  return table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0));
}

export function sumOf(table: CountTable): number {
  return rowSums(table).reduce((sum, count) => sum + count, 0);
}

export function diagonalOf(table: CountTable): number {
  return table.reduce((sum, row, index) => sum + (row[index] ?? 0), 0);
}

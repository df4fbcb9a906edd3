/** Pairs from any file that holds a human's and a judge's answer in two of its columns. */
import { InputError, type Outcome, type Pair, shown } from "../trajectory/index.ts";
import { cell, columnsOf, type Row, readRows } from "./table.ts";
import { comparable, type Vocabulary, vocabularyReader } from "./vocabulary.ts";

export interface PairsOptions extends Vocabulary {
  /** The column of the reference; dots lead into nested objects. */
  human: string;
  /** The column of the verdict. */
  judge: string;
  /** The column that names a row; without it rows are numbered from 1. */
  id?: string | undefined;
  /** The column that intervals resample by, such as the task. */
  cluster?: string | undefined;
  /** Columns to group by. */
  group?: readonly string[] | undefined;
  /** The column of the judge's own score in [0, 1]. */
  score?: string | undefined;
}

export interface PairsReport {
  rows: number;
  /** Rows left out because one of the two columns holds a value to ignore. */
  ignored: number;
  /** Rows without a reference. */
  unlabelled: number;
  /** Rows without a verdict. */
  unscored: number;
}

/**
 * Reads pairs from CSV (comma, semicolon or tab), a JSON array, or JSON lines.
 *
 * Both columns are read with the same lists. A row with an ignored value in either column is left out and counted. A
 * missing, empty or null verdict is unscored; a missing reference is unlabelled.
 *
 * @throws InputError for a column that no row has (it lists the columns there are), a value in none of the lists (it
 *   lists the values seen, with their counts), and a score that is no number in [0, 1]
 */
export async function readPairs(
  path: string,
  options: PairsOptions,
): Promise<{ pairs: Pair[]; report: PairsReport }> {
  const meaningOf = vocabularyReader(options);
  const rows = await readRows(path);
  requireColumns(path, rows, options);
  const read = (column: string) => columnReader(path, rows, column, meaningOf);
  const [human, judge] = [read(options.human), read(options.judge)];
  const report: PairsReport = { rows: rows.length, ignored: 0, unlabelled: 0, unscored: 0 };
  const pairs: Pair[] = [];
  for (const [i, row] of rows.entries()) {
    const [reference, verdict] = [human(row), judge(row)];
    if (reference === "ignore" || verdict === "ignore") {
      report.ignored += 1;
      continue;
    }
    if (reference === null) report.unlabelled += 1;
    if (verdict === null) report.unscored += 1;
    pairs.push(pairOf(path, row, i + 1, reference, verdict, options));
  }
  return { pairs, report };
}

function requireColumns(path: string, rows: readonly Row[], options: PairsOptions): void {
  const { human, judge, id, cluster, group = [], score } = options;
  for (const [flag, column] of Object.entries({ human, judge, id, cluster, score }))
    requireColumn(flag, column);
  for (const column of group) requireColumn("group", column);

  function requireColumn(flag: string, column: string | undefined): void {
    if (column === undefined || rows.some((row) => cell(row, column) !== undefined)) return;
    const columns = [...new Set(rows.slice(0, 1000).flatMap((row) => columnsOf(row)))];
    const listed = columns.slice(0, 60).map(shown).join(", ");
    const more = columns.length > 60 ? ` and ${columns.length - 60} more` : "";
    throw new InputError(
      `${path}: no row has the ${flag} column ${shown(column)}; columns: ${listed}${more}`,
    );
  }
}

/** A reader of one column; it refuses the file when a value is in none of the lists. */
function columnReader(
  path: string,
  rows: readonly Row[],
  column: string,
  meaningOf: ReturnType<typeof vocabularyReader>,
): (row: Row) => Outcome | "ignore" | null {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = comparable(cell(row, column));
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const strange = [...counts].filter(([value]) => meaningOf(value) === undefined);
  if (strange.length > 0) {
    const list = (values: [string, number][]) =>
      values
        .sort(([, a], [, b]) => b - a)
        .slice(0, 20)
        .map(([value, count]) => `${shown(value)} (${count})`)
        .join(", ");
    throw new InputError(
      `${path}: column ${shown(column)}: in none of the lists: ${list(strange)}; values seen: ${list([...counts])}`,
    );
  }
  return (row) => {
    const value = comparable(cell(row, column));
    return value === null ? null : (meaningOf(value) ?? null);
  };
}

function pairOf(
  path: string,
  row: Row,
  number: number,
  human: Outcome | null,
  judge: Outcome | null,
  { id, cluster, group = [], score }: PairsOptions,
): Pair {
  const text = (column: string | undefined) => (column === undefined ? null : comparable(cell(row, column)));
  const clusterText = text(cluster);
  const groups = group.flatMap((column): [string, string][] => {
    const value = text(column);
    return value === null ? [] : [[column, value]];
  });
  return {
    id: text(id) ?? `row ${number}`,
    human,
    judge,
    ...(score === undefined ? {} : { score: scoreOf(path, number, score, text(score)) }),
    ...(clusterText === null ? {} : { cluster: clusterText }),
    ...(groups.length === 0 ? {} : { group: Object.fromEntries(groups) }),
  };
}

function scoreOf(path: string, row: number, column: string, text: string | null): number | null {
  if (text === null) return null;
  const score = Number(text);
  if (score >= 0 && score <= 1) return score;
  throw new InputError(
    `${path}: row ${row}: column ${shown(column)}: expected a number in [0, 1], saw ${shown(text)}`,
  );
}

/** Tables of text: columns as wide as their content, numbers to the right, no lines drawn where space will do. */
import { padEnd, padStart, truncate, widthOf } from "./text.ts";

export interface Column {
  head: string;
  align?: "left" | "right";
  /** Widest the column may get; longer cells are cut with an ellipsis. */
  max?: number;
}

/** The rows of a table; `dim` styles its head. Cells may be styled only where their column has no `max`. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  dim: (text: string) => string = (text) => text,
): string[] {
  const cut = rows.map((row) =>
    row.map((cell, i) => (columns[i]?.max === undefined ? cell : truncate(cell, columns[i].max))),
  );
  const widths = columns.map((column, i) =>
    Math.max(widthOf(column.head), ...cut.map((row) => widthOf(row[i] ?? ""))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (columns[i]?.align === "right" ? padStart : padEnd)(cell, widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  const head = columns.every((column) => column.head === "")
    ? []
    : [dim(line(columns.map(({ head: name }) => name)))];
  return [...head, ...cut.map(line)];
}

/** Tables of text: columns as wide as their content, numbers to the right, no lines drawn where space will do. */
import { padEnd, padStart, truncate, widthOf, wrap } from "./text.ts";

const gap = "  ";

export interface Column {
  head: string;
  align?: "left" | "right";
  /** Widest the column may get; longer cells are cut with an ellipsis. */
  max?: number;
  /** For the last column: cells that do not fit go on in further lines below themselves. */
  wrap?: boolean;
}

/** The least room for a wrapped cell; a terminal too narrow for it breaks the lines itself. */
const leastWrapped = 20;

/**
 * The lines of a table; `dim` styles its head. Cells may be styled only where their column has neither `max` nor
 * `wrap`.
 *
 * @param width columns of the terminal, for the column that wraps
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  dim: (text: string) => string = (text) => text,
  width = Number.POSITIVE_INFINITY,
): string[] {
  const cut = rows.map((row) =>
    row.map((cell, i) => (columns[i]?.max === undefined ? cell : truncate(cell, columns[i].max))),
  );
  const widths = columns.map((column, i) =>
    Math.max(widthOf(column.head), ...cut.map((row) => widthOf(row[i] ?? ""))),
  );
  const before = widths.slice(0, -1).reduce((sum, each) => sum + each + gap.length, 0);
  const room = Math.max(leastWrapped, width - before);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (columns[i]?.align === "right" ? padStart : padEnd)(cell, widths[i] ?? 0))
      .join(gap)
      .trimEnd();
  const lines = (cells: readonly string[]): string[] => {
    if (columns.at(-1)?.wrap !== true || cells.length < columns.length) return [line(cells)];
    const [first = "", ...more] = wrap(cells.at(-1) ?? "", room);
    return [line([...cells.slice(0, -1), first]), ...more.map((text) => " ".repeat(before) + text)];
  };
  const head = columns.every((column) => column.head === "")
    ? []
    : [dim(line(columns.map(({ head: name }) => name)))];
  return [...head, ...cut.flatMap(lines)];
}

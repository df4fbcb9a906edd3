/** A confusion matrix as a picture: agreement on the diagonal, abstentions in rows and columns of their own. */
import * as Plot from "@observablehq/plot";
import type { ConfusionMatrix } from "../../calibration/index.ts";
import { count, percent } from "../terminal/index.ts";
import { type Chart, type ChartWords, chartColors, drawSvg } from "./chart.ts";

interface Cell {
  row: string;
  column: string;
  count: number;
  /** Of the column: of all runs that people put in this class. */
  share: number | null;
  kind: "agree" | "disagree" | "neutral";
}

const cellWidth = 104;
const cellHeight = 60;
const margin = { top: 46, left: 104, other: 6 };

const sum = (counts: readonly number[]): number => counts.reduce((total, value) => total + value, 0);

/** The matrix without empty rows and columns, those of the classes that decide excepted. */
function cellsOf(matrix: ConfusionMatrix, classes: readonly string[]): Cell[] {
  const rows = matrix.rows.filter((row, at) => classes.includes(row) || sum(matrix.counts[at] ?? []) > 0);
  const columns = matrix.columns.filter(
    (column, at) => classes.includes(column) || sum(matrix.counts.map((counts) => counts[at] ?? 0)) > 0,
  );
  return rows.flatMap((row) =>
    columns.map((column): Cell => {
      const at = [matrix.rows.indexOf(row), matrix.columns.indexOf(column)] as const;
      const decided = classes.includes(row) && classes.includes(column);
      return {
        row,
        column,
        count: matrix.counts[at[0]]?.[at[1]] ?? 0,
        share: matrix.columnShares[at[0]]?.[at[1]] ?? null,
        kind: !decided ? "neutral" : row === column ? "agree" : "disagree",
      };
    }),
  );
}

/**
 * Draws counts with their share of the column.
 *
 * @param classes the classes that decide; the rest are abstentions
 * @param words.title and so on; the description is made here
 */
export function confusionChart(
  matrix: ConfusionMatrix,
  classes: readonly string[],
  { id, title }: Pick<ChartWords, "id" | "title">,
): Chart {
  const cells = cellsOf(matrix, classes);
  const rows = [...new Set(cells.map(({ row }) => row))];
  const columns = [...new Set(cells.map(({ column }) => column))];
  const of = (kind: Cell["kind"]): Cell[] => cells.filter((cell) => cell.kind === kind);
  const fills = (["agree", "disagree", "neutral"] as const).map((kind) =>
    Plot.cell(of(kind), {
      x: "column",
      y: "row",
      inset: 1.5,
      rx: 6,
      fill: chartColors[kind],
      fillOpacity: ({ share }: Cell) => 0.06 + 0.54 * (share ?? 0),
    }),
  );
  const svg = drawSvg(
    {
      id,
      title,
      description: `Rows are what the judge said, columns what people said. ${cells
        .filter((cell) => cell.count > 0)
        .map((cell) => `Judge ${cell.row}, people ${cell.column}: ${count(cell.count)}.`)
        .join(" ")}`,
    },
    {
      width: margin.left + margin.other + cellWidth * columns.length,
      height: margin.top + margin.other + cellHeight * rows.length,
      marginTop: margin.top,
      marginLeft: margin.left,
      marginRight: margin.other,
      marginBottom: margin.other,
      x: { domain: columns, axis: null, padding: 0 },
      y: { domain: rows, axis: null, padding: 0 },
      opacity: { type: "identity" },
      marks: [
        ...fills,
        Plot.text(cells, {
          x: "column",
          y: "row",
          text: ({ count: n }: Cell) => count(n),
          fontSize: 17,
          fontWeight: 650,
          dy: -8,
        }),
        Plot.text(cells, {
          x: "column",
          y: "row",
          text: ({ share }: Cell) => percent(share),
          fontSize: 11,
          dy: 12,
        }),
        Plot.axisX({ anchor: "top", label: null, tickSize: 0, fontSize: 12 }),
        Plot.axisY({ anchor: "left", label: null, tickSize: 0, fontSize: 12 }),
        Plot.text(["people →"], {
          frameAnchor: "top-left",
          dy: -margin.top + 8,
          fontSize: 11,
          fontWeight: 600,
          textAnchor: "start",
        }),
        Plot.text(["judge ↓"], {
          frameAnchor: "top-left",
          dx: -margin.left + 6,
          dy: -14,
          fontSize: 11,
          fontWeight: 600,
          textAnchor: "start",
        }),
      ],
    },
  );
  const right = "right" as const;
  return {
    svg,
    title,
    columns: [
      { head: "judge ╲ people" },
      ...columns.map((head) => ({ head, align: right })),
      { head: "n", align: right },
    ],
    rows: rows.map((row) => {
      const own = cells.filter((cell) => cell.row === row);
      return [
        row,
        ...own.map((cell) => `${count(cell.count)} (${percent(cell.share)})`),
        count(sum(own.map((cell) => cell.count))),
      ];
    }),
  };
}

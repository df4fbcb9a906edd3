/** Rates of several groups with their intervals, one row a group, several series in a row. */
import * as Plot from "@observablehq/plot";
import type { Rate } from "../../calibration/index.ts";
import {
  count,
  decimal,
  decimalInterval,
  percent,
  percentInterval,
  plain,
  truncate,
  widthOf,
} from "../terminal/index.ts";
import { type Chart, type ChartWords, chartColors, drawSvg } from "./chart.ts";

export interface IntervalRow {
  label: string;
  /** One rate for each series, in their order. */
  rates: Rate[];
}

export interface IntervalOptions {
  /** The names of the series, three at most besides a first one that is drawn as the reference. */
  series: string[];
  /** What all rows are compared with, such as the rate over all groups. */
  overall?: { label: string; value: number | null };
  /** How values are written: shares in percent, or coefficients. Default "percent". */
  unit?: "percent" | "decimal";
  /** The ends of the axis. Default 0 and 1. */
  domain?: [number, number];
}

interface Mark {
  y: number;
  value: number;
  low: number | null;
  high: number | null;
  tip: string;
}

const plotWidth = 500;
const longest = 46;
const seriesColors = [chartColors.accent, chartColors.second, chartColors.third, chartColors.neutral];
const seriesSymbols = ["circle", "diamond", "square", "triangle"] as const;

function marksOf(rows: readonly IntervalRow[], options: IntervalOptions, series: number): Mark[] {
  const { series: names, unit } = options;
  const step = 0.72 / names.length;
  return rows.flatMap(({ label, rates }, row) => {
    const rate = rates[series];
    if (rate === undefined || rate.value === null) return [];
    const y = row + step * (series - (names.length - 1) / 2);
    const tip = `${plain(label)} · ${names[series]}: ${written(rate, unit)} · n ${count(rate.n)}`;
    return [{ y, value: rate.value, low: rate.low, high: rate.high, tip }];
  });
}

function written(rate: Rate, unit: IntervalOptions["unit"]): string {
  return unit === "decimal"
    ? `${decimal(rate.value)} ${decimalInterval(rate)}`.trim()
    : `${percent(rate.value)} ${percentInterval(rate)}`.trim();
}

/** Draws the rows from top to bottom in their order; a rate that is undefined leaves its place empty. */
export function intervalChart(
  rows: readonly IntervalRow[],
  options: IntervalOptions,
  words: ChartWords,
): Chart {
  const { series, overall, unit = "percent", domain = [0, 1] } = options;
  const labels = rows.map(({ label, rates }) => ({
    name: truncate(plain(label), longest),
    n: Math.max(0, ...rates.map((rate) => rate.n)),
  }));
  const marginLeft = Math.min(360, 26 + 7.3 * Math.max(8, ...labels.map(({ name }) => widthOf(name))));
  const rowHeight = Math.max(30, 17 * series.length + 8);
  const layers = series.flatMap((_, at) => {
    const marks = marksOf(rows, { ...options, unit }, at);
    const color = seriesColors[at] ?? chartColors.neutral;
    const ranged = marks.filter(({ low, high }) => low !== null && high !== null);
    return [
      Plot.ruleY(ranged, {
        y: "y",
        x1: "low",
        x2: "high",
        stroke: color,
        strokeWidth: 2.5,
        strokeOpacity: 0.55,
        strokeLinecap: "round",
        title: "tip",
      }),
      Plot.dot(marks, {
        x: "value",
        y: "y",
        r: 4.5,
        fill: color,
        stroke: chartColors.surface,
        strokeWidth: 1,
        symbol: seriesSymbols[at] ?? "circle",
        title: "tip",
      }),
    ];
  });
  const average = overall?.value ?? null;
  const svg = drawSvg(words, {
    width: marginLeft + plotWidth,
    height: 44 + rowHeight * rows.length,
    marginTop: 8,
    marginBottom: 36,
    marginLeft,
    marginRight: 56,
    x: { domain, grid: false, label: null },
    y: { domain: [-0.5, rows.length - 0.5], reverse: true, axis: null },
    marks: [
      Plot.gridX({ stroke: chartColors.grid, strokeOpacity: 1 }),
      Plot.axisX({
        label: null,
        fontSize: 11,
        tickFormat: (value: number) =>
          unit === "percent" ? `${Math.round(value * 100)} %` : value.toFixed(1),
      }),
      average === null
        ? null
        : Plot.ruleX([average], { stroke: "currentColor", strokeOpacity: 0.55, strokeDasharray: "4 3" }),
      ...layers,
      Plot.text(labels, {
        x: () => domain[0],
        y: (_: unknown, at: number) => at,
        text: "name",
        dx: -12,
        textAnchor: "end",
        fontSize: 12,
      }),
      Plot.text(labels, {
        x: () => domain[1],
        y: (_: unknown, at: number) => at,
        text: ({ n }: { n: number }) => `n ${count(n)}`,
        dx: 10,
        textAnchor: "start",
        fontSize: 11,
      }),
    ],
  });
  const right = "right" as const;
  return {
    svg,
    title: words.title,
    columns: [
      { head: "" },
      ...series.flatMap((head) => [
        { head, align: right },
        { head: "n", align: right },
      ]),
    ],
    rows: rows.map(({ label, rates }) => [
      label,
      ...rates.flatMap((rate) => [written(rate, unit), count(rate.n)]),
    ]),
  };
}

/** The series with the colours and signs that the chart gives them, for a legend. */
export function seriesKeys(series: readonly string[]): { name: string; color: number; sign: string }[] {
  return series.map((name, color) => ({ name, color, sign: ["●", "◆", "■", "▲"][color] ?? "●" }));
}

/** ROC and precision-recall curves of a judge's scores. */
import * as Plot from "@observablehq/plot";
import type { ConfidenceSummary, Rate } from "../../calibration/index.ts";
import { count, decimal, decimalInterval, percent } from "../terminal/index.ts";
import { type Chart, type ChartWords, chartColors, drawSvg } from "./chart.ts";

interface Point {
  x: number;
  y: number;
  threshold: number | null;
}

interface Curve extends Pick<ChartWords, "id" | "title"> {
  points: Point[];
  /** What stands on the axes. */
  x: string;
  y: string;
  area: { name: string; rate: Rate };
  /** What a judge without any knowledge would draw. */
  chance: [number, number][];
  curve: "linear" | "step-before";
}

const size = 410;
const mostRows = 12;

/** The points at about equal distances along x, both ends included: enough to read the curve from a table. */
function sampled(points: readonly Point[]): Point[] {
  if (points.length <= mostRows) return [...points];
  const step = (points.length - 1) / (mostRows - 1);
  return Array.from({ length: mostRows }, (_, at) => points[Math.round(at * step)]).flatMap(
    (point) => point ?? [],
  );
}

function curveChart({ id, title, points, x, y, area, chance, curve }: Curve): Chart {
  const axis = {
    label: null,
    fontSize: 11,
    ticks: 5,
    tickFormat: (value: number) => `${Math.round(value * 100)} %`,
  };
  const stated = `${area.name} ${decimal(area.rate.value)} ${decimalInterval(area.rate)}, n ${count(area.rate.n)}`;
  const svg = drawSvg(
    { id, title, description: `${y} against ${x} over all thresholds of the score. ${stated}.` },
    {
      width: size,
      height: size,
      marginTop: 14,
      marginLeft: 64,
      marginRight: 16,
      marginBottom: 46,
      x: { domain: [0, 1] },
      y: { domain: [0, 1] },
      marks: [
        Plot.gridX({ stroke: chartColors.grid, strokeOpacity: 1, ticks: 5 }),
        Plot.gridY({ stroke: chartColors.grid, strokeOpacity: 1, ticks: 5 }),
        Plot.axisX(axis),
        Plot.axisY(axis),
        Plot.line(chance, { stroke: "currentColor", strokeOpacity: 0.55, strokeDasharray: "4 3" }),
        Plot.line(points, { x: "x", y: "y", stroke: chartColors.accent, strokeWidth: 2.2, curve }),
        points.length > 40
          ? null
          : Plot.dot(points, {
              x: "x",
              y: "y",
              r: 3,
              fill: chartColors.accent,
              title: ({ x: across, y: up, threshold }: Point) =>
                `score ≥ ${threshold === null ? "∞" : decimal(threshold)}: ${x} ${percent(across)}, ${y} ${percent(up)}`,
            }),
        Plot.text([x], { frameAnchor: "bottom", dy: 40, fontSize: 11.5 }),
        Plot.text([y], { frameAnchor: "left", rotate: -90, dx: -52, fontSize: 11.5 }),
      ],
    },
  );
  const right = "right" as const;
  return {
    svg,
    title: `${title}: ${stated}`,
    columns: [
      { head: "score from", align: right },
      { head: x, align: right },
      { head: y, align: right },
    ],
    rows: sampled(points).map(({ threshold, x: across, y: up }) => [
      threshold === null ? "none" : decimal(threshold),
      percent(across),
      percent(up),
    ]),
  };
}

/** The ROC curve; undefined when people saw one class only. */
export function rocChart({ roc, rocAuc }: ConfidenceSummary, id: string): Chart | undefined {
  if (roc.length === 0) return undefined;
  return curveChart({
    id,
    title: "ROC curve",
    points: roc.map(({ fpr, tpr, threshold }) => ({ x: fpr, y: tpr, threshold })),
    x: "false positive rate",
    y: "recall",
    area: { name: "area", rate: rocAuc },
    chance: [
      [0, 0],
      [1, 1],
    ],
    curve: "linear",
  });
}

/** The precision-recall curve; undefined without successes. */
export function precisionRecallChart(
  { precisionRecall, averagePrecision }: ConfidenceSummary,
  id: string,
): Chart | undefined {
  const last = precisionRecall.at(-1);
  if (last === undefined) return undefined;
  return curveChart({
    id,
    title: "Precision-recall curve",
    points: precisionRecall.map(({ recall, precision, threshold }) => ({
      x: recall,
      y: precision,
      threshold,
    })),
    x: "recall",
    y: "precision",
    area: { name: "average precision", rate: averagePrecision },
    // Calling every run a success has the precision of the base rate: the last point of the curve.
    chance: [
      [0, last.precision],
      [1, last.precision],
    ],
    curve: "step-before",
  });
}

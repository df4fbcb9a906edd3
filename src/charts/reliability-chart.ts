/** The reliability diagram: how often runs of about the same score succeeded, with intervals and counts. */
import * as Plot from "@observablehq/plot";
import type { ReliabilityBin } from "../../calibration/index.ts";
import { count, percent, percentInterval } from "../terminal/index.ts";
import { type Chart, type ChartWords, chartColors, drawSvg } from "./chart.ts";

const size = 410;

/** Draws the bins that hold runs; on the diagonal a score says how often runs of that score succeed. */
export function reliabilityChart(
  reliability: readonly ReliabilityBin[],
  words: Pick<ChartWords, "id" | "title">,
): Chart {
  const bins = reliability
    .filter(({ n, successRate }) => n > 0 && successRate.value !== null)
    .map(({ low, high, n, meanScore, successRate }) => ({
      bin: `${low.toFixed(1)}–${high.toFixed(1)}`,
      n,
      x: meanScore ?? (low + high) / 2,
      y: successRate.value ?? 0,
      low: successRate.low ?? 0,
      high: successRate.high ?? 1,
      tip: `score ${low.toFixed(1)}–${high.toFixed(1)}: mean ${percent(meanScore)}, succeeded ${percent(successRate.value)} ${percentInterval(successRate)}, n ${count(n)}`,
    }));
  const axis = {
    label: null,
    fontSize: 11,
    ticks: 5,
    tickFormat: (value: number) => `${Math.round(value * 100)} %`,
  };
  const svg = drawSvg(
    {
      ...words,
      description: `Mean score across, share of successes up, by score bin; the diagonal is a perfectly calibrated judge. ${bins.map(({ tip }) => `${tip}.`).join(" ")}`,
    },
    {
      width: size,
      height: size,
      marginTop: 30,
      marginLeft: 64,
      marginRight: 16,
      marginBottom: 46,
      x: { domain: [0, 1] },
      y: { domain: [0, 1] },
      r: { type: "identity" },
      marks: [
        Plot.gridX({ stroke: chartColors.grid, strokeOpacity: 1, ticks: 5 }),
        Plot.gridY({ stroke: chartColors.grid, strokeOpacity: 1, ticks: 5 }),
        Plot.axisX(axis),
        Plot.axisY(axis),
        Plot.line(
          [
            [0, 0],
            [1, 1],
          ],
          { stroke: "currentColor", strokeOpacity: 0.55, strokeDasharray: "4 3" },
        ),
        Plot.ruleX(bins, {
          x: "x",
          y1: "low",
          y2: "high",
          stroke: chartColors.accent,
          strokeOpacity: 0.55,
          strokeWidth: 2.5,
          strokeLinecap: "round",
        }),
        Plot.dot(bins, {
          x: "x",
          y: "y",
          r: ({ n }: { n: number }) => Math.min(11, 3 + Math.sqrt(n) / 3),
          fill: chartColors.accent,
          stroke: chartColors.surface,
          title: "tip",
        }),
        Plot.text(bins, {
          x: "x",
          y: () => 1,
          dy: -9,
          text: ({ n }: { n: number }) => count(n),
          fontSize: 10,
        }),
        Plot.text(["n"], { frameAnchor: "top-left", dx: -14, dy: -14, fontSize: 10, textAnchor: "end" }),
        Plot.text(["mean score of the judge"], { frameAnchor: "bottom", dy: 40, fontSize: 11.5 }),
        Plot.text(["runs that succeeded"], { frameAnchor: "left", rotate: -90, dx: -52, fontSize: 11.5 }),
      ],
    },
  );
  const right = "right" as const;
  return {
    svg,
    title: words.title,
    columns: [
      { head: "score" },
      { head: "n", align: right },
      { head: "mean score", align: right },
      { head: "succeeded", align: right },
      { head: "95 %", align: right },
    ],
    rows: reliability
      .filter(({ n }) => n > 0)
      .map(({ low, high, n, meanScore, successRate }) => [
        `${low.toFixed(1)}–${high.toFixed(1)}`,
        count(n),
        percent(meanScore),
        percent(successRate.value),
        percentInterval(successRate),
      ]),
  };
}

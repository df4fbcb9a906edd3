/** Agents by their success rates: people across, the judge up, both with intervals. */
import * as Plot from "@observablehq/plot";
import type { Ranking } from "../../calibration/index.ts";
import { count, decimal, decimalInterval, percent, percentInterval, plain } from "../terminal/index.ts";
import { type Chart, type ChartWords, chartColors, drawSvg } from "./chart.ts";

const size = 440;

/**
 * Draws the agents, numbered by their order by people as in the table, because names would cover each other. On the
 * diagonal the judge sees the rate that people see.
 */
export function rankingChart(
  { agents, kendallTauB, spearman }: Ranking,
  { id, title }: Pick<ChartWords, "id" | "title">,
): Chart {
  const points = agents.map(({ name, n, humanRate, judgeRate }, at) => ({
    number: String(at + 1),
    x: humanRate.value ?? 0,
    y: judgeRate.value ?? 0,
    x1: humanRate.low ?? humanRate.value ?? 0,
    x2: humanRate.high ?? humanRate.value ?? 0,
    y1: judgeRate.low ?? judgeRate.value ?? 0,
    y2: judgeRate.high ?? judgeRate.value ?? 0,
    tip: `${plain(name)}: people ${percent(humanRate.value)} ${percentInterval(humanRate)}, judge ${percent(judgeRate.value)} ${percentInterval(judgeRate)}, n ${count(n)}`,
  }));
  const most = Math.min(1, Math.ceil(10 * Math.max(0.1, ...points.flatMap(({ x2, y2 }) => [x2, y2]))) / 10);
  const axis = {
    label: null,
    fontSize: 11,
    ticks: 5,
    tickFormat: (value: number) => `${Math.round(value * 100)} %`,
  };
  const line = {
    stroke: chartColors.accent,
    strokeOpacity: 0.5,
    strokeWidth: 2,
    strokeLinecap: "round" as const,
  };
  const svg = drawSvg(
    {
      id,
      title,
      description: `Success rates by people across, by the judge up. Kendall's τ-b ${decimal(kendallTauB.value)} ${decimalInterval(kendallTauB)}, Spearman's ρ ${decimal(spearman.value)} ${decimalInterval(spearman)}, over ${count(agents.length)} agents. ${points.map(({ tip }) => `${tip}.`).join(" ")}`,
    },
    {
      width: size,
      height: size,
      marginTop: 16,
      marginLeft: 64,
      marginRight: 24,
      marginBottom: 46,
      x: { domain: [0, most] },
      y: { domain: [0, most] },
      marks: [
        Plot.gridX({ stroke: chartColors.grid, strokeOpacity: 1, ticks: 5 }),
        Plot.gridY({ stroke: chartColors.grid, strokeOpacity: 1, ticks: 5 }),
        Plot.axisX(axis),
        Plot.axisY(axis),
        Plot.line(
          [
            [0, 0],
            [most, most],
          ],
          { stroke: "currentColor", strokeOpacity: 0.55, strokeDasharray: "4 3" },
        ),
        Plot.ruleY(points, { y: "y", x1: "x1", x2: "x2", ...line }),
        Plot.ruleX(points, { x: "x", y1: "y1", y2: "y2", ...line }),
        Plot.dot(points, {
          x: "x",
          y: "y",
          r: 9,
          fill: chartColors.accent,
          stroke: chartColors.surface,
          title: "tip",
        }),
        Plot.text(points, {
          x: "x",
          y: "y",
          text: "number",
          fontSize: 11,
          fontWeight: 700,
          fill: chartColors.surface,
          title: "tip",
        }),
        Plot.text(["success rate by people"], { frameAnchor: "bottom", dy: 40, fontSize: 11.5 }),
        Plot.text(["success rate by the judge"], {
          frameAnchor: "left",
          rotate: -90,
          dx: -52,
          fontSize: 11.5,
        }),
      ],
    },
  );
  const right = "right" as const;
  return {
    svg,
    title,
    columns: [
      { head: "" },
      { head: "agent" },
      { head: "n", align: right },
      { head: "people", align: right },
      { head: "95 %", align: right },
      { head: "judge", align: right },
      { head: "95 %", align: right },
    ],
    rows: agents.map(({ name, n, humanRate, judgeRate }, at) => [
      String(at + 1),
      name,
      count(n),
      percent(humanRate.value),
      percentInterval(humanRate),
      percent(judgeRate.value),
      percentInterval(judgeRate),
    ]),
  };
}

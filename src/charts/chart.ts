/** A chart: an SVG that needs no script, the words that stand for it, and the numbers it shows as a table. */
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Column } from "../terminal/index.ts";

export interface Chart {
  /** Coloured by the custom properties of `chartColors` and `currentColor`, so that it follows the page's theme. */
  svg: string;
  title: string;
  columns: Column[];
  /** Cells as text; foreign names are as they came. */
  rows: string[][];
}

export interface ChartWords {
  /** Unique on the page; letters, digits and dashes. */
  id: string;
  title: string;
  /** What a person who does not see the chart should know of it. */
  description: string;
}

/** The custom properties that charts are coloured by; the page gives them values for light and dark. */
export const chartColors = {
  agree: "var(--chart-agree)",
  disagree: "var(--chart-disagree)",
  neutral: "var(--chart-neutral)",
  accent: "var(--chart-accent)",
  second: "var(--chart-second)",
  third: "var(--chart-third)",
  grid: "var(--chart-grid)",
  surface: "var(--surface)",
} as const;

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * Draws a plot as an SVG text. Styles are left to the page: a strict content security policy forbids those inside.
 *
 * Foreign text may stand in labels and titles of marks, which are text nodes; not in `ariaLabel`, an attribute.
 */
export function drawSvg({ id, title, description }: ChartWords, options: Plot.PlotOptions): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const { body } = document;
  body.append(Plot.plot({ ...options, document }));
  const svg = body.querySelector("svg");
  svg.querySelector("style")?.remove();
  // Inside an image nothing is named for itself.
  for (const part of svg.querySelectorAll("[aria-label], [aria-hidden]")) {
    part.removeAttribute("aria-label");
    part.removeAttribute("aria-hidden");
  }
  const attributes = {
    class: "chart",
    role: "img",
    "aria-labelledby": `${id}-title`,
    "aria-describedby": `${id}-desc`,
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const words = Object.entries({ title, desc: description }).map(([name, text]) => {
    const element = document.createElementNS(svgNamespace, name);
    element.setAttribute("id", `${id}-${name}`);
    element.textContent = text;
    return element;
  });
  svg.prepend(...words);
  return svg.outerHTML;
}

/** Tables and charts as HTML: every chart with its numbers under it. */
import type { Chart } from "../charts/index.ts";
import type { Column } from "../terminal/index.ts";
import { type Html, type HtmlValue, html, trusted } from "./html.ts";

/** A table; the first column of each row is its heading. It scrolls by itself where the page is narrow. */
export function tableOf(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly HtmlValue[])[],
): Html {
  const side = (at: number): string => (columns[at]?.align === "right" ? "number" : "");
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<thead><tr>${columns.map(({ head }, at) => html`<th scope="col" class="${side(at)}">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell, at) =>
        at === 0
          ? html`<th scope="row" class="${side(at)}">${cell}</th>`
          : html`<td class="${side(at)}">${cell}</td>`,
      )}</tr>\n`,
  )}</tbody>
</table></div>`;
}

export interface FigureOptions {
  /** Said under the title. */
  note?: HtmlValue;
  /** Signs and colours of several series. */
  keys?: { name: string; color: number; sign: string }[];
  /** Whether the chart's own numbers stand folded under it; not where a table with more follows. Default true. */
  numbers?: boolean;
}

/** A chart with its title, its legend and its numbers. */
export function figureOf(chart: Chart, { note, keys = [], numbers = true }: FigureOptions = {}): Html {
  return html`<figure>
<figcaption><strong>${chart.title}</strong>${note === undefined ? "" : html`<br><span class="muted">${note}</span>`}</figcaption>
${keys.length < 2 ? "" : html`<p class="keys">${keys.map(({ name, color, sign }) => html`<span><i class="key-${color}" aria-hidden="true">${sign}</i> ${name}</span>`)}</p>`}
<div class="chart-box">${trusted(chart.svg)}</div>
${numbers ? html`<details><summary>Numbers</summary>${tableOf(chart.title, chart.columns, chart.rows)}</details>` : ""}
</figure>`;
}

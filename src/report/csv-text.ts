/** Cells and lines of CSV files that a spreadsheet may open. */
import { plainText } from "../trajectory/index.ts";

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** What spreadsheets take for the beginning of a formula, full-width signs included. */
const formula = /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A cell of foreign text: without control characters, and set apart where a spreadsheet would take it for a formula. */
export function textCell(text: string): string {
  const safe = plainText(text);
  return quoted(formula.test(text) || formula.test(safe) ? `'${safe}` : safe);
}

/** A number as it is; an undefined one is an empty cell. */
export function numberCell(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** A file of cells, with the line ends that CSV asks for (RFC 4180). */
export function csvFile(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

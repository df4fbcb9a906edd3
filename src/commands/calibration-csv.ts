/** The calibration as CSV: one line a judge, group and rate. */
import type { CalibrationSummary } from "../../calibration/index.ts";
import type { Analysis } from "../analysis/index.ts";

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** A cell that a spreadsheet would take for a formula is set apart. */
const safe = (text: string): string => quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const number = (value: number | null): string => (value === null ? "" : String(value));

function linesOf(judge: string, field: string, value: string, summary: CalibrationSummary): string[] {
  return Object.entries(summary).flatMap(([name, rate]) => {
    if (typeof rate !== "object" || rate === null || !("low" in rate) || !("value" in rate)) return [];
    const cells = [
      safe(judge),
      safe(field),
      safe(value),
      name,
      number(rate.value),
      number(rate.low),
      number(rate.high),
      number(rate.n),
    ];
    return [cells.join(",")];
  });
}

/** Every rate with its interval and its denominator; an undefined one has an empty cell. */
export function calibrationCsv({ judges }: Analysis): string {
  const lines = judges.flatMap(({ judge, document }) => [
    ...linesOf(judge, "", "", document),
    ...document.groups.flatMap((group) => linesOf(judge, group.field, group.value, group)),
  ]);
  return `${["judge,field,group,rate,value,low,high,n", ...lines].join("\r\n")}\r\n`;
}

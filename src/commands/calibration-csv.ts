/** The calibration as CSV: one line a judge, group and rate. */
import type { CalibrationSummary } from "../../calibration/index.ts";
import type { Analysis } from "../analysis/index.ts";
import { csvFile, numberCell, textCell } from "../report/csv-text.ts";

function linesOf(judge: string, field: string, value: string, summary: CalibrationSummary): string[][] {
  return Object.entries(summary).flatMap(([name, rate]) => {
    if (typeof rate !== "object" || rate === null || !("low" in rate) || !("value" in rate)) return [];
    const cells = [
      textCell(judge),
      textCell(field),
      textCell(value),
      name,
      numberCell(rate.value),
      numberCell(rate.low),
      numberCell(rate.high),
      numberCell(rate.n),
    ];
    return [cells];
  });
}

/** Every rate with its interval and its denominator; an undefined one has an empty cell. */
export function calibrationCsv({ judges }: Analysis): string {
  const lines = judges.flatMap(({ judge, document }) => [
    ...linesOf(judge, "", "", document),
    ...document.groups.flatMap((group) => linesOf(judge, group.field, group.value, group)),
  ]);
  return csvFile(["judge", "field", "group", "rate", "value", "low", "high", "n"], lines);
}

/** Pages and files for others: the calibration page, the report of a run, JUnit, Markdown and CSV. */
export { calibrationHtml } from "./calibration/calibration-html.ts";
export { junitXml } from "./junit.ts";
export { markdownReport } from "./markdown.ts";
export { rowsOf, shareable } from "./rows.ts";
export { summarise } from "./run/summary.ts";
export { writeReport } from "./run/write-report.ts";
export { verdictsCsv } from "./verdicts-csv.ts";

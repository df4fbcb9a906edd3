/** Pages and files for others: the calibration page, the report of a run, JUnit, Markdown and CSV. */
export { type CalibrationPageOptions, calibrationHtml } from "./calibration/calibration-html.ts";

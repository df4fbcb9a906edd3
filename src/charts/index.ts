/** Charts of calibrations, drawn as SVG when a page is built. */
export type { Chart } from "./chart.ts";
export { confusionChart } from "./confusion-chart.ts";
export { precisionRecallChart, rocChart } from "./curve-charts.ts";
export { intervalChart, seriesKeys } from "./interval-chart.ts";
export { rankingChart } from "./ranking-chart.ts";
export { reliabilityChart } from "./reliability-chart.ts";

/** Labels, and pairs of labels and verdicts. */
export { type EffectiveLabels, effectiveLabels, type Reference, referenceOf } from "./effective.ts";
export { type JoinReport, joinLabels } from "./join.ts";
export { appendLabel, type LabelsFile, readLabels } from "./labels-file.ts";
export { type PairsOptions, type PairsReport, readPairs } from "./pairs-file.ts";
export { readLabelFile } from "./published.ts";

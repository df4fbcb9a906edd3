/** Judging many trajectories into a run folder, and reading such folders. */
export { LineWriter } from "./json-lines.ts";
export { lockFolder } from "./lock.ts";
export * from "./results.ts";
export * from "./run-batch.ts";
export * from "./run-folder.ts";
export { makeFolder } from "./take-folder.ts";

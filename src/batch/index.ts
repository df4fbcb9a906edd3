/** Judging many trajectories into a run folder, and reading such folders. */
export * from "./results.ts";
export * from "./run-batch.ts";
export * from "./run-folder.ts";

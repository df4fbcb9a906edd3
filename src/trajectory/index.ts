/** The records: everything else imports from here, and this folder imports nothing of ours. */
export * from "./digest.ts";
export * from "./errors.ts";
export * from "./images.ts";
export * from "./label.ts";
export * from "./pair.ts";
export * from "./run.ts";
export * from "./text.ts";
export * from "./trajectory.ts";
export * from "./validate.ts";
export * from "./verdict.ts";
export * from "./view.ts";

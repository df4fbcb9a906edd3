/** Statistics of judges against people: no I/O, no model, no terminal. */
export * from "./calibrate.ts";
export type * from "./document.ts";
export type { CalibrateOptions } from "./options.ts";

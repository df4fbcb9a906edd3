/** Text for terminals: safe, measured, aligned, coloured only where colour is wanted. */
export * from "./numbers.ts";
export * from "./plain.ts";
export * from "./table.ts";
export * from "./text.ts";

/** The public library surface. */
export * from "./trajectory/index.ts";

/** The terminal where people check verdicts. */
export { ReviewData } from "./data.ts";
export type { Rater } from "./labelling.ts";
export type { Order, Preset } from "./ordering.ts";
export { runReview } from "./run-review.tsx";
export { themeOf } from "./theme.ts";
export { Trajectories } from "./trajectories.ts";

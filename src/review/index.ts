/** The terminal where people check verdicts. */
export { ReviewData } from "./data.ts";
export { runReview } from "./run-review.tsx";
export { themeOf } from "./theme.ts";
export { Trajectories } from "./trajectories.ts";

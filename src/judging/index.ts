/** The runtime that judges share. */
export type {
  Ask,
  Asking,
  AskList,
  AskRating,
  AskStep,
  AskText,
  ListAnswer,
  RatingAnswer,
  StepJudgement,
  TextAnswer,
} from "./ask.ts";
export { defineJudge, type Judge, type JudgeContext, type JudgeDefinition, type Logger } from "./judge.ts";
export { parseRating, type RatingScale } from "./parse-rating.ts";
export { parseVerdictText, type ReadVerdict } from "./parse-verdict.ts";
export {
  judgeTrajectory,
  type PreparedJudge,
  prepareJudge,
  runJudgeOf,
  type UnkeyedVerdict,
} from "./prepare.ts";
export type { JudgeOptions, PrepareOptions } from "./prepare-options.ts";
export { type PreviewedRequest, type PreviewOptions, previewJudge } from "./preview.ts";
export type { Variable, Variables } from "./render.ts";
export { addUsage, noUsage } from "./usage.ts";
export { judgeVersion, verdictKey } from "./version.ts";

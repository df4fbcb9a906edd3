/** From a trajectory to what a judge sees. */
import { actions, ending } from "./actions.ts";
import { availableEvidence } from "./available.ts";
import { frames, stateAfter, statesAround } from "./frames/frames.ts";
import { history, lastTree } from "./history.ts";
import { platform } from "./platform.ts";
import { requests } from "./requests/requests.ts";
import { shownTexts } from "./shown-texts.ts";
import { task } from "./task.ts";
import { prunedTree } from "./tree.ts";
import { urls } from "./urls.ts";

export { type ActionOptions, actionText, type Words } from "./actions.ts";
export { availableEvidence } from "./available.ts";
export { type ForModelOptions, forModel, type ShownText } from "./for-model.ts";
export { fitFrames } from "./frames/fit-frames.ts";
export { type FramePolicy, framePolicy } from "./frames/frame-policy.ts";
export type { Frame, FrameSet } from "./frames/frames.ts";
export { imageSize } from "./frames/image-size.ts";
export type { ImageType } from "./frames/image-type.ts";
export { shrinkImage } from "./frames/shrink-image.ts";
export type { OcrBox, OcrEngine, OcrText, OcrWord } from "./ocr/engine.ts";
export {
  createOcr,
  type FrameText,
  type FrameTexts,
  frameTexts,
  type OcrName,
  type OcrOptions,
  ocrNames,
} from "./ocr/ocr.ts";
export { type PointNames, pointNames } from "./ocr/point-names.ts";
export { redactJudgement, redactText, redactTrajectory } from "./redaction.ts";
export type { RequestEvidence, RequestOptions } from "./requests/requests.ts";
export { type SiteRule, siteRule } from "./requests/site.ts";
export { type Signals, signalsOf } from "./signals.ts";
export type { TargetName } from "./target-names.ts";
export { evidenceVersion } from "./version.ts";

/** What judges call to look at a trajectory. */
export const evidence = {
  task,
  actions,
  ending,
  frames,
  stateAfter,
  statesAround,
  history,
  lastTree,
  platform,
  requests,
  prunedTree,
  urls,
  shownTexts,
  available: availableEvidence,
} as const;
export type Evidence = typeof evidence;

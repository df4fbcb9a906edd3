/** From a trajectory to what a judge sees. */
import type { TrajectoryView } from "../trajectory/index.ts";
import { actions, ending } from "./actions.ts";
import { availableEvidence } from "./available.ts";
import { type FrameSet, frames, stateAfter, statesAround } from "./frames/frames.ts";
import { history, lastTree } from "./history.ts";
import type { OcrEngine } from "./ocr/engine.ts";
import { frameTexts } from "./ocr/ocr.ts";
import { type PointNames, pointNames } from "./ocr/point-names.ts";
import { withoutReadSecrets } from "./ocr/read-secrets.ts";
import { platform } from "./platform.ts";
import { requests } from "./requests/requests.ts";
import { shownTexts } from "./shown-texts.ts";
import { task } from "./task.ts";
import { prunedTree } from "./tree.ts";
import { urls } from "./urls.ts";

export { type ActionOptions, actionText, type Words } from "./actions.ts";
export { type ForModelOptions, forModel, type ShownText } from "./for-model.ts";
export { fitFrames } from "./frames/fit-frames.ts";
export { type FramePolicy, framePolicy } from "./frames/frame-policy.ts";
export type { Frame, FrameSet } from "./frames/frames.ts";
export { imageSize } from "./frames/image-size.ts";
export { type ImageType, imageType } from "./frames/image-type.ts";
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
export { redactJudgement, redactText, redactTrajectory } from "./redaction.ts";
export type { RequestEvidence, RequestOptions } from "./requests/requests.ts";
export { type SiteRule, siteRule } from "./requests/site.ts";
export { type Signals, signalsOf } from "./signals.ts";
export { recordedName, type TargetName } from "./target-names.ts";
export { evidenceVersion } from "./version.ts";
export { type PointNames, pointNames };

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
  /** The text of each frame, as it was recorded; read by OCR where the judge was given an engine. */
  frameTexts: (view: TrajectoryView, set: FrameSet) => frameTexts(view, set, undefined),
} as const;
export type Evidence = typeof evidence;

/**
 * The evidence of one run with OCR: frames are read, and actions that only point somewhere are named by what is
 * written there.
 *
 * @param read as {@link pointNames} gives them for this run
 * @param redact whether what looks like a secret only to who knows how OCR reads is taken out; the rest is where every
 *   text is redacted
 */
export function evidenceReadBy(engine: OcrEngine, read: PointNames, redact: boolean): Evidence {
  const clean = redact ? withoutReadSecrets : (text: string): string => text;
  const names = new Map([...read].map(([index, name]) => [index, { ...name, text: clean(name.text) }]));
  return {
    ...evidence,
    actions: (view, options) => actions(view, { at: names, ...options }),
    history: (view, options) => history(view, { at: names, ...options }),
    frameTexts: async (view, set) => {
      const { texts, unread } = await frameTexts(view, set, engine);
      return { texts: texts.map((each) => ({ ...each, text: clean(each.text) })), unread };
    },
    available: (view) => {
      const kinds = availableEvidence(view);
      return kinds.includes("frames") && !kinds.includes("ocr") ? [...kinds, "ocr"] : kinds;
    },
  };
}

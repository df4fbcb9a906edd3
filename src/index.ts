/** The public library surface. */
export * from "../calibration/index.ts";
export * from "../judges/index.ts";
export {
  type BatchOptions,
  type BatchProgress,
  readItems,
  readRun,
  readVerdicts,
  runBatch,
} from "./batch/index.ts";
export {
  type ActionOptions,
  createOcr,
  type Evidence,
  evidence,
  type ForModelOptions,
  type Frame,
  type FramePolicy,
  type FrameSet,
  type FrameText,
  type FrameTexts,
  framePolicy,
  frameTexts,
  type ImageType,
  type OcrBox,
  type OcrEngine,
  type OcrName,
  type OcrOptions,
  type OcrText,
  type OcrWord,
  ocrNames,
  type PointNames,
  pointNames,
  type RequestEvidence,
  type RequestOptions,
  type ShownText,
  type SiteRule,
  type TargetName,
  type Words,
} from "./evidence/index.ts";
export * from "./formats/index.ts";
export * from "./judging/index.ts";
export * from "./labels/index.ts";
export * from "./models/index.ts";
export * from "./refine/index.ts";
export * from "./trajectory/index.ts";

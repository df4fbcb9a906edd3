/** The public library surface. */
export * from "../judges/index.ts";
export {
  type Evidence,
  evidence,
  type Frame,
  type FramePolicy,
  type FrameSet,
  framePolicy,
  type ImageType,
  type Words,
} from "./evidence/index.ts";
export * from "./judging/index.ts";
export * from "./models/index.ts";
export * from "./trajectory/index.ts";

/** From a trajectory to what a judge sees. */
import { actions, ending } from "./actions.ts";
import { availableEvidence } from "./available.ts";
import { frames, stateAfter } from "./frames.ts";

export { actionText, type Words } from "./actions.ts";
export { availableEvidence } from "./available.ts";
export { forModel } from "./for-model.ts";
export { type Frame, type FramePolicy, type FrameSet, framePolicy } from "./frames.ts";
export type { ImageType } from "./image-type.ts";
export { type Signals, signalsOf } from "./signals.ts";
export { evidenceVersion } from "./version.ts";

/** What judges call to look at a trajectory. */
export const evidence = { actions, ending, frames, stateAfter, available: availableEvidence } as const;
export type Evidence = typeof evidence;

/** The screenshots that a judge sees: chosen by policy, opened, in their order; what cannot be opened is reported. */
import { z } from "zod";
import { imagesOf, type Observation, oneLine, type TrajectoryView } from "../trajectory/index.ts";
import { type ImageType, imageType } from "./image-type.ts";

/** Which screenshots: the last one, the first and the last, or all of them. */
export const framePolicy = z.enum(["last", "first+last", "all"]);
export type FramePolicy = z.infer<typeof framePolicy>;

export interface Frame {
  /** When it was taken, in words: `before action 3`. */
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly mediaType: ImageType;
}

export interface FrameSet {
  readonly kind: "frames";
  readonly frames: readonly Frame[];
  /** Screenshots that should be here and could not be opened, and why. The reason may name a path: not for models. */
  readonly unread: readonly { readonly label: string; readonly reason: string }[];
  /** Screenshots left out because nothing had changed since the one before. */
  readonly repeated: number;
}

interface State {
  readonly label: string;
  readonly observation: Observation | undefined;
}

const largestDataUrl = 64 * 1024 * 1024;

/** All states of a run in order: before each action, and the final one. */
function statesOf(view: TrajectoryView): State[] {
  const count = view.steps.length;
  return [
    ...view.steps.map((step, position) => ({
      label: `before action ${position + 1}${position + 1 === count ? " (the last action)" : ""}`,
      observation: step.observation,
    })),
    {
      label: count === 0 ? "the only state" : `the final state, after action ${count}`,
      observation: view.final,
    },
  ];
}

async function bytesOf(view: TrajectoryView, path: string): Promise<Uint8Array> {
  if (path.startsWith("data:")) {
    const data = /^data:image\/[a-z+.-]+;base64,/i.exec(path);
    if (data === null || path.length > largestDataUrl)
      throw new Error("a data: URL that holds no base64 image");
    return Buffer.from(path.slice(data[0].length), "base64");
  }
  const source = imagesOf(view);
  if (source === undefined)
    throw new Error("the trajectory was not read from a folder that holds its images");
  return source.read(path);
}

async function open(view: TrajectoryView, state: State): Promise<Frame | string> {
  const path = state.observation?.screenshot;
  if (path === undefined) return "no screenshot was recorded";
  try {
    const bytes = await bytesOf(view, path);
    const mediaType = imageType(bytes);
    return mediaType === null
      ? `${oneLine(path, 80)} is no PNG, JPEG, WebP or GIF image`
      : { label: state.label, bytes, mediaType };
  } catch (error) {
    return oneLine(error instanceof Error ? error.message : String(error), 200);
  }
}

async function openAll(view: TrajectoryView, states: readonly State[]): Promise<FrameSet> {
  const opened: Frame[] = [];
  const unread: { label: string; reason: string }[] = [];
  let repeated = 0;
  for (const state of states) {
    const frame = await open(view, state);
    const before = opened.at(-1);
    if (typeof frame === "string") unread.push({ label: state.label, reason: frame });
    else if (before !== undefined && Buffer.compare(before.bytes, frame.bytes) === 0) {
      // The frame stays, and now stands for both moments: the judge must not think that the end is missing.
      opened[opened.length - 1] = { ...before, label: `${before.label}; unchanged: ${state.label}` };
      repeated += 1;
    } else opened.push(frame);
  }
  return { kind: "frames", frames: opened, unread, repeated };
}

function chosen(states: readonly State[], policy: FramePolicy): State[] {
  const seen = states.filter((state) => state.observation?.screenshot !== undefined);
  if (policy === "all") return seen;
  return policy === "last" ? seen.slice(-1) : [...new Set([...seen.slice(0, 1), ...seen.slice(-1)])];
}

/** The screenshots that a policy chooses among those recorded, oldest first. */
export async function frames(view: TrajectoryView, policy: FramePolicy): Promise<FrameSet> {
  return openAll(view, chosen(statesOf(view), policy));
}

/** The screenshot of what action `index` led to. */
export async function stateAfter(view: TrajectoryView, index: number): Promise<FrameSet> {
  const state = statesOf(view)[index + 1];
  const label = `after action ${index + 1}`;
  return openAll(view, [{ label, observation: state?.observation }]);
}

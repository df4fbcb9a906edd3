/** Makes screenshots fit what a provider takes: original bytes where they do, otherwise smaller ones, the fewest left out. */
import { oneLine } from "../../trajectory/index.ts";
import { loadSharp } from "../load-sharp.ts";
import { keyOnes } from "./frame-policy.ts";
import type { Frame, FrameSet } from "./frames.ts";

/** What a provider takes in one request; bytes are counted before base64, sides in pixels. */
export interface FrameLimits {
  readonly count: number;
  readonly bytes: number;
  readonly totalBytes: number;
  readonly side: number;
  /** The side when a request holds more than `manyFrom` images. */
  readonly sideOfMany: number;
  readonly manyFrom: number;
}

export interface FittedFrames {
  readonly sets: FrameSet[];
  /** What was changed about frames, in words: `before action 3: 1280×20000 as 512×8000`. */
  readonly changes: string[];
}

interface Room {
  readonly side: number;
  readonly bytes: number;
}

/** JPEG qualities, tried in turn before the picture is made smaller. */
const qualities = [85, 70, 55];
const shrink = 0.7;
const smallestSide = 32;

const fits = (frame: Frame, { side, bytes }: Room): boolean =>
  frame.pages === 1 && Math.max(frame.width, frame.height) <= side && frame.bytes.length <= bytes;

/** The same picture as the largest and best image that fits; undefined when none does. */
async function smaller(frame: Frame, room: Room): Promise<Frame | undefined> {
  const open = await loadSharp();
  const longest = Math.max(frame.width, frame.height);
  for (
    let side = Math.min(room.side, longest);
    side >= Math.min(smallestSide, longest);
    side = Math.floor(side * shrink)
  ) {
    const sized = open(frame.bytes).resize({
      width: side,
      height: side,
      fit: "inside",
      withoutEnlargement: true,
    });
    const lossless = frame.mediaType === "image/png" || frame.mediaType === "image/gif";
    const forms = [
      ...(lossless
        ? [{ image: sized.clone().png({ compressionLevel: 9 }), mediaType: "image/png" as const }]
        : []),
      ...qualities.map((quality) => ({
        image: sized.clone().flatten({ background: "#ffffff" }).jpeg({ quality, chromaSubsampling: "4:4:4" }),
        mediaType: "image/jpeg" as const,
      })),
    ];
    for (const { image, mediaType } of forms) {
      const { data, info } = await image.toBuffer({ resolveWithObject: true });
      if (data.length <= room.bytes)
        return { ...frame, bytes: data, mediaType, width: info.width, height: info.height, pages: 1 };
    }
  }
  return undefined;
}

function changeOf(before: Frame, after: Frame): string {
  const size = (frame: Frame): string => `${frame.width}×${frame.height}`;
  const first = before.pages > 1 ? `, the first picture of ${before.pages}` : "";
  const kind = before.mediaType === after.mediaType ? "" : ` ${after.mediaType.replace("image/", "")}`;
  return oneLine(`${before.label}: ${size(before)} as ${size(after)}${kind}${first}`, 200);
}

async function fitEach(sets: readonly FrameSet[], room: Room): Promise<FittedFrames> {
  const changes: string[] = [];
  const fitted: FrameSet[] = [];
  for (const set of sets) {
    const frames: Frame[] = [];
    const unread = [...set.unread];
    for (const frame of set.frames) {
      const own = fits(frame, room) ? frame : await smaller(frame, room);
      if (own === undefined)
        unread.push({ label: frame.label, reason: `no form of it fits in ${room.bytes} bytes` });
      else frames.push(own);
      if (own !== undefined && own !== frame) changes.push(changeOf(frame, own));
    }
    fitted.push({ ...set, frames, unread });
  }
  return { sets: fitted, changes };
}

/** The frames of a request that are sent when it takes only `count`: the first, the last and the most different. */
function within(sets: readonly FrameSet[], count: number): FrameSet[] {
  const all = sets.flatMap((set) => set.frames);
  if (all.length <= count) return [...sets];
  const positions = keyOnes(
    all.map(({ grid }) => grid),
    count,
  );
  const kept = new Set(positions.map((position) => all[position]));
  return sets.map((set) => {
    const frames = set.frames.filter((frame) => kept.has(frame));
    return { ...set, frames, leftOut: set.leftOut + set.frames.length - frames.length };
  });
}

/**
 * The frames of one request as its provider takes them. An image that fits keeps its bytes; one that does not is made
 * smaller; one that cannot be made to fit is reported as unread. The same frames and limits give the same bytes.
 */
export async function fitFrames(sets: readonly FrameSet[], limits: FrameLimits): Promise<FittedFrames> {
  const fewer = within(sets, limits.count);
  const total = fewer.reduce((sum, set) => sum + set.frames.length, 0);
  const side = total > limits.manyFrom ? limits.sideOfMany : limits.side;
  const fitted = await fitEach(fewer, { side, bytes: limits.bytes });
  const bytes = fitted.sets.flatMap((set) => set.frames).reduce((sum, frame) => sum + frame.bytes.length, 0);
  if (bytes <= limits.totalBytes) return fitted;
  return fitEach(fewer, { side, bytes: Math.min(limits.bytes, Math.floor(limits.totalBytes / total)) });
}

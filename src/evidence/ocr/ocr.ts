/** OCR by name, and the text of a judge's frames. */
import { InputError, oneLine, type TrajectoryView } from "../../trajectory/index.ts";
import type { FrameSet } from "../frames/frames.ts";
import { statesOf } from "../frames/states.ts";
import type { OcrEngine } from "./engine.ts";
import { cachedOcr, type OcrCacheOptions } from "./ocr-cache.ts";
import { ppocr } from "./ppocr.ts";
import { tesseract } from "./tesseract.ts";

/** `tesseract` needs nothing more; `ppocr` reads better and needs optional packages; `none` reads nothing. */
export const ocrNames = ["tesseract", "ppocr", "none"] as const;
export type OcrName = (typeof ocrNames)[number];

export interface OcrOptions extends OcrCacheOptions {
  /** Images that tesseract reads at the same time. */
  readonly workers?: number;
}

/** The engine of a name, which reads the same image once; undefined for `none`. Nothing is loaded before it reads. */
export function createOcr(name: Exclude<OcrName, "none">, options?: OcrOptions): OcrEngine;
export function createOcr(name: OcrName, options?: OcrOptions): OcrEngine | undefined;
export function createOcr(name: OcrName, { workers, folder }: OcrOptions = {}): OcrEngine | undefined {
  if (name === "none") return undefined;
  const engine = name === "ppocr" ? ppocr() : tesseract(workers === undefined ? {} : { workers });
  return cachedOcr(engine, { folder });
}

/** The text of one frame. */
export interface FrameText {
  readonly label: string;
  readonly state: number;
  /** As lines; empty when there is none or it could not be read. */
  readonly text: string;
  readonly confidence: number | null;
  /** `recorded`: the text came with the run; `none`: nobody has read the frame. */
  readonly from: "engine" | "recorded" | "none";
}

export interface FrameTexts {
  readonly texts: FrameText[];
  /** Frames that could not be read, or not whole, and why. Not for models. */
  readonly unread: { readonly label: string; readonly reason: string }[];
}

/**
 * The text on each frame of a set: read by the engine, or as it was recorded when there is no engine.
 *
 * @throws InputError when the engine cannot work on this machine; a frame that it cannot read is reported
 */
export async function frameTexts(
  view: TrajectoryView,
  set: FrameSet,
  engine: OcrEngine | undefined,
): Promise<FrameTexts> {
  const states = statesOf(view);
  const unread: { label: string; reason: string }[] = [];
  const texts = await Promise.all(
    set.frames.map(async ({ label, state, bytes }): Promise<FrameText> => {
      const recorded = states[state]?.observation?.ocr;
      const asRecorded: FrameText = {
        label,
        state,
        text: recorded ?? "",
        confidence: null,
        from: recorded === undefined ? "none" : "recorded",
      };
      if (engine === undefined) return asRecorded;
      try {
        const { text, confidence, unread: part } = await engine.read(bytes);
        if (part !== undefined) unread.push({ label, reason: `OCR left out ${part}` });
        return { label, state, text, confidence, from: "engine" };
      } catch (error) {
        if (InputError.isInstance(error)) throw error;
        unread.push({ label, reason: oneLine(error instanceof Error ? error.message : String(error), 200) });
        return asRecorded;
      }
    }),
  );
  const order = new Map(set.frames.map(({ label }, index) => [label, index]));
  return { texts, unread: unread.sort((a, b) => (order.get(a.label) ?? 0) - (order.get(b.label) ?? 0)) };
}

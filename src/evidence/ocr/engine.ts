/** What reads the text of a screenshot, whichever engine it is. */

/** Left, top, width and height in pixels of the image. */
export type OcrBox = readonly [x: number, y: number, width: number, height: number];

export interface OcrWord {
  readonly text: string;
  readonly box: OcrBox;
  /** The engine's own, in [0, 1]; not comparable between engines. */
  readonly confidence: number;
}

export interface OcrText {
  /** The words as lines, top to bottom; words far apart on a line are set apart by three spaces. */
  readonly text: string;
  /** In the order of the text. */
  readonly words: readonly OcrWord[];
  /** The mean over the words by their length; null without words. */
  readonly confidence: number | null;
  /** What of the image was not read, in words; absent when all was. */
  readonly unread?: string;
}

export interface OcrEngine {
  /** Name, version and settings: another id may read other text. */
  readonly id: string;
  /**
   * Reads an image. Calls may overlap; the engine bounds what it does at a time.
   *
   * @throws Error for what is no image, cannot be decoded or takes too long; InputError when the engine itself cannot
   *   work on this machine
   */
  read(bytes: Uint8Array): Promise<OcrText>;
  /** Ends its workers; a later call to `read` starts them again. */
  close(): Promise<void>;
}

/** Pixels, three bytes each: a screenshot or a part of it. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

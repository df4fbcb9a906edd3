/** Cuts a page into pieces that an engine can hold, and puts the words of the pieces together again. */
import { loadSharp } from "../load-sharp.ts";
import type { OcrText, OcrWord, Pixels } from "./engine.ts";
import { inReadingOrder } from "./reading-order.ts";

/** Pixels of height of a piece; a usual screen is one piece. */
const pieceHeight = 1600;
/** Pixels that neighbouring pieces share, so that no line of text is cut in both. */
const overlap = 80;
/** The most pieces of one image: the first and the last are read, the middle is not. */
const mostPieces = 24;

export interface Piece {
  readonly top: number;
  readonly height: number;
  /** The words whose middle is from here to there are this piece's own. */
  readonly from: number;
  readonly to: number;
}

/** The pieces of a page of this height, top to bottom, and how many rows of it no piece holds. */
export function piecesOf(height: number): { pieces: Piece[]; skipped: number } {
  if (height <= pieceHeight) return { pieces: [{ top: 0, height, from: 0, to: height }], skipped: 0 };
  const step = pieceHeight - overlap;
  const count = Math.ceil((height - overlap) / step);
  const all = Array.from({ length: count }, (_unused, index): Piece => {
    const top = index * step;
    const own = Math.min(pieceHeight, height - top);
    const to = index === count - 1 ? height : top + own - overlap / 2;
    return { top, height: own, from: index === 0 ? 0 : top + overlap / 2, to };
  });
  if (count <= mostPieces) return { pieces: all, skipped: 0 };
  const head = all.slice(0, mostPieces / 2);
  const tail = all.slice(count - mostPieces / 2);
  return { pieces: [...head, ...tail], skipped: (tail[0]?.from ?? 0) - (head.at(-1)?.to ?? 0) };
}

/** Nothing that a person reads: what engines see in pictures and icons. */
const isNoise = ({ text, confidence }: OcrWord): boolean =>
  text.trim() === "" || (confidence < 0.5 && !/[\p{L}\p{N}]/u.test(text));

/**
 * Reads an image piece by piece, and decodes no more of it at a time than a piece: what a few kilobytes announce may be
 * gigabytes of pixels.
 *
 * @param readPiece gives the words of a piece in the piece's own pixels
 * @throws Error for what cannot be decoded
 */
export async function readByPieces(
  bytes: Uint8Array,
  readPiece: (piece: Pixels) => Promise<OcrWord[]>,
): Promise<OcrText> {
  if (bytes.length === 0) throw new Error("the image file is empty");
  const open = await loadSharp();
  const { width, height: whole, pageHeight: height = whole } = await open(bytes).metadata();
  const { pieces, skipped } = piecesOf(height);
  const words: OcrWord[] = [];
  for (const { top, height: own, from, to } of pieces) {
    const data = await open(bytes)
      .extract({ left: 0, top, width, height: own })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer();
    for (const word of await readPiece({ data, width, height: own })) {
      const [x, y, w, h] = word.box;
      const middle = top + y + h / 2;
      if (middle < from || (middle >= to && to < height) || isNoise(word)) continue;
      words.push({ ...word, box: [Math.round(x), Math.round(top + y), Math.round(w), Math.round(h)] });
    }
  }
  return {
    ...inReadingOrder(words),
    ...(skipped === 0 ? {} : { unread: `${Math.round(skipped)} of ${height} pixel rows in the middle` }),
  };
}

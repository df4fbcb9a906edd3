/** Looks at an image before anyone relies on it: that it decodes, how large it is, and what it shows in small. */
import { loadSharp } from "../load-sharp.ts";
import { cellSize, coarse, type Grid } from "./grid.ts";
import { type ImageType, imageType } from "./image-type.ts";

export interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly mediaType: ImageType;
  /** Pictures in an animation; 1 for a still image. Only the first is looked at. */
  readonly pages: number;
  /** In cells of two pixels, to tell whether anything changed. */
  readonly fine: Grid;
  /** In cells of eight, to tell how much did. */
  readonly grid: Grid;
}

/** The most cells of a fine grid: beyond it, as on pages of 30,000 pixels, cells grow. */
const mostCells = 10_000_000;

/**
 * Decodes an image whole.
 *
 * @throws Error that says why it is no image, or none that can be shown
 */
export async function lookAt(bytes: Uint8Array): Promise<Picture> {
  const mediaType = imageType(bytes);
  if (mediaType === null) throw new Error("no PNG, JPEG, WebP or GIF image");
  const open = await loadSharp();
  const { width, height, pages = 1, pageHeight = height } = await open(bytes).metadata();
  const size = Math.max(cellSize, Math.ceil(Math.sqrt((width * pageHeight) / mostCells)));
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(pageHeight / size);
  const cells = await open(bytes)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .resize(columns, rows, { fit: "fill", kernel: "linear", fastShrinkOnLoad: false })
    .raw()
    .toBuffer();
  const fine = { width, height: pageHeight, columns, rows, cells };
  return { bytes, mediaType, width, height: pageHeight, pages, fine, grid: coarse(fine) };
}

/** An image made small for people to look at, as WebP. */
import { loadSharp } from "../load-sharp.ts";

export interface ShrinkBounds {
  width: number;
  height: number;
  /** WebP quality, 1 to 100. */
  quality: number;
}

/**
 * Fits an image into bounds without enlarging it; an image that is much taller keeps its top.
 *
 * @throws Error that says why it is no image, or none that can be decoded
 */
export async function shrinkImage(
  bytes: Uint8Array,
  { width, height, quality }: ShrinkBounds,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const open = await loadSharp();
  const full = await open(bytes).metadata();
  const fitted = Math.min(width, full.width);
  const tall = Math.max(1, Math.round((full.height * fitted) / full.width));
  const { data, info } = await open(bytes)
    .resize({ width: fitted, height: Math.min(height, tall), fit: "cover", position: "top" })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** How large an image says it is, read from its head: nothing is decoded, so that a bomb costs nothing. */
import { loadSharp } from "../load-sharp.ts";
import { imageType } from "./image-type.ts";

/**
 * Width and height in pixels of the image's first picture.
 *
 * @throws Error that says why it is no image that can be opened, InputError when sharp cannot be loaded
 */
export async function imageSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  if (imageType(bytes) === null) throw new Error("no PNG, JPEG, WebP or GIF image");
  const open = await loadSharp();
  // The pixel limit is the caller's to judge here: the size is wanted of an image that is too large, too.
  const { width, height, pageHeight = height } = await open(bytes, { limitInputPixels: false }).metadata();
  return { width, height: pageHeight };
}

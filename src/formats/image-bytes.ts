/** What the first bytes of an image file say, and images that are written out as data: URLs. */
import { shown } from "../trajectory/index.ts";

export const maxImageBytes = 50 * 1024 * 1024;

/** Enough bytes to tell an image from a Git-LFS pointer. */
export const headBytes = 200;

const lfsPointer = "version https://git-lfs.github.com/spec/";

/** The image format that the first bytes announce; undefined when they announce none of the four we read. */
function imageKind(head: Uint8Array): "png" | "jpeg" | "webp" | "gif" | undefined {
  const at = (offset: number, ...bytes: number[]) => bytes.every((byte, i) => head[offset + i] === byte);
  if (at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (at(0, 0xff, 0xd8, 0xff)) return "jpeg";
  if (at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50)) return "webp";
  if (at(0, 0x47, 0x49, 0x46, 0x38)) return "gif";
  return undefined;
}

/** Why a file of this size that begins like this cannot be shown; undefined when it can. */
export function imageFault(head: Uint8Array, size: number): string | undefined {
  if (size === 0) return "the file is empty";
  if (size > maxImageBytes) return `the file has ${size} bytes, more than the ${maxImageBytes} allowed`;
  if (imageKind(head) !== undefined) return undefined;
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith(lfsPointer)) return "a Git-LFS pointer, not the image (run `git lfs pull`)";
  return `no PNG, JPEG, WebP or GIF image, begins with ${shown(text.slice(0, 16))}`;
}

export const isDataUrl = (path: string): boolean => /^data:/i.test(path);

/** The base64 part of an image data: URL; undefined when it is none. */
function base64Of(url: string): string | undefined {
  const comma = url.indexOf(",");
  const head = url.slice(0, Math.max(0, comma));
  return comma > 0 && comma < 200 && /^data:image\/[\w.+-]+(;[\w=.+-]+)*;base64$/i.test(head)
    ? url.slice(comma + 1)
    : undefined;
}

/** Why a data: URL holds no image that can be shown; undefined when it holds one. */
export function dataUrlFault(url: string): string | undefined {
  const base64 = base64Of(url);
  if (base64 === undefined) return `no base64 image data: URL, saw ${shown(url)}`;
  const size = Math.floor((base64.length * 3) / 4);
  return imageFault(Buffer.from(base64.slice(0, 400), "base64"), size);
}

/** The bytes of an image data: URL that `dataUrlFault` has nothing to say about. */
export function dataUrlBytes(url: string): Uint8Array {
  return Buffer.from(base64Of(url) ?? "", "base64");
}

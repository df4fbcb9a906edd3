/** What kind of image some bytes are, by their first bytes: names and declared types are often wrong. */

export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The type of an image that every provider takes; null for anything else. */
export function imageType(bytes: Uint8Array): ImageType | null {
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "image/webp";
  return /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) ? "image/gif" : null;
}

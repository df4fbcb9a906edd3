/** Text as it stands in the pixels of a screenshot. */
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { dataUrl } from "../fixtures/pictures.ts";

/** A white screen with these lines on it, the first around (60, 36), as a `data:` URL. */
export async function drawn(lines: readonly string[]): Promise<string> {
  const text = lines
    .map(
      (line, i) => `<text x="30" y="${42 + 40 * i}" font-size="18" font-family="sans-serif">${line}</text>`,
    )
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="160"><rect width="480" height="160" fill="#fff"/>${text}</svg>`;
  return dataUrl(await sharp(Buffer.from(svg)).png().toBuffer());
}

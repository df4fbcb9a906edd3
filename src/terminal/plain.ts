/** Foreign text made safe for a terminal: no escape can move the cursor, recolour, or hide what stands there. */
import { stripVTControlCharacters } from "node:util";

/**
 * Text without escape sequences, control characters and characters that change the direction or visibility of text.
 * Line breaks and tabs become spaces unless `lines` asks to keep line breaks.
 */
export function plain(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const bare = stripVTControlCharacters(text)
    .replace(/\r\n?/g, "\n")
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu,
      "",
    );
  return lines ? bare.replace(/\t/g, "  ") : bare.replace(/\s+/g, " ").trim();
}

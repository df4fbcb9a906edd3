/** Foreign text made safe for a terminal and set on one line, or on its own lines. */
import { plainText } from "../trajectory/index.ts";

/**
 * Text without escape sequences, control characters and characters that change the direction or visibility of text.
 * Line breaks and tabs become spaces unless `lines` asks to keep line breaks.
 */
export function plain(text: string, { lines = false }: { lines?: boolean } = {}): string {
  const safe = plainText(text);
  return lines ? safe.replace(/\t/g, "  ") : safe.replace(/\s+/g, " ").trim();
}

/** What JSON lets through and a terminal may obey or hide: DEL, the C1 controls, and characters that turn or hide text. */
const unsafeInJson = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** JSON for stdout: the same value to a parser, and harmless to a terminal. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    unsafeInJson,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

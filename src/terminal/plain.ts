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

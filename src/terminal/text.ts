/** Columns and lines: text measured as a terminal shows it (East Asian and emoji widths). */
import stringWidth from "string-width";

/** Columns that a text takes; styling counts for nothing. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cut to a number of columns, with an ellipsis where something is lost. Unstyled text only. */
export function truncate(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let cut = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const width = widthOf(segment);
    if (used + width > columns - 1) break;
    cut += segment;
    used += width;
  }
  return `${cut}…`;
}

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - widthOf(text))) + text;
}

/** A word in pieces of at most `columns`, at least a character each. */
function broken(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word];
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const width = widthOf(segment);
    if (piece !== "" && used + width > columns) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += segment;
    used += width;
  }
  return [...pieces, piece];
}

/** Broken into lines of at most `columns` at spaces; a longer word is broken too, nothing is lost. Unstyled text only. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (widthOf(longer) <= columns) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      const pieces = broken(word, columns);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? "";
    }
    lines.push(line);
  }
  return lines;
}

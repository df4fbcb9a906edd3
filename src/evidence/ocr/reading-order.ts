/** From words with boxes to text in reading order. */
import type { OcrText, OcrWord } from "./engine.ts";

interface Line {
  readonly words: OcrWord[];
  top: number;
  bottom: number;
}

const middle = ({ box: [, y, , height] }: OcrWord): number => y + height / 2;

/** Whether a word stands on a line: its middle is within the line's middle half, and neither is much taller. */
function standsOn(line: Line, word: OcrWord): boolean {
  const height = line.bottom - line.top;
  const ratio = word.box[3] / Math.max(1, height);
  return (
    ratio > 0.3 &&
    ratio < 3 &&
    Math.abs(middle(word) - (line.top + line.bottom) / 2) < 0.35 * Math.max(height, word.box[3])
  );
}

/** Lines are looked for among the latest only: words come from top to bottom. */
const openLines = 12;

/** The lines on which words stand, top to bottom; the words of each from left to right. */
export function linesOf(words: readonly OcrWord[]): OcrWord[][] {
  const sorted = [...words].sort((a, b) => middle(a) - middle(b) || a.box[0] - b.box[0]);
  const lines: Line[] = [];
  for (const word of sorted) {
    const [, y, , height] = word.box;
    const line = lines.slice(-openLines).find((candidate) => standsOn(candidate, word));
    if (line === undefined) lines.push({ words: [word], top: y, bottom: y + height });
    else line.words.push(word);
  }
  return lines
    .sort((a, b) => a.top + a.bottom - (b.top + b.bottom))
    .map(({ words: own }) => own.sort((a, b) => a.box[0] - b.box[0]));
}

/** Words further apart than this many heights belong to different things. */
const apart = 1.2;

/** Whether two neighbours on a line belong to different things, such as two buttons. */
export function areApart(before: OcrWord, word: OcrWord): boolean {
  const gap = word.box[0] - before.box[0] - before.box[2];
  return gap > apart * Math.min(word.box[3], before.box[3]);
}

function lineText(line: readonly OcrWord[]): string {
  return line.reduce((text, word, index) => {
    const before = line[index - 1];
    if (before === undefined) return word.text;
    return `${text}${areApart(before, word) ? "   " : " "}${word.text}`;
  }, "");
}

/** Words as text. The same words in any order give the same. */
export function inReadingOrder(words: readonly OcrWord[]): Pick<OcrText, "text" | "words" | "confidence"> {
  const lines = linesOf(words);
  const ordered = lines.flat();
  const letters = ordered.reduce((sum, { text }) => sum + text.length, 0);
  const sure = ordered.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return {
    text: lines.map(lineText).join("\n"),
    words: ordered,
    confidence: letters === 0 ? null : sure / letters,
  };
}

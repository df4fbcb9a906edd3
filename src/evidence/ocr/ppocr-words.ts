/** From the recogniser's output for a line to words: CTC decoding, and spaces where the picture shows them. */
import type { OcrWord } from "./engine.ts";
import type { TextLine } from "./ppocr-line.ts";

interface Letter {
  readonly text: string;
  /** Its middle, in pixels from the left of the line. */
  readonly at: number;
  readonly confidence: number;
  readonly step: number;
}

/** The recogniser's output for one line: a probability for each step from left to right and each character. */
export interface Steps {
  readonly probabilities: Float32Array;
  readonly count: number;
  readonly classes: number;
  /** Pixels of the line that a step stands for. */
  readonly pixels: number;
}

/** A gap this wide, in heights of the cut, ends a word by itself. */
const plainGap = 0.3;
/** A narrower one does when the recogniser gives a space somewhere within it at least this probability. */
const spaceHint = 0.01;

/** Best path: the likeliest character of each step, repeats joined, blanks (class 0) dropped. */
function lettersOf(
  { probabilities, count, classes, pixels }: Steps,
  characters: readonly string[],
): Letter[] {
  const letters: Letter[] = [];
  let before = 0;
  for (let step = 0; step < count; step += 1) {
    let best = 0;
    let confidence = -1;
    for (let index = 0; index < classes; index += 1) {
      const probability = probabilities[step * classes + index] ?? 0;
      if (probability <= confidence) continue;
      best = index;
      confidence = probability;
    }
    if (best !== 0 && best !== before)
      letters.push({ text: characters[best] ?? "", at: (step + 0.5) * pixels, confidence, step });
    before = best;
  }
  return letters;
}

/** The highest probability of a space (the last class) between two letters. */
function spaceBetween({ probabilities, classes }: Steps, a: Letter, b: Letter): number {
  let most = 0;
  for (let step = a.step; step <= b.step; step += 1)
    most = Math.max(most, probabilities[(step + 1) * classes - 1] ?? 0);
  return most;
}

function endsWord(steps: Steps, line: TextLine, a: Letter, b: Letter): boolean {
  const widest = line.gaps
    .filter(({ at }) => at > a.at && at < b.at)
    .reduce((most, { width }) => Math.max(most, width), 0);
  return widest >= plainGap || (widest > 0 && spaceBetween(steps, a, b) >= spaceHint);
}

function wordOf(letters: readonly Letter[], line: TextLine): OcrWord {
  const [left, , , height] = line.box;
  const first = letters[0]?.at ?? 0;
  const last = letters.at(-1)?.at ?? first;
  const half = letters.length > 1 ? (last - first) / (letters.length - 1) / 2 : height / 6;
  return {
    text: letters.map(({ text }) => text).join(""),
    confidence: letters.reduce((sum, { confidence }) => sum + confidence, 0) / letters.length,
    box: [
      left + Math.max(0, first - half),
      line.letters[0],
      last - first + 2 * half,
      line.letters[1] - line.letters[0],
    ],
  };
}

/**
 * The words of a line.
 *
 * @param characters the class of each index: the blank first, the space last
 */
export function wordsOfLine(steps: Steps, line: TextLine, characters: readonly string[]): OcrWord[] {
  const words: Letter[][] = [];
  let before: Letter | undefined;
  for (const letter of lettersOf(steps, characters)) {
    const isSpace = letter.text.trim() === "";
    if (!isSpace) {
      const open = words.at(-1);
      const joins =
        before !== undefined && before.text.trim() !== "" && !endsWord(steps, line, before, letter);
      if (open !== undefined && joins) open.push(letter);
      else words.push([letter]);
    }
    before = letter;
  }
  return words.map((letters) => wordOf(letters, line));
}

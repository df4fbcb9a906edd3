/** Finds the value that a text states in words: `Status: success`, `**SUCCESS**`, `{"outcome": "success"}`. */
import { findObjects } from "./loose-json.ts";

/** What a phrase says: a value of the vocabulary, contradictory words, or nothing that is one. */
type Phrase<Value> = { readonly value: Value | "ambiguous" } | undefined;

export interface Vocabulary<Value> {
  /** The words that introduce the value, as alternatives of a regular expression. */
  readonly labels: string;
  /** Each value and how it begins, in the order in which they are tried. */
  readonly words: readonly (readonly [Value, RegExp])[];
  /** Keys of an object that hold the value, the most telling first; lower case. */
  readonly keys: readonly string[];
  /** The value of a key that holds true or false. */
  readonly ofBoolean?: (key: string, truth: boolean) => Value | undefined;
}

export interface Found<Value> {
  readonly value: Value | "ambiguous";
  /** Where the statement begins. */
  readonly start: number;
  /** The object that states it, when one does. */
  readonly object?: Readonly<Record<string, unknown>>;
}

const markup = /^[\s*_"'`“”‘’()[\]<>{}]+/;
/** After the value a sentence may end or give a reason; any other word turns it into something else. */
const ending =
  /^[*_"'`“”‘’)\]}]*(?:$|\s*[.,;:!?|()[\]{}<*"–—-]|\s+(?:because|since|as|due|with|after|although|but|and|overall)\b)/i;
const alternative = /^[\s*_"'`“”‘’)\]]*(?:\bor\b|[/|,])[\s*_"'`“”‘’([]*/i;

/** Reads the value at the beginning of a phrase. */
function phraseOf<Value>(text: string, vocabulary: Vocabulary<Value>): Phrase<Value> {
  const bare = text.replace(markup, "");
  for (const [value, pattern] of vocabulary.words) {
    const length = pattern.exec(bare)?.[0].length;
    if (length === undefined) continue;
    const rest = bare.slice(length);
    const other = alternative.exec(rest);
    const next = other === null ? undefined : phraseOf(rest.slice(other[0].length), vocabulary);
    if (next !== undefined && next.value !== value) return { value: "ambiguous" };
    return { value: ending.test(rest) ? value : "ambiguous" };
  }
  return undefined;
}

/** Whether some word of the vocabulary stands anywhere in a phrase. */
function touches<Value>(text: string, vocabulary: Vocabulary<Value>): boolean {
  return text.split(/[^\p{L}-]+/u).some((word) => vocabulary.words.some(([, pattern]) => pattern.test(word)));
}

interface Line {
  readonly text: string;
  readonly start: number;
}

/** Longer lines are prose: what counts stands at their ends. */
const lineLimit = 2000;

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    lines.push({ text: line.slice(0, lineLimit), start });
    start += line.length + 1;
  }
  return lines;
}

function labelPattern(labels: string): RegExp {
  return new RegExp(
    `^[\\s>#*_\\-\\d.)"'\`{[(<]*(?:(?:my|the|final|overall|task|run|trajectory|step|evaluation)\\s+)*(?:${labels})[\\s"'\`*_\\])>]*(?:\\s+is\\b)?\\s*(?:[:=>]|(?<=\\sis)(?=\\s))+`,
    "i",
  );
}

/** Labels at the beginning of a line; the value follows, or stands on the next line that holds something. */
function atLineStart<Value>(lines: readonly Line[], vocabulary: Vocabulary<Value>): Found<Value>[] {
  const label = labelPattern(vocabulary.labels);
  const heading = new RegExp(
    `^[\\s>*_]*#+[\\s*_]*(?:final\\s+|overall\\s+)?(?:${vocabulary.labels})[\\s*_:]*$`,
    "i",
  );
  return lines.flatMap(({ text, start }, index): Found<Value>[] => {
    const match = label.exec(text) ?? heading.exec(text);
    if (match === null) return [];
    const same = text.slice(match[0].length);
    const alone = same.replace(markup, "") === "";
    const stated = alone
      ? (lines.slice(index + 1).find((line) => line.text.trim() !== "")?.text ?? "")
      : same;
    const phrase = phraseOf(stated, vocabulary);
    if (phrase !== undefined) return [{ value: phrase.value, start }];
    // "Status: partial success" states a value, only none that can be read; a next line may be about anything.
    return !alone && touches(same, vocabulary) ? [{ value: "ambiguous", start }] : [];
  });
}

function inObjects<Value>(
  objects: ReturnType<typeof findObjects>,
  vocabulary: Vocabulary<Value>,
): Found<Value>[] {
  return objects.flatMap(({ start, value: object }): Found<Value>[] => {
    const own = new Map(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]));
    for (const key of vocabulary.keys) {
      const stated = own.get(key);
      const value =
        typeof stated === "string"
          ? phraseOf(stated, vocabulary)?.value
          : typeof stated === "boolean"
            ? vocabulary.ofBoolean?.(key, stated)
            : undefined;
      if (value !== undefined) return [{ value, start, object }];
    }
    return [];
  });
}

/** Lines that hold the value and nothing else. */
function aloneOnLine<Value>(lines: readonly Line[], vocabulary: Vocabulary<Value>): Found<Value>[] {
  return lines.flatMap(({ text, start }): Found<Value>[] => {
    const bare = text.replace(/^[\s>#*_"'`“”([-]+|[\s*_"'`“”.!)\]]+$/g, "");
    const whole = vocabulary.words.find(([, pattern]) => pattern.exec(bare)?.[0] === bare);
    return bare === "" || whole === undefined ? [] : [{ value: whole[0], start }];
  });
}

/** Labels after the end of a sentence: `… was produced. Status: failure`. */
function afterSentence<Value>(text: string, vocabulary: Vocabulary<Value>): Found<Value>[] {
  const label = new RegExp(
    `[.!?…;)*"”]\\s{1,4}[*_]{0,3}(?:final\\s)?(?:${vocabulary.labels})[*_]{0,3}\\s?[:=]`,
    "gi",
  );
  return [...text.matchAll(label)].flatMap((match): Found<Value>[] => {
    const from = match.index + match[0].length;
    const phrase = phraseOf(text.slice(from, from + 80).split("\n")[0] ?? "", vocabulary);
    return phrase === undefined ? [] : [{ value: phrase.value, start: match.index + 1 }];
  });
}

/**
 * The last statement of a value in a text. Statements by a label or an object count before a value alone on its line,
 * and that before a label within a paragraph. What stands inside an object is not read as a label.
 */
export function findLast<Value>(text: string, vocabulary: Vocabulary<Value>): Found<Value> | undefined {
  const objects = findObjects(text);
  const outside = <T extends { readonly start: number }>(found: readonly T[]): T[] =>
    found.filter(({ start }) => !objects.some((object) => start >= object.start && start < object.end));
  const lines = linesOf(text);
  const labelled = [...outside(atLineStart(lines, vocabulary)), ...inObjects(objects, vocabulary)];
  const last = (found: readonly Found<Value>[]): Found<Value> | undefined =>
    [...found].sort((a, b) => a.start - b.start).at(-1);
  return (
    last(labelled) ??
    last(outside(aloneOnLine(lines, vocabulary))) ??
    last(outside(afterSentence(text, vocabulary)))
  );
}

/** What the values of a column mean: which words stand for success, failure, unsure, and which rows do not count. */
import { InputError, type Outcome, shown } from "../trajectory/index.ts";

/** What a value stands for. */
export type Meaning = Outcome | "ignore";

export interface Vocabulary {
  positive: readonly string[];
  negative: readonly string[];
  ignore?: readonly string[] | undefined;
  unsure?: readonly string[] | undefined;
}

/** A value as it is compared: without blanks around it, numbers by their value ("1" = 1 = 1.0). Null when missing. */
export function comparable(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = (typeof value === "object" ? JSON.stringify(value) : String(value)).trim();
  if (text === "") return null;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? String(Number(text)) : text;
}

/**
 * A reader of one vocabulary. Values are compared as they are written; a value that is in no list as it is written is
 * compared again without regard to case, and counts only when that leads to one meaning.
 *
 * @throws InputError when a word stands in two lists
 */
export function vocabularyReader(vocabulary: Vocabulary): (value: string) => Meaning | undefined {
  const exact = new Map<string, Meaning>();
  const folded = new Map<string, Meaning | null>();
  const lists: [Meaning, string, readonly string[]][] = [
    ["success", "positive", vocabulary.positive],
    ["failure", "negative", vocabulary.negative],
    ["ignore", "ignore", vocabulary.ignore ?? []],
    ["unsure", "unsure", vocabulary.unsure ?? []],
  ];
  for (const [meaning, list, words] of lists) {
    for (const word of words) {
      const text = comparable(word);
      if (text === null) continue;
      const other = exact.get(text);
      if (other !== undefined && other !== meaning) {
        const first = lists.find(([name]) => name === other)?.[1];
        throw new InputError(`${list}: ${shown(word)} is also in the list ${first}`);
      }
      exact.set(text, meaning);
      const fold = text.toLowerCase();
      const seen = folded.get(fold);
      folded.set(fold, seen === undefined || seen === meaning ? meaning : null);
    }
  }
  return (value) => exact.get(value) ?? folded.get(value.toLowerCase()) ?? undefined;
}

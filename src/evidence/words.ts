/** Words, numbers and names of a text, as the offline signals compare them. */

const stopWords = new Set(
  (
    "the a an of to in on for with and or is are be this that from by at as it its my me i you your all please find show " +
    "go page what who which where when how many much do does did has have there their them than then into about can get"
  ).split(" "),
);

/** Lower-case words without the very common ones. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.filter((word) => !stopWords.has(word));
}

/** Numbers as written, thousands separators removed: `1,299.00` → `1299.00`. */
export function numbersOf(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(/,(?=\d{3}(?:\D|$))/g, ""));
}

/** What a task puts in quotation marks: names that have to be matched to the letter. */
export function quotedOf(text: string): string[] {
  return [...text.matchAll(/["“]([^"“”\n]{2,80})["”]/g)].map((match) => (match[1] ?? "").trim());
}

/** A text as it is searched: in small letters, without thousands separators. */
export function searchable(text: string): string {
  return text.toLowerCase().replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1");
}

/** More than any task or answer has; each is looked for in all that was seen, which may be megabytes. */
const mostWanted = 2000;

/** The share of `wanted` that a {@link searchable} text holds, case-insensitive; null when nothing is wanted. */
export function shareFound(wanted: readonly string[], text: string): number | null {
  const distinct = [...new Set(wanted.map((item) => item.toLowerCase()))].slice(0, mostWanted);
  if (distinct.length === 0) return null;
  return distinct.filter((item) => text.includes(item)).length / distinct.length;
}

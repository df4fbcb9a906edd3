/** How many of the words that stand on a screen were read: exact words, order ignored. */

/**
 * The words of a text as they are compared: case kept, punctuation at either end taken off, dashes and apostrophes of
 * all kinds alike.
 */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKC")
    .replace(/[‐-―−]/g, "-")
    .replace(/[‘’ʼ]/g, "'")
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "");
}

/** The words of `wanted` that `read` lacks; a word that stands there twice has to be read twice. */
export function missingWords(wanted: string, read: string): string[] {
  const left = new Map<string, number>();
  for (const word of wordsOf(read)) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(wanted).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** The share of `wanted` that was read, in [0, 1]. */
export function wordRecall(wanted: string, read: string): number {
  const total = wordsOf(wanted).length;
  return total === 0 ? 1 : 1 - missingWords(wanted, read).length / total;
}

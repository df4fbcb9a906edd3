/** The one function that every text passes through on its way to a model: cleaning and cutting happen here. */
import { headAndTail, plainText } from "../trajectory/index.ts";

/** The longest text of one piece of evidence, in characters. */
const textLimit = 24_000;

/**
 * A recorded text as a model may see it: without terminal escapes and invisible characters, of bounded length with its
 * head and tail kept.
 */
export function forModel(text: string, limit: number = textLimit): string {
  return headAndTail(plainText(text), limit);
}

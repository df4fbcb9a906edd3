/** The one function that every text passes through on its way to a model: cleaning, redaction and cutting happen here. */
import { headAndTail, plainText } from "../trajectory/index.ts";
import { redactText } from "./redaction.ts";

/** The longest text of one piece of evidence, in characters. */
const textLimit = 24_000;

export interface ForModelOptions {
  /** Characters, about; 24,000 when absent. */
  readonly limit?: number;
  /** False leaves secrets in: only when the user asks for it. */
  readonly redact?: boolean;
}

export interface ShownText {
  readonly text: string;
  /** Places at which the text says `[redacted:kind]`, whether they were redacted here or when the run was recorded. */
  readonly redacted: number;
}

/**
 * A recorded text as a model may see it: without terminal escapes and invisible characters, without secrets, of bounded
 * length with its head and tail kept. Secrets go before the cut, so that no half of one stays.
 */
export function forModel(
  text: string,
  { limit = textLimit, redact = true }: ForModelOptions = {},
): ShownText {
  const clean = plainText(text);
  const shown = headAndTail(redact ? redactText(clean).text : clean, limit);
  return { text: shown, redacted: shown.split("[redacted:").length - 1 };
}

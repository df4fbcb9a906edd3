/**
 * Secrets as OCR reads them: `_` becomes a blank, a label and its value stand apart, so that neither their shape nor
 * what stands around them tells what they are. Runs beside the redaction that every text gets.
 */
import { secretName } from "../secret-names.ts";

/** Letters and digits in one piece of this length are a key; words and prices are shorter, or one of the two. */
const key = /(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{24,}(?![A-Za-z0-9])/g;

/** A label, then the value in the next column or on the next line. */
const labelled =
  /(?<![A-Za-z])([A-Za-z]{2,20}(?:[ _-][A-Za-z]{2,20})?)((?: {2,}|[ \t]*\n[ \t]*))(\S{6,512})/g;

/** Kinds whose labels are no everyday words: `Session` and `Signature` head columns of many pages. */
const kinds = new Set(["password", "api-key", "secret", "token"]);

const looksSecret = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value);

/** The text without what looks like a key, or stands beside a label such as `Password`. */
export function withoutReadSecrets(text: string): string {
  return text
    .replace(labelled, (all, name: string, gap: string, value: string) => {
      const kind = secretName(name.replace(/ /g, "_"));
      return kind === undefined || !kinds.has(kind) || value.startsWith("[redacted:") || !looksSecret(value)
        ? all
        : `${name}${gap}[redacted:${kind}]`;
    })
    .replace(key, "[redacted:key]");
}

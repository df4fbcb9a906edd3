/** Text that others wrote, made safe to show: no terminal escapes, no control characters, a bounded length. */

const escapeSequences =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\|[ -/]*[0-~])?/g;
/** Controls but tab and newline, and the marks that reorder or hide text (bidirectional, zero width, tags). */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Half a character, as a cut leaves it, makes a text that no server takes. */
const wellFormed = (text: string): string => text.replace(loneSurrogates, "\ufffd");

/** The text without terminal escapes, control and invisible characters; line ends become `\n`. */
export function plainText(text: string): string {
  return wellFormed(text.replace(/\r\n?/g, "\n").replace(escapeSequences, "").replace(hidden, ""));
}

/** {@link plainText} on one line, cut to `limit` characters with an ellipsis. */
export function oneLine(text: string, limit: number): string {
  const line = plainText(text).replace(/\s+/g, " ").trim();
  return line.length > limit ? `${wellFormed(line.slice(0, Math.max(0, limit - 1)))}…` : line;
}

/**
 * A text of at most about `limit` characters: the head and the tail are kept, and a line in between says how much
 * was cut, because an end matters as much as a beginning.
 */
export function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil(limit * 0.6);
  const tail = limit - head;
  const cut = text.length - head - tail;
  const start = wellFormed(text.slice(0, head));
  const end = wellFormed(text.slice(text.length - tail));
  return `${start}\n[… ${cut} characters left out …]\n${end}`;
}

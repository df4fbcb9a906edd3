/** Secret fields in JSON, in JSON that is written inside JSON, and in Python's notation. */
import { isMarked, type Mark } from "./secret-contexts.ts";
import { secretName } from "./secret-names.ts";

const quotedKey = /(\\{0,7})(["'])([\w.$[\]-]{2,80})\1\2(\s{0,20}:\s{0,20})/g;

/** Takes out the values of secret fields: strings, numbers, lists of strings. The JSON stays valid. */
export function jsonFields(text: string, mark: Mark): string {
  let out = "";
  let done = 0;
  quotedKey.lastIndex = 0;
  for (let found = quotedKey.exec(text); found !== null; found = quotedKey.exec(text)) {
    const [all, slashes = "", quote = "", key = ""] = found;
    const kind = secretName(key) ?? (key === "value" ? namedBefore(text, found.index) : undefined);
    if (kind === undefined) continue;
    const start = found.index + all.length;
    const value = valueAt(text, start, slashes, quote);
    if (value === undefined) continue;
    out +=
      text.slice(done, start) + value.parts.map((part) => (part.secret ? mark(kind) : part.text)).join("");
    done = value.end;
    quotedKey.lastIndex = done;
  }
  return out + text.slice(done);
}

/** The kind of secret that `"name": "password",` just before a `"value"` announces (HAR, form data). */
function namedBefore(text: string, index: number): string | undefined {
  const before = text.slice(Math.max(0, index - 200), index);
  const name = /"name\\{0,7}"\s{0,20}:\s{0,20}\\{0,7}"([\w.$[\]-]{2,80})\\{0,7}"\s{0,20},\s{0,20}$/.exec(
    before,
  )?.[1];
  return name === undefined ? undefined : secretName(name);
}

interface Part {
  text: string;
  secret: boolean;
}

/** What stands at a field's value, in parts: the secret ones are replaced. Undefined when nothing is to be replaced. */
function valueAt(
  text: string,
  start: number,
  slashes: string,
  quote: string,
): { parts: Part[]; end: number } | undefined {
  const open = slashes + quote;
  if (text.startsWith(open, start)) {
    const part = stringAt(text, start, open);
    return part === undefined ? undefined : { parts: part.parts, end: part.end };
  }
  if (text[start] === "[") {
    const parts: Part[] = [{ text: "[", secret: false }];
    let i = start + 1;
    for (;;) {
      const gap = /^[\s,]{0,50}/.exec(text.slice(i, i + 50))?.[0] ?? "";
      const item = text.startsWith(open, i + gap.length) ? stringAt(text, i + gap.length, open) : undefined;
      if (item === undefined) break;
      parts.push({ text: gap, secret: false }, ...item.parts);
      i = item.end;
    }
    return parts.length > 1 ? { parts, end: i } : undefined;
  }
  const bare = /^-?[\w.+-]{1,400}/.exec(text.slice(start, start + 400))?.[0];
  if (bare === undefined || /^(?:true|false|null|none|undefined)$/i.test(bare)) return undefined;
  const wrapped = [
    { text: open, secret: false },
    { text: bare, secret: true },
    { text: open, secret: false },
  ];
  return { parts: wrapped, end: start + bare.length };
}

/** A string from its opening quote; its inside is secret unless it is empty or was redacted before. */
function stringAt(text: string, start: number, open: string): { parts: Part[]; end: number } | undefined {
  const from = start + open.length;
  const quote = open.slice(-1);
  const level = open.length - 1;
  let close = text.indexOf(quote, from);
  while (close !== -1 && !closes(slashesBefore(text, close, from), level))
    close = text.indexOf(quote, close + 1);
  const stop = close === -1 ? endOfLine(text, from) : close - level;
  const inside = text.slice(from, stop);
  const end = close === -1 ? stop : close + 1;
  if (inside === "" || isMarked(inside)) return undefined;
  const parts = [
    { text: open, secret: false },
    { text: inside, secret: true },
    { text: text.slice(stop, end), secret: false },
  ];
  return { parts, end };
}

/**
 * Whether a quote after this many backslashes ends a string whose opening quote stood after `level` of them. JSON in
 * JSON opens with 1, 3, 7 … backslashes, and its own escaped backslashes come in multiples of twice as many.
 */
function closes(slashes: number, level: number): boolean {
  return slashes % (2 * (level + 1)) === level;
}

function slashesBefore(text: string, index: number, from: number): number {
  let count = 0;
  while (index - count - 1 >= from && text[index - count - 1] === "\\") count += 1;
  return count;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

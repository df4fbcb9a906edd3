/** Calls as agents write them, in Python's syntax: `fill('147', "it's", enter=True)`. Tolerant, linear, never throws. */

export interface Call {
  name: string;
  args: string[];
  named: Record<string, string>;
}

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0" };

/** Reads a quoted text from its opening quote; undefined when it has no end. */
function quoted(text: string, start: number): { value: string; end: number } | undefined {
  const quote = text[start] ?? "";
  const fence = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let value = "";
  for (let i = start + fence.length; i < text.length; i += 1) {
    if (text.startsWith(fence, i)) return { value, end: i + fence.length };
    if (text[i] === "\\" && i + 1 < text.length) {
      i += 1;
      const code = /^(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(text.slice(i, i + 5));
      const digits = code?.[1] ?? code?.[2];
      const next = text[i] ?? "";
      if (digits === undefined)
        value += next === "\n" ? "" : (escapes[next] ?? ("'\"\\".includes(next) ? next : `\\${next}`));
      else {
        value += String.fromCharCode(Number.parseInt(digits, 16));
        i += digits.length;
      }
    } else value += text[i];
  }
  return undefined;
}

/** Reads one argument up to the comma or bracket that ends it; a list's items are joined with ", ". */
function argument(text: string, start: number): { name?: string; value: string; end: number } | undefined {
  let name: string | undefined;
  let value = "";
  let depth = 0;
  let blank = true;
  let i = start;
  while (i < text.length) {
    const char = text[i] ?? "";
    if (char === "'" || char === '"') {
      const part = quoted(text, i);
      if (part === undefined || !/^\s{0,40}[,)\]}:]/.test(text.slice(part.end, part.end + 41)))
        return undefined;
      value += part.value;
      blank = false;
      i = part.end;
      continue;
    }
    if (depth === 0 && (char === "," || char === ")")) break;
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    else if (char === "=" && name === undefined && depth === 0 && /^\s*[a-z_]\w*\s*$/i.test(value)) {
      name = value.trim();
      value = "";
      blank = true;
    } else if (char === ",") {
      value += ", ";
      blank = true;
    } else if (!/\s/.test(char)) {
      value += char;
      blank = false;
    } else if (!blank) {
      value += " ";
      blank = true;
    }
    if (depth < 0) return undefined;
    i += 1;
  }
  if (i >= text.length) return undefined;
  return { ...(name === undefined ? {} : { name }), value, end: i };
}

/** Reads one call that begins at `start`; undefined when there is none, or it is not closed. */
function callAt(text: string, start: number): { call: Call; end: number } | undefined {
  const head = /^[a-z_][\w.]*\s{0,8}\(/i.exec(text.slice(start, start + 80));
  if (head === null) return undefined;
  const call: Call = { name: head[0].slice(0, -1).trim(), args: [], named: {} };
  let i = start + head[0].length;
  while (i < text.length) {
    while (/\s/.test(text[i] ?? "")) i += 1;
    if (text[i] === ")") return { call, end: i + 1 };
    const part = argument(text, i);
    if (part === undefined) return undefined;
    if (part.name === undefined) call.args.push(part.value);
    else call.named[part.name] = part.value;
    i = part.end + (text[part.end] === "," ? 1 : 0);
  }
  return undefined;
}

/**
 * The calls of a text that consists of calls, separated by line ends or semicolons. A text that holds anything else
 * has none, but one call whose quotes do not match is read as a call with a single argument.
 */
export function pythonCalls(text: string): Call[] {
  const calls: Call[] = [];
  let i = 0;
  while (i < text.length) {
    while (/[\s;]/.test(text[i] ?? "")) i += 1;
    if (i >= text.length) break;
    const found = callAt(text, i);
    if (found === undefined) return calls.length > 0 ? [] : loneCall(text);
    calls.push(found.call);
    i = found.end;
    if (i < text.length && !/[\s;]/.test(text[i] ?? "")) return loneCall(text);
  }
  return calls;
}

/** `name('… it's …')`, whose quotes no parser can pair: everything between the outer ones is one argument. */
function loneCall(text: string): Call[] {
  const trimmed = text.trim();
  const head = /^([a-z_]\w*)\(\s{0,8}(?:[a-z_]+=)?(["'])/i.exec(trimmed.slice(0, 120));
  const [opening, name, quote] = head ?? [];
  if (opening === undefined || name === undefined || !trimmed.endsWith(`${quote})`)) return [];
  return trimmed.length < opening.length + 2
    ? []
    : [{ name, args: [trimmed.slice(opening.length, -2)], named: {} }];
}

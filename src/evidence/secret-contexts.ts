/**
 * Secrets that are known by what stands around them: headers, parameters, JSON and form fields, prose, HTML.
 *
 * Every pattern is linear: repetitions are bounded or exclude what follows them. A value that begins with the marker
 * is left alone, so that redacting twice changes nothing more.
 */
import { secretName } from "./secret-names.ts";

/** Says that something of this kind was taken out, and returns what stands for it. */
export type Mark = (kind: string) => string;

/** A value that was redacted before begins like this, and is left alone. */
export const isMarked = (value: string): boolean => value.startsWith("[redacted:");

/** A letter and a digit, and long enough to be no word, date or measure. */
function looksSecret(value: string): boolean {
  return (
    value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^\d{1,4}[-/.]\d|:\/\//.test(value)
  );
}

/** PEM blocks: from the first line to the last; when the last is missing, as far as the base64 goes. */
export function privateKeys(text: string, mark: Mark): string {
  const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  const end = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  let out = "";
  let done = 0;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    end.lastIndex = begin.lastIndex;
    const last = end.exec(text);
    const stop = last === null ? text.length : end.lastIndex;
    const body = text.slice(begin.lastIndex, stop);
    const kept = last === null ? body.slice(/^[A-Za-z0-9+/=\s\\:,.-]*/.exec(body)?.[0].length ?? 0) : "";
    out += text.slice(done, found.index) + mark("private-key");
    done = stop - kept.length;
    begin.lastIndex = done;
    if (last === null) break;
  }
  return out + text.slice(done);
}

const secretHeader =
  "(cookie|set-cookie|authorization|proxy-authorization|x-(?:api-key|auth-token|access-token|[cx]srf-token|amz-security-token))";
const quotedHeader = new RegExp(
  `(["'])${secretHeader}(\\s{0,4}:\\s{0,4})((?:(?!\\1)[^\\r\\n]){1,8192})`,
  "gi",
);
const plainHeader = new RegExp(
  `(?<![\\w"'-])()${secretHeader}([ \\t]{0,4}:[ \\t]{0,4})([^\\r\\n]{1,8192})`,
  "gi",
);

/** `Cookie: a=b; c=d`, `Authorization: Bearer x`, each to the end of its line or of its quotes. */
export function headerLines(text: string, mark: Mark): string {
  const replace = (all: string, quote: string, name: string, colon: string, value: string): string => {
    if (isMarked(value)) return all;
    const isCookie = /cookie/i.test(name);
    const own = /^x-/i.test(name) ? /^\s*[^\s"']{4,}\s*$/.test(value) : false;
    const holds = isCookie ? /^[\w!#$%&*+.^`|~-]{1,200}=/.test(value) : isCredential(value.trim());
    return holds || own ? `${quote}${name}${colon}${mark(isCookie ? "cookie" : "authorization")}` : all;
  };
  return text.replace(quotedHeader, replace).replace(plainHeader, replace);
}

function isCredential(value: string): boolean {
  return (
    /^(?:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256|oauth)\s+\S/i.test(value) ||
    looksSecret(value)
  );
}

const longerThanWords = 28;

/** `Bearer x` and `Basic x` outside of a header, and the password of `https://user:password@host`. */
export function credentials(text: string, mark: Mark): string {
  return text
    .replace(
      /\b(bearer)(\s{1,4})([A-Za-z0-9._~+/=-]{8,})/gi,
      (all, scheme: string, space: string, token: string) =>
        looksSecret(token) || token.length >= longerThanWords ? `${scheme}${space}${mark("bearer")}` : all,
    )
    .replace(
      /\b(basic)(\s{1,4})([A-Za-z0-9+/]{6,}={0,2})/gi,
      (all, scheme: string, space: string, token: string) =>
        isUserAndPassword(token) ? `${scheme}${space}${mark("basic")}` : all,
    )
    .replace(
      /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/?#"'<>]{0,256}):([^\s@/?#"'<>]{1,256})@/gi,
      (all, user: string, password: string) => (isMarked(password) ? all : `${user}:${mark("password")}@`),
    );
}

function isUserAndPassword(base64: string): boolean {
  const text = Buffer.from(base64.slice(0, 512), "base64").toString("latin1");
  return base64.length % 4 === 0 && /^[\x20-\x7e]+$/.test(text) && text.includes(":");
}

const parameter =
  /(^|[?&;#\s"'`([{,>]|%(?:25){0,3}(?:3F|26|23))((?:[\w.$[\]-]|%5B|%5D){2,80})(=|%(?:25){0,3}3D)/gim;
const parameterValue = /[^\s&#"'<>]{1,4096}/y;

/** `?token=x`, `password=x&…`, `;jsessionid=x`, `API_KEY=x`, also where the address is itself percent-encoded. */
export function parameters(text: string, mark: Mark): string {
  let out = "";
  let done = 0;
  parameter.lastIndex = 0;
  for (let found = parameter.exec(text); found !== null; found = parameter.exec(text)) {
    const [, before = "", name = ""] = found;
    const start = parameter.lastIndex;
    const kind = secretName(name.replace(/%5B|%5D/gi, ""));
    if (kind === undefined) continue;
    parameterValue.lastIndex = start;
    const secret = secretParameter(parameterValue.exec(text)?.[0] ?? "", before, kind, text);
    if (secret === "") continue;
    out += text.slice(done, start) + mark(kind);
    done = start + secret.length;
    parameter.lastIndex = done;
  }
  return out + text.slice(done);
}

/** The part of a parameter's value that is secret; empty when it is none, or was redacted before. */
function secretParameter(value: string, before: string, kind: string, text: string): string {
  if (isMarked(value)) return "";
  const inAddress = /[?&;#%]/.test(before) || text[parameterValue.lastIndex] === "&";
  const cut = before === ";" ? /[;?/]/ : inAddress ? /%(?:25){0,3}(?:26|23)|;/i : /[,;)}\]]/;
  const secret = value.split(cut, 1)[0] ?? "";
  const plain = kind === "password" ? secret.length >= 3 && !secret.includes("(") : looksSecret(secret);
  return inAddress || plain ? secret : "";
}

const assigned = /(?<![\w-])([\w.-]{2,80})(\s{0,3}[:=]\s{0,3})(["'`])((?:(?!\3)[^\r\n]){1,1024})\3/g;

/** `password = "x"`, `token: 'x'` in code and settings. */
export function assignments(text: string, mark: Mark): string {
  return text.replace(assigned, (all, name: string, equals: string, quote: string, value: string) => {
    const kind = secretName(name);
    if (kind === undefined || isMarked(value)) return all;
    const holds = kind === "password" ? !/\s/.test(value.trim()) : looksSecret(value);
    return holds ? `${name}${equals}${quote}${mark(kind)}${quote}` : all;
  });
}

const prose =
  /(?<![A-Za-z])(pass(?:word|wd|phrase|code)|pwd|secret(?:[ _-]?key)?|token|(?:api|access|private)[ _-]?key|session[ _-]?id|cvv2?|cvc|security code|otp|one[ -]time (?:pass)?code)([ \t]{0,3}[:=][ \t]{0,3})(\S{1,512})/gi;

/** `Password: x`, `API key: x` in prose, when x looks like one and not like the next word of a sentence. */
export function proseLines(text: string, mark: Mark): string {
  return text.replace(prose, (all, name: string, colon: string, token: string, offset: number) => {
    const value = token.replace(/[.,;:!?)\]"'`]+$/, "");
    if (value === "" || isMarked(value) || /^["'`]/.test(value)) return all;
    const after = text.slice(offset + all.length, offset + all.length + 80);
    const kind = /^(?:pass|pwd)/i.test(name)
      ? "password"
      : /^(?:cvv|cvc|sec.*code|otp|one)/i.test(name)
        ? "code"
        : "token";
    const holds =
      kind === "password"
        ? isPassword(value, after)
        : kind === "code"
          ? /^\d{3,8}$/.test(value)
          : looksSecret(value);
    return holds ? `${name}${colon}${mark(kind)}${token.slice(value.length)}` : all;
  });
}

/** Words that stand after "Password:" on pages and are none. */
const noPassword =
  /^(?:required|optional|forgot(?:ten)?|reset|show|hide|hidden|none|null|empty|blank|invalid|incorrect|wrong|correct|must|enter(?:ed)?|your|the|a|an|field|input|text|textbox|button|login|submit|sign|yes|no|not|protected|visible|filled|change|new|old|current|strong|weak|medium|string|n\/a)$/i;

function isPassword(value: string, after: string): boolean {
  const endsLine = /^[\s.,;:!?)\]"'`]*(?:\n|$)/.test(after);
  if (value.length < 4 || /^[*•●·.x_-]+$/i.test(value) || noPassword.test(value)) return false;
  if (value.includes("(")) return false; // a call in code
  if (/^[\d-]+$/.test(value) || /^[a-z]+$/i.test(value)) return endsLine;
  return /\d/.test(value) || /[^\w\s'’-]/.test(value.slice(0, -1)) || (endsLine && !/[/]/.test(value));
}

const tag = /<(?:input|meta)\b(?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,5000}>/gi;
const attribute =
  /(\s(?:value|content)\s{0,4}=\s{0,4})(?:"([^"]{1,4000})"|'([^']{1,4000})'|([^\s"'>]{1,4000}))/i;

/** The value of password and token fields in HTML, and `textbox 'Password' … value='x'` in accessibility trees. */
export function markup(text: string, mark: Mark): string {
  return text
    .replace(tag, (all) => {
      const isPasswordField = /\stype\s{0,4}=\s{0,4}["']?password\b/i.test(all);
      const name = /\s(?:name|id)\s{0,4}=\s{0,4}["']?([\w.$[\]-]{2,80})/i.exec(all)?.[1];
      const kind = isPasswordField ? "password" : secretName(name ?? "");
      if (kind === undefined) return all;
      return all.replace(
        attribute,
        (whole, head: string, double?: string, single?: string, bare?: string) => {
          const value = double ?? single ?? bare ?? "";
          if (isMarked(value)) return whole;
          const quote = double === undefined && single !== undefined ? "'" : '"';
          return `${head}${quote}${mark(kind)}${quote}`;
        },
      );
    })
    .replace(
      /(\btextbox ["'][^"'\n]{0,60}passw[^"'\n]{0,60}["'][^\n]{0,120}?\bvalue=)(["'])([^"'\n]{1,400})\2/gi,
      (all, head: string, quote: string, value: string) =>
        isMarked(value) ? all : `${head}${quote}${mark("password")}${quote}`,
    );
}

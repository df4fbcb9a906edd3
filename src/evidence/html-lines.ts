/** HTML as lines: one a tag that says something, with its text and what identifies it, indented by depth. */

/** Elements whose content is no text for people. */
const hidden = new Set(["script", "style", "noscript", "template", "svg", "iframe", "head"]);
/** Elements that have no end tag. */
const empty = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Elements that tell something by being there; of the others only those with an attribute that does are shown. */
const telling = new Set(
  "a button input select option textarea label form h1 h2 h3 h4 h5 h6 li td th tr table caption legend fieldset dialog nav main summary img".split(
    " ",
  ),
);
/** Attributes that identify an element or say what it is, holds or leads to. */
const kept =
  /^(?:id|bid|name|type|value|href|alt|title|placeholder|role|for|checked|selected|disabled|required|aria-(?:label|checked|selected|expanded|pressed|current|invalid|disabled)|data-testid)$/;
const attributeLength = 120;
const textLength = 300;
/** A quote that is not closed within so many characters is none: it would swallow the page. */
const longestQuoted = 4000;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hexadecimal, name) => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? all;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** Where a tag ends: at the first `>` outside of quotes. */
function endOfTag(html: string, from: number): number {
  let at = from;
  for (;;) {
    const close = html.indexOf(">", at);
    if (close === -1) return html.length;
    const quote = /["']/.exec(html.slice(at, close));
    if (quote === null) return close;
    const open = at + quote.index;
    const end = html.indexOf(quote[0], open + 1);
    if (end === -1 || end - open > longestQuoted) return close;
    at = end + 1;
  }
}

const attribute =
  /([a-z][\w:-]{0,60})(?:\s{0,9}=\s{0,9}(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\s"'>]{1,4000})))?/gi;

function attributesOf(source: string): string {
  const shown: string[] = [];
  for (const [, name = "", double, single, bare] of source.matchAll(attribute)) {
    const value = double ?? single ?? bare;
    if (!kept.test(name.toLowerCase())) continue;
    const text = decoded(value ?? "")
      .replace(/\s+/g, " ")
      .trim();
    if (value === undefined) shown.push(name.toLowerCase());
    else if (text !== "") shown.push(`${name.toLowerCase()}="${shortened(text, attributeLength)}"`);
  }
  return shown.join(" ");
}

type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: string; readonly closed: boolean }
  | { readonly kind: "close"; readonly name: string };

/** Where the end tag of a hidden element begins; -1 without one. Lower case of the whole page may have another length. */
function endTagOf(html: string, name: string, from: number): number {
  const endTag = new RegExp(`</${name}`, "gi");
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? -1;
}

/** Texts and tags in order; comments and what is no content are passed over. Linear in the length. */
function* tokens(html: string): Generator<Token> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const text = html.slice(at, open === -1 ? html.length : open);
    if (text.trim() !== "") yield { kind: "text", text: decoded(text).replace(/\s+/g, " ").trim() };
    if (open === -1) return;
    const name = /^\/?[a-z][\w:-]{0,60}/i.exec(html.slice(open + 1, open + 64))?.[0].toLowerCase();
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      at = end === -1 ? html.length : end + 3;
    } else if (name === undefined) {
      const end = /^[!?]/.test(html.slice(open + 1, open + 2)) ? html.indexOf(">", open) : open;
      at = end === -1 ? html.length : end + 1;
    } else {
      const end = endOfTag(html, open + 1 + name.length);
      at = end + 1;
      if (name.startsWith("/")) yield { kind: "close", name: name.slice(1) };
      else {
        const source = html.slice(open + 1 + name.length, end);
        const isHidden = hidden.has(name) && !source.endsWith("/");
        if (isHidden) {
          const close = endTagOf(html, name, at);
          at = close === -1 ? html.length : endOfTag(html, close) + 1;
        } else {
          const closed = source.endsWith("/") || empty.has(name);
          yield { kind: "open", name, attributes: attributesOf(source), closed };
        }
      }
    }
  }
}

const deepest = 60;

/**
 * The lines of a page: a tag and the text right after it on one line, an indent of one blank a level. Scripts, styles,
 * comments and attributes of looks are left out.
 */
export function htmlLines(html: string): string[] {
  const lines: string[] = [];
  let depth = 0;
  let joins = false;
  for (const token of tokens(html)) {
    const indent = " ".repeat(Math.min(depth, deepest));
    if (token.kind === "text") {
      const text = shortened(token.text, textLength);
      const last = lines.at(-1);
      if (joins && last !== undefined) lines[lines.length - 1] = `${last} ${text}`;
      else lines.push(indent + text);
      joins = false;
    } else if (token.kind === "close") {
      if (!empty.has(token.name)) depth = Math.max(0, depth - 1);
      joins = false;
    } else {
      const { name, attributes, closed } = token;
      joins = telling.has(name) || attributes !== "";
      if (joins) lines.push(`${indent}<${name}${attributes === "" ? "" : ` ${attributes}`}>`);
      if (!closed) depth += 1;
      else joins = false;
    }
  }
  return lines.filter((line) => !/^\s*<(?:li|td|tr|a|label|option|th)>$/.test(line));
}

/** HTML from templates that escape by default: foreign text can only ever become text. */
import { plainText } from "../trajectory/index.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element or a quoted attribute: escaped, without control characters and marks that turn or hide text. */
export function escapeHtml(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Markup that is known to be safe. Made only by {@link html} and {@link trusted}. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export type HtmlValue = string | number | Html | undefined | null | false | readonly HtmlValue[];

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === null || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "object") return value.map(markupOf).join("");
  return escapeHtml(String(value));
}

/** A template whose values are escaped, but for markup made by templates themselves; lists are laid end to end. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(strings.map((text, at) => (at === 0 ? text : markupOf(values[at - 1]) + text)).join(""));
}

/** Markup of our own making, such as a chart's SVG: never foreign text. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/**
 * JSON that can stand in a script element: no character sequence in it can end the element or open a comment.
 */
export function scriptJson(value: unknown): Html {
  return trusted(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}

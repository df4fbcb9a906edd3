/** A self-contained page: styles and script inside, a content security policy that lets nothing in or out. */
import { createHash } from "node:crypto";
import { type Html, type HtmlValue, html, trusted } from "./html.ts";

export interface PageParts {
  title: string;
  /** Style sheet of our own. */
  style: string;
  /** Script of our own, a module. */
  script?: string;
  /** Where images come from besides the page itself: from files beside it. */
  images?: "none" | "inside" | "beside";
  body: Html;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * Nothing is loaded but this style, this script and pictures; no form is sent, no address is connected to, nothing
 * inline runs that is not named by its hash.
 */
function policyOf({ style, script, images = "none" }: PageParts): string {
  const pictures = { none: undefined, inside: "data:", beside: "'self' file:" }[images];
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(pictures === undefined ? [] : [`img-src ${pictures}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The whole document. */
export function page(parts: PageParts): string {
  const { title, style, script, body } = parts;
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(parts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}
${script === undefined ? "" : html`<script type="module">${trusted(script)}</script>`}
</body>
</html>`}\n`;
}

/** A list of parts as an unordered list; nothing where there are none. */
export function bullets(items: readonly HtmlValue[], className = ""): Html | undefined {
  if (items.length === 0) return undefined;
  return html`<ul class="${className}">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

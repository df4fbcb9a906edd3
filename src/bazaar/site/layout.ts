/** The frame of every page: header, navigation, footer; all text escaped by the template. */
import { html, raw } from "hono/html";
import type { Visitor } from "./visitors.ts";

export type Html = ReturnType<typeof html>;

const navigation = [
  ["/shop", "Shop"],
  ["/stays", "Stays"],
  ["/tracker", "Tracker"],
  ["/help", "Help"],
] as const;

export interface PageOptions {
  title: string;
  /** The navigation entry that this page belongs to. */
  section?: (typeof navigation)[number][0];
  /** Client scripts under /assets. */
  scripts?: readonly string[];
}

/** The bazaar's own mark: an awning. */
const mark = raw(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M3 12 7 4h18l4 8v2a4 4 0 0 1-6.5 3A4 4 0 0 1 16 17a4 4 0 0 1-6.5 0A4 4 0 0 1 3 14z" fill="currentColor"/><path d="M6 19v9h20v-9" fill="none" stroke="currentColor" stroke-width="2.5"/></svg>',
);

/** A whole page. */
export function page(visitor: Visitor, { title, section, scripts = [] }: PageOptions, content: Html): Html {
  const { signedIn, settings, cart } = visitor.state;
  const inCart = cart.reduce((sum, line) => sum + line.quantity, 0);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · The Bazaar</title>
        <link rel="icon" href="/assets/icon.svg" />
        <link rel="stylesheet" href="/assets/bazaar.css" />
        <link rel="stylesheet" href="/assets/parts.css" />
        ${scripts.map((script) => html`<script type="module" src="/assets/${script}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="/">${mark}<span>The Bazaar</span></a>
          <nav aria-label="Main">
            ${navigation.map(
              ([path, name]) =>
                html`<a href="${path}" ${path === section ? raw('aria-current="page"') : ""}>${name}</a>`,
            )}
          </nav>
          <div class="account">
            ${
              signedIn
                ? html`<a href="/settings">${settings.displayName}</a>`
                : html`<a href="/login">Sign in</a>`
            }
            <a href="/cart">Cart (<span id="cart-count">${inCart}</span>)</a>
          </div>
        </header>
        <main id="main" tabindex="-1">${content}</main>
        <footer>
          <p>The Bazaar: goods, stays and help since 2019.</p>
          <nav aria-label="Footer">
            <a href="/help/delivery-times">Delivery</a>
            <a href="/help/returns">Returns</a>
            <a href="/outlet">Outlet</a>
            <a href="/reports">Sales reports</a>
          </nav>
        </footer>
      </body>
    </html>`;
}

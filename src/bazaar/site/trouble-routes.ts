/** What goes wrong on real sites: a page that asks for proof of being human, a page that fails, a page that is not there. */
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { readBody } from "./body.ts";
import { routes, type SiteEnvironment } from "./environment.ts";
import { type Html, page } from "./layout.ts";
import type { Visitor } from "./visitors.ts";

/** The page for an address that leads nowhere. */
export function notFound(c: Context<SiteEnvironment>): Response | Promise<Response> {
  const content = html`<h1>Page not found</h1><p>There is nothing at this address. <a href="/">Back to the start</a></p>`;
  return c.html(page(c.get("visitor"), { title: "Not found" }, content), 404);
}

/** No answer is right: whoever meets this page is stopped by it, as an agent is in life. */
function captchaPage(visitor: Visitor, tried: boolean): Html {
  const content = html`<h1>Are you human?</h1>
    ${tried ? html`<p role="alert" class="error">That was not right. Look again.</p>` : ""}
    <p>Unusual traffic comes from your network. Type what the picture shows to go on to the outlet.</p>
    <svg class="captcha" viewBox="0 0 260 80" role="img" aria-label="Distorted letters">
      <path d="M10 60 C40 5 60 75 90 20 S150 70 180 25 S240 60 250 15" fill="none" stroke="#2f6690" stroke-width="6" />
      <path d="M12 20 C60 70 110 5 150 60 S220 10 250 66" fill="none" stroke="#c8402f" stroke-width="4" />
      <path d="M26 34l9 30 9-20 11 18 6-32M112 64l-5-42-18 29 30-4M146 18l4 38q4 9 13 3M138 34l22-4M192 28l28 33M222 24l-32 40" fill="none" stroke="#26302e" stroke-width="5" />
    </svg>
    <form method="post" action="/outlet" class="stack">
      <label for="letters">Letters</label><input id="letters" name="letters" autocomplete="off" />
      <button type="submit" class="primary">Continue</button>
    </form>`;
  return page(visitor, { title: "Are you human?" }, content);
}

export const troubleRoutes = routes()
  .get("/outlet", (c) => c.html(captchaPage(c.get("visitor"), false), 403))
  .post("/outlet", async (c) => {
    await readBody(c, z.object({ letters: z.string().max(100) }));
    return c.html(captchaPage(c.get("visitor"), true), 403);
  })
  .get("/reports", (c) => {
    const content = html`<h1>Something went wrong</h1><p>The sales reports cannot be shown right now (error 500). Try again later.</p>`;
    return c.html(page(c.get("visitor"), { title: "Error" }, content), 500);
  });

/** The front page. */
import { html } from "hono/html";
import { featured } from "../data/products.ts";
import { routes } from "./environment.ts";
import { type Html, page } from "./layout.ts";
import type { Visitor } from "./visitors.ts";

function homePage(visitor: Visitor): Html {
  const content = html`<section class="hero">
      <h1>Good things, good places</h1>
      <p>Lamps, chairs, mugs and rugs from small makers, and rooms in four cities.</p>
      <p><a class="button primary" href="/shop">To the shop</a> <a class="button" href="/stays">Find a room</a></p>
    </section>
    <h2>Well liked</h2>
    <ul class="cards">
      ${featured.map(
        (product) =>
          html`<li class="card"><a href="/shop/products/${product.id}"><img src="/pictures/products/${product.id}.svg" alt="" width="200" height="190" />${product.name}</a>
            <p class="price">$${product.price}</p><p>★ ${product.rating.toFixed(1)}</p></li>`,
      )}
    </ul>
    <h2>Something wrong with an order?</h2>
    <p>Look into the <a href="/help">help centre</a> or open a ticket in the <a href="/tracker">tracker</a>.</p>`;
  return page(visitor, { title: "Home" }, content);
}

export const homeRoutes = routes().get("/", (c) => c.html(homePage(c.get("visitor"))));

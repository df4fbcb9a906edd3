/** The shop's pages: list with filters, product, cart, checkout, order. */
import { html } from "hono/html";
import { categories, colours, productById, similarTo } from "../data/products.ts";
import { highestPrice, priceStep } from "../data/shop-query.ts";
import { type Html, page } from "./layout.ts";
import type { CartLine, Visitor } from "./visitors.ts";

const sortNames = {
  featured: "Featured",
  "price-asc": "Price: low to high",
  "price-desc": "Price: high to low",
  rating: "Best rated",
  reviews: "Most reviewed",
} as const;

/** US dollars. */
export function sumOf({ productId, quantity }: CartLine): number {
  return (productById(productId)?.price ?? 0) * quantity;
}

/** US dollars. */
export function totalOf(lines: readonly CartLine[]): number {
  return lines.reduce((total, line) => total + sumOf(line), 0);
}

function filterPanel(): Html {
  return html`<form id="filters" class="panel" aria-label="Filters">
    <h2>Filters</h2>
    <fieldset>
      <legend>Category</legend>
      ${["all", ...categories].map(
        (category) =>
          html`<label><input type="radio" name="category" value="${category === "all" ? "" : category}" /> ${category}</label>`,
      )}
    </fieldset>
    <fieldset>
      <legend>Price, in steps of $${priceStep}</legend>
      <div class="range">
        <label for="min">From</label>
        <input id="min" name="min" inputmode="numeric" value="0" />
        <label for="max">To</label>
        <input id="max" name="max" inputmode="numeric" value="${highestPrice}" />
      </div>
    </fieldset>
    <fieldset>
      <legend>Colour</legend>
      ${colours.map(
        (colour) =>
          html`<label><input type="checkbox" name="colour" value="${colour}" /> <span class="swatch ${colour}"></span> ${colour}</label>`,
      )}
    </fieldset>
    <fieldset>
      <legend>Rating</legend>
      ${[0, 3, 4, 4.5].map(
        (rating) =>
          html`<label><input type="radio" name="rating" value="${rating}" /> ${rating === 0 ? "any" : `${rating} and up`}</label>`,
      )}
    </fieldset>
    <button type="submit" class="primary">Apply filters</button>
  </form>`;
}

/** The list with its filters; the dialog stands in the way of whoever has not answered it. */
export function listPage(visitor: Visitor): Html {
  const content = html`<h1>Shop</h1>
    <form id="search" role="search" class="search">
      <label for="q">Search the shop</label>
      <input id="q" name="q" type="search" />
      <button type="submit">Search</button>
    </form>
    <div class="columns">
      ${filterPanel()}
      <section aria-label="Products">
        <div class="bar">
          <p id="summary" role="status">Loading…</p>
          <label for="sort">Sort by</label>
          <select id="sort" name="sort">
            ${Object.entries(sortNames).map(([value, name]) => html`<option value="${value}">${name}</option>`)}
          </select>
        </div>
        <p id="applied"></p>
        <ul id="results" class="cards"></ul>
        <nav id="pages" aria-label="Pages"></nav>
      </section>
    </div>
    ${
      visitor.state.dialogClosed
        ? ""
        : html`<dialog id="newsletter" aria-labelledby="newsletter-title">
            <h2 id="newsletter-title">Ten percent for your first order</h2>
            <form method="dialog">
              <label for="email">Your e-mail</label>
              <input id="email" name="email" type="email" />
              <button value="subscribe" class="primary">Subscribe</button>
              <button value="close">No, thank you</button>
            </form>
          </dialog>`
    }`;
  return page(visitor, { title: "Shop", section: "/shop", scripts: ["shop.js"] }, content);
}

/** A product, or nothing for an id that is none. */
export function productPage(visitor: Visitor, id: string): Html | undefined {
  const product = productById(id);
  if (product === undefined) return undefined;
  const content = html`<nav class="crumbs" aria-label="Breadcrumb">
      <a href="/shop">Shop</a> › <a href="/shop?category=${product.category}">${product.category}</a>
    </nav>
    <article class="product" data-product="${product.id}">
      <img src="/pictures/products/${product.id}.svg" alt="${product.name}" width="360" height="342" />
      <div>
        <h1>${product.name}</h1>
        <p class="price">$${product.price}</p>
        <p>★ ${product.rating.toFixed(1)} · ${product.reviews} reviews</p>
        <p>${product.description}</p>
        <p>Arrives in ${product.delivery} ${product.delivery === 1 ? "day" : "days"}. ${product.stock} in stock.</p>
        <form id="add">
          <label for="quantity">Quantity</label>
          <select id="quantity" name="quantity">
            ${[1, 2, 3, 4, 5].map((number) => html`<option>${number}</option>`)}
          </select>
          <button type="submit" class="primary">Add to cart</button>
        </form>
        <p id="added" role="status"></p>
        <table>
          <caption>Details</caption>
          ${Object.entries(product.details).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
        </table>
      </div>
    </article>
    <h2>Similar goods</h2>
    <ul class="cards">
      ${similarTo(product).map(
        (other) =>
          html`<li class="card"><a href="/shop/products/${other.id}"><img src="/pictures/products/${other.id}.svg" alt="" width="200" height="190" />${other.name}</a><p class="price">$${other.price}</p></li>`,
      )}
    </ul>`;
  return page(visitor, { title: product.name, section: "/shop", scripts: ["product.js"] }, content);
}

export function cartPage(visitor: Visitor): Html {
  const { cart } = visitor.state;
  const rows = cart.flatMap((line) => {
    const product = productById(line.productId);
    if (product === undefined) return [];
    return html`<tr data-product="${product.id}">
      <td><a href="/shop/products/${product.id}">${product.name}</a></td>
      <td>$${product.price}</td>
      <td><label class="hidden" for="n-${product.id}">Quantity of ${product.name}</label>
        <input id="n-${product.id}" class="quantity" inputmode="numeric" value="${line.quantity}" /></td>
      <td class="sum">$${sumOf(line)}</td>
      <td><button class="remove" aria-label="Remove ${product.name}">Remove</button></td>
    </tr>`;
  });
  const content =
    rows.length === 0
      ? html`<h1>Cart</h1><p>Your cart is empty. <a href="/shop">Go to the shop</a></p>`
      : html`<h1>Cart</h1>
          <table class="wide">
            <thead><tr><th>Product</th><th>Price</th><th>Quantity</th><th>Sum</th><th><span class="hidden">Actions</span></th></tr></thead>
            <tbody>${rows}</tbody>
          </table>
          <p id="problem" role="alert" class="error"></p>
          <p id="total" class="price">Total $${totalOf(cart)}</p>
          <a id="checkout" class="button primary" href="/checkout">Checkout</a>`;
  return page(visitor, { title: "Cart", scripts: ["cart.js"] }, content);
}

export function checkoutPage(visitor: Visitor, problem?: string): Html {
  const content = html`<h1>Checkout</h1>
    <p>Total $${totalOf(visitor.state.cart)}</p>
    ${problem === undefined ? "" : html`<p role="alert" class="error">${problem}</p>`}
    <form method="post" action="/checkout" class="stack">
      <label for="name">Name</label>
      <input id="name" name="name" required autocomplete="name" />
      <label for="address">Address</label>
      <input id="address" name="address" required autocomplete="street-address" />
      <button type="submit" class="primary">Place order</button>
    </form>`;
  return page(visitor, { title: "Checkout" }, content);
}

/** An order of this visitor, or nothing. */
export function orderPage(visitor: Visitor, id: string): Html | undefined {
  const order = visitor.state.orders.find((each) => each.id === id);
  if (order === undefined) return undefined;
  const content = html`<h1>Thank you, ${order.name}</h1>
    <p role="status">Order ${order.id} is placed and will be sent to ${order.address}.</p>
    <ul>
      ${order.lines.map((line) => html`<li>${line.quantity} × ${productById(line.productId)?.name ?? line.productId}</li>`)}
    </ul>
    <p class="price">Total $${order.total}</p>
    <form method="post" action="/checkout/again/${order.id}"><button type="submit">Order the same again</button></form>`;
  return page(visitor, { title: `Order ${order.id}` }, content);
}

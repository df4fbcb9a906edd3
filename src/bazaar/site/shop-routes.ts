/** The shop: list with filters that need Apply, product pages, cart, checkout. */
import { z } from "zod";
import { productById, products } from "../data/products.ts";
import { queryOf, type ShopQuery, search } from "../data/shop-query.ts";
import { readBody } from "./body.ts";
import { routes } from "./environment.ts";
import { productPicture } from "./pictures.ts";
import { cartPage, checkoutPage, listPage, orderPage, productPage, sumOf, totalOf } from "./shop-pages.ts";
import { notFound } from "./trouble-routes.ts";
import type { CartLine, Visitor } from "./visitors.ts";

const cartLine = z.strictObject({ productId: z.string(), quantity: z.number().int().min(1).max(20) });
const cartChange = z.strictObject({ productId: z.string(), quantity: z.number().int().min(0).max(20) });
const checkoutForm = z.strictObject({
  name: z.string().trim().min(1).max(100),
  address: z.string().trim().min(1).max(200),
});
const dialogAnswer = z.strictObject({ email: z.email().max(100).nullable() });

/** The product that is advertised above a list: not the cheapest, not the best, and it heeds no filter. */
function sponsoredFor({ category }: ShopQuery): (typeof products)[number] | null {
  return products.filter((product) => product.category === (category ?? "lamps"))[1] ?? null;
}

/** Sets how many of a product are in the cart; says why when that cannot be. */
function setQuantity(
  { state }: Visitor,
  productId: string,
  quantity: number,
): { problem: string } | undefined {
  const product = productById(productId);
  if (product === undefined) return { problem: "There is no such product." };
  if (quantity > product.stock) return { problem: `Only ${product.stock} are in stock.` };
  const line = state.cart.find((each) => each.productId === productId);
  if (line === undefined) state.cart.push({ productId, quantity });
  else line.quantity = quantity;
  state.cart = state.cart.filter((each) => each.quantity > 0);
  return undefined;
}

function cartAnswer({ state: { cart } }: Visitor): object {
  const lines = cart.map((line) => ({ ...line, sum: sumOf(line) }));
  return { cart, lines, total: totalOf(cart) };
}

/** Places an order for what is in the cart and empties it. */
function placeOrder({ state }: Visitor, name: string, address: string, lines: CartLine[]): string {
  const id = `B${1001 + state.orders.length}`;
  state.orders.push({ id, lines, total: totalOf(lines), name, address });
  return id;
}

export const shopRoutes = routes()
  .get("/shop", (c) => c.html(listPage(c.get("visitor"))))
  .get("/shop/products/:id", (c) => {
    const content = productPage(c.get("visitor"), c.req.param("id"));
    return content === undefined ? notFound(c) : c.html(content);
  })
  .get("/pictures/products/:file", (c) => {
    const product = productById(c.req.param("file").replace(/\.svg$/, ""));
    return product === undefined
      ? notFound(c)
      : c.body(productPicture(product), 200, { "content-type": "image/svg+xml" });
  })
  .get("/api/products", (c) => {
    const result = search(queryOf(new URL(c.req.url).searchParams));
    return c.json({ ...result, sponsored: sponsoredFor(result.query) });
  })
  .put("/api/cart", async (c) => {
    const change = await readBody(c, cartChange);
    if ("problem" in change) return c.json(change, 400);
    const refused = setQuantity(c.get("visitor"), change.value.productId, change.value.quantity);
    return refused === undefined ? c.json(cartAnswer(c.get("visitor"))) : c.json(refused, 409);
  })
  .post("/api/cart", async (c) => {
    const added = await readBody(c, cartLine);
    if ("problem" in added) return c.json(added, 400);
    const { productId, quantity } = added.value;
    const before = c.get("visitor").state.cart.find((line) => line.productId === productId)?.quantity ?? 0;
    const refused = setQuantity(c.get("visitor"), productId, before + quantity);
    return refused === undefined ? c.json(cartAnswer(c.get("visitor"))) : c.json(refused, 409);
  })
  .post("/api/newsletter", async (c) => {
    const answer = await readBody(c, dialogAnswer);
    if ("problem" in answer) return c.json(answer, 400);
    const { state } = c.get("visitor");
    state.dialogClosed = true;
    state.newsletterEmail = answer.value.email;
    return c.json({ subscribed: answer.value.email !== null });
  })
  .get("/cart", (c) => c.html(cartPage(c.get("visitor"))))
  .get("/checkout", (c) =>
    c.get("visitor").state.cart.length === 0 ? c.redirect("/cart") : c.html(checkoutPage(c.get("visitor"))),
  )
  .post("/checkout", async (c) => {
    const visitor = c.get("visitor");
    const form = await readBody(c, checkoutForm);
    if ("problem" in form)
      return c.html(checkoutPage(visitor, `The order was not placed: ${form.problem}`), 422);
    if (visitor.state.cart.length === 0) return c.redirect("/cart", 303);
    const id = placeOrder(visitor, form.value.name, form.value.address, visitor.state.cart);
    visitor.state.cart = [];
    return c.redirect(`/orders/${id}`, 303);
  })
  .post("/checkout/again/:id", (c) => {
    const visitor = c.get("visitor");
    const order = visitor.state.orders.find((each) => each.id === c.req.param("id"));
    if (order === undefined) return notFound(c);
    const lines = order.lines.map((line) => ({ ...line }));
    return c.redirect(`/orders/${placeOrder(visitor, order.name, order.address, lines)}`, 303);
  })
  .get("/orders/:id", (c) => {
    const content = orderPage(c.get("visitor"), c.req.param("id"));
    return content === undefined ? notFound(c) : c.html(content);
  });

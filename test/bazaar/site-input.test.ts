/** What the Bazaar refuses: each bad input gets an answer that says why, and changes nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account } from "../../src/bazaar/site/account-routes.ts";
import { type Bazaar, startBazaar } from "../../src/bazaar/site/server.ts";
import type { Visitor } from "../../src/bazaar/site/visitors.ts";

let bazaar: Bazaar;
let visitor: Visitor;
let cookie: string;

beforeAll(async () => {
  bazaar = await startBazaar();
});
afterAll(() => bazaar.close());
beforeEach(() => {
  const made = bazaar.newVisitor();
  visitor = made.visitor;
  cookie = `${made.cookie.name}=${made.cookie.value}`;
});

const ask = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(bazaar.url + path, {
    redirect: "manual",
    ...options,
    headers: { cookie, ...options.headers },
  });
const json = (method: string, path: string, body: unknown): Promise<Response> =>
  ask(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const form = (path: string, fields: Record<string, string>): Promise<Response> =>
  ask(path, { method: "POST", body: new URLSearchParams(fields) });

const bookRoom = (variables: Record<string, unknown>): Promise<Response> =>
  json("POST", "/graphql", {
    query: `mutation BookRoom($room: ID!, $checkIn: String!, $checkOut: String!, $guests: Int!, $name: String!) {
      bookRoom(room: $room, checkIn: $checkIn, checkOut: $checkOut, guests: $guests, name: $name) { id nights total } }`,
    variables,
  });
const stay = {
  room: "alfama-loft",
  checkIn: "2027-05-03",
  checkOut: "2027-05-05",
  guests: 2,
  name: "Kim Lee",
};

const product = "mugs-travel-green";
const settings = {
  displayName: "Mira",
  language: "Deutsch",
  timeZone: "UTC",
  newsletter: true,
  alerts: true,
};

type Case = [what: string, send: () => Promise<Response>, status: number, says: RegExp];

const jsonCases: Case[] = [
  [
    "a cart line of no product",
    () => json("POST", "/api/cart", { productId: "x", quantity: 1 }),
    409,
    /no such product/,
  ],
  ["no quantity", () => json("POST", "/api/cart", { productId: product }), 400, /quantity.*saw nothing/],
  [
    "a quantity of 0",
    () => json("POST", "/api/cart", { productId: product, quantity: 0 }),
    400,
    /quantity.*saw 0/,
  ],
  [
    "half a mug",
    () => json("POST", "/api/cart", { productId: product, quantity: 0.5 }),
    400,
    /quantity.*saw 0.5/,
  ],
  [
    "a quantity in words",
    () => json("POST", "/api/cart", { productId: product, quantity: "two" }),
    400,
    /quantity.*saw .*two/,
  ],
  [
    "more than are in stock",
    () => json("PUT", "/api/cart", { productId: product, quantity: 20 }),
    409,
    /Only 18/,
  ],
  [
    "a field that nobody knows",
    () => json("PUT", "/api/cart", { productId: product, quantity: 1, price: 0 }),
    400,
    /price/,
  ],
  [
    "an e-mail that is none",
    () => json("POST", "/api/newsletter", { email: "kim" }),
    400,
    /email.*saw .*kim/,
  ],
  [
    "a label that nobody knows",
    () => json("PATCH", "/api/tickets/4", { labels: ["new"] }),
    400,
    /labels\[0\].*saw .*new/,
  ],
  [
    "an assignee that nobody knows",
    () => json("PATCH", "/api/tickets/4", { assignee: "Kim" }),
    400,
    /assignee/,
  ],
  [
    "a ticket that is not there",
    () => json("PATCH", "/api/tickets/99", { open: false }),
    404,
    /no such ticket/,
  ],
  ["settings without signing in", () => json("PUT", "/api/settings", settings), 401, /sign in first/],
];

const formCases: Case[] = [
  [
    "a ticket without a title",
    () => form("/tracker", { title: " " }),
    422,
    /The ticket was not created: title/,
  ],
  [
    "a ticket with a label that nobody knows",
    () => form("/tracker", { title: "x", labels: "new" }),
    422,
    /labels/,
  ],
  [
    "an empty comment",
    () => form("/tracker/5/comments", { text: "" }),
    422,
    /The comment was not added: text/,
  ],
  ["a comment on no ticket", () => form("/tracker/99/comments", { text: "x" }), 404, /Page not found/],
  [
    "an order that is to be repeated but is none",
    () => form("/checkout/again/B1", {}),
    404,
    /Page not found/,
  ],
  [
    "a wrong password",
    () => form("/login", { user: account.user, password: "x" }),
    401,
    /User name or password is wrong/,
  ],
  ["a login without a password", () => form("/login", { user: account.user }), 401, /is wrong/],
];

const graphqlCases: Case[] = [
  ["a room that is not there", () => bookRoom({ ...stay, room: "x" }), 200, /There is no such room/],
  [
    "a stay that ends before it begins",
    () => bookRoom({ ...stay, checkOut: "2027-05-01" }),
    200,
    /after check-in/,
  ],
  [
    "a day that no calendar has",
    () => bookRoom({ ...stay, checkIn: "2027-02-30", checkOut: "2027-03-04" }),
    200,
    /date/,
  ],
  ["nobody", () => bookRoom({ ...stay, guests: 0 }), 200, /At least 1 guest/],
  ["more guests than the room has place for", () => bookRoom({ ...stay, guests: 3 }), 200, /not free/],
  ["a stay without a name", () => bookRoom({ ...stay, name: " " }), 200, /A name/],
  ["guests in words", () => bookRoom({ ...stay, guests: "two" }), 400, /Int cannot represent/],
  ["a variable that is missing", () => bookRoom({ room: "alfama-loft" }), 400, /was not provided/],
  [
    "a field that nobody knows",
    () => json("POST", "/graphql", { query: "{ secrets }" }),
    400,
    /Cannot query field/,
  ],
  ["a query that cannot be read", () => json("POST", "/graphql", { query: "{" }), 400, /Syntax Error/],
  ["no query", () => json("POST", "/graphql", {}), 400, /query.*saw nothing/],
];

const transportCases: Case[] = [
  [
    "JSON that is broken",
    () => ask("/api/cart", { method: "POST", headers: { "content-type": "application/json" }, body: "{" }),
    400,
    /not readable/,
  ],
  [
    "a body that is too large",
    () => json("POST", "/api/cart", { productId: "x".repeat(70_000), quantity: 1 }),
    413,
    /Too Large/i,
  ],
  ["an address that is not there", () => ask("/api/nothing"), 404, /Page not found/],
  ["a file outside the assets", () => ask("/assets/..%2f..%2fpackage.json"), 404, /Page not found/],
];

describe.each([
  ["JSON", jsonCases],
  ["a form", formCases],
  ["GraphQL", graphqlCases],
  ["a request", transportCases],
])("by %s the Bazaar refuses", (_by, cases) => {
  test.each(cases)("%s", async (_what, send, status, says) => {
    const before = structuredClone(visitor.state);
    const response = await send();
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(says);
    expect(visitor.state).toEqual(before);
  });
});

test("an order without a name is refused and the cart is kept", async () => {
  await json("POST", "/api/cart", { productId: product, quantity: 1 });
  const response = await form("/checkout", { name: "", address: "5 Quay Street" });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain("The order was not placed: name");
  expect(visitor.state.orders).toEqual([]);
  expect(visitor.state.cart).toEqual([{ productId: product, quantity: 1 }]);
});

test("the same room cannot be booked twice for the same night", async () => {
  await bookRoom(stay);
  const response = await bookRoom({ ...stay, checkIn: "2027-05-04", checkOut: "2027-05-06" });
  expect(await response.text()).toContain("not free");
  expect(visitor.state.bookings).toHaveLength(1);
});

test("what is right is done", async () => {
  expect((await json("POST", "/api/cart", { productId: product, quantity: 2 })).status).toBe(200);
  expect((await form("/login", account)).headers.get("location")).toBe("/settings");
  expect((await json("PUT", "/api/settings", settings)).status).toBe(200);
  expect(await (await bookRoom(stay)).json()).toEqual({
    data: { bookRoom: { id: "S501", nights: 2, total: 188 } },
  });
  const { cart, settings: saved, bookings } = visitor.state;
  expect({ cart, saved, bookings: bookings.length }).toEqual({
    cart: [{ productId: product, quantity: 2 }],
    saved: settings,
    bookings: 1,
  });
});

test("visitors see nothing of each other", async () => {
  const other = bazaar.newVisitor();
  await json("POST", "/api/cart", { productId: product, quantity: 1 });
  await form("/login", account);
  await json("PATCH", "/api/tickets/4", { open: false });
  const page = await fetch(`${bazaar.url}/tracker/4`, {
    headers: { cookie: `${other.cookie.name}=${other.cookie.value}` },
  });
  const text = await page.text();
  expect(text).toContain("Open · unassigned");
  expect(text).toContain("Sign in");
  expect(other.visitor.state.cart).toEqual([]);
  expect(other.visitor.log.map(({ path }) => path)).toEqual(["/tracker/4"]);
});

test("a browser that comes without a cookie is given one and becomes a visitor of its own", async () => {
  const response = await fetch(bazaar.url);
  expect(response.headers.get("set-cookie")).toMatch(/^visitor=[\w-]{36}; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("the log keeps no password", async () => {
  await form("/login", account);
  expect(JSON.stringify(visitor.log)).not.toContain(account.password);
});

test("text from visitors is shown as text", async () => {
  await form("/tracker", { title: "<script>alert(1)</script>" });
  const page = await (await ask("/tracker")).text();
  expect(page).not.toContain("<script>alert");
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

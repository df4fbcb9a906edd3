/** The page graph: shortest paths, and that the live site has its ways and no others. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { products } from "./data/products.ts";
import { edges, pages, pathThrough, shortestPath } from "./graph.ts";
import { account } from "./site/account-routes.ts";
import { type Bazaar, startBazaar } from "./site/server.ts";
import { tasks } from "./tasks/index.ts";

describe("shortest paths", () => {
  test("a page is reached from itself without a step", () => {
    expect(shortestPath("/help", "/help")).toEqual(["/help"]);
  });

  test("the footer leads to the article on delivery at once, the help centre to the others", () => {
    expect(shortestPath("/", "/help/delivery-times")).toEqual(["/", "/help/delivery-times"]);
    expect(shortestPath("/", "/help/breakfast")).toEqual(["/", "/help", "/help/breakfast"]);
  });

  test("the settings are behind the login until the visitor is signed in", () => {
    expect(shortestPath("/", "/settings")).toEqual(["/", "/login", "/settings"]);
    expect(shortestPath("/", "/settings", ["signed in"])).toEqual(["/", "/settings"]);
  });

  test("no way leads to the checkout with an empty cart", () => {
    expect(shortestPath("/", "/checkout")).toBeNull();
    expect(shortestPath("/", "/checkout", ["goods in the cart"])).toEqual(["/", "/cart", "/checkout"]);
  });

  test("pages that are no pages are not reached", () => {
    expect(shortestPath("/", "/nothing")).toBeNull();
    expect(pathThrough(["/", "/nothing"])).toBeNull();
  });

  test("each is as short as a count of steps by matrix says", () => {
    const open = edges.filter(({ needs }) => needs === undefined);
    const steps = new Map<string, number>([["/", 0]]);
    for (let round = 1; round < pages.length; round += 1) {
      for (const { from, to } of open)
        steps.set(to, Math.min(steps.get(to) ?? Infinity, (steps.get(from) ?? Infinity) + 1));
    }
    for (const page of pages)
      expect(shortestPath("/", page)?.length ?? Infinity).toBe((steps.get(page) ?? Infinity) + 1);
  });
});

describe("the reference path of a task", () => {
  const shop = ["/", "/shop"];
  const stays = ["/", "/stays"];
  const tracker = ["/", "/tracker"];
  const help = ["/", "/help"];
  /** Written by hand, from the pages. */
  const expected: Record<string, string[]> = {
    "shop-green-lamps": shop,
    "shop-blue-mugs": shop,
    "shop-chairs-range": shop,
    "shop-rugs-cheapest-first": shop,
    "shop-red-best-rated": shop,
    "shop-yellow-chairs-empty": shop,
    "shop-mugs-15": shop,
    "shop-open-kilim": [...shop, "/shop/products/rugs-kilim-blue"],
    "shop-cheapest-lamp": shop,
    "shop-count-blue": shop,
    "shop-best-mug": shop,
    "shop-reviews-rocking": [...shop, "/shop/products/chairs-rocking-green"],
    "shop-delivery-shaggy": [...shop, "/shop/products/rugs-shaggy-black"],
    "shop-two-lamps": [...shop, "/shop/products/lamps-banker-s-green"],
    "shop-two-kinds": [
      ...shop,
      "/shop/products/rugs-jute-black",
      "/shop",
      "/shop/products/mugs-tall-latte-red",
    ],
    "shop-order-mug": [...shop, "/shop/products/mugs-espresso-green", "/cart", "/checkout", "/orders/B1001"],
    "shop-purple-lamp": shop,
    "stays-tallinn-beds": stays,
    "stays-ghent-breakfast": stays,
    "stays-lisbon-cheapest": stays,
    "stays-book-noblessner": [...stays, "/stays/rooms/noblessner-view"],
    "stays-book-floyen": [...stays, "/stays/rooms/floyen-hut"],
    "stays-vienna": stays,
    "tracker-unassigned-bugs": tracker,
    "tracker-double-charge": [...tracker, "/tracker/6"],
    "tracker-count-urgent": tracker,
    "tracker-create": [...tracker, "/tracker/new", "/tracker/13"],
    "tracker-close-stools": [...tracker, "/tracker/7"],
    "tracker-label-timezone": [...tracker, "/tracker/4"],
    "tracker-comment-giftcard": [...tracker, "/tracker/5"],
    "help-iceland": ["/", "/help/delivery-times"],
    "help-rug-iceland": ["/", "/help/delivery-times"],
    "help-returns": ["/", "/help/returns"],
    "help-cancel-bergen": [...help, "/help/cancel-stay"],
    "help-gift-card": [...help, "/help/refund-methods"],
    "help-open-breakfast": [...help, "/help/breakfast"],
    "settings-language": ["/", "/login", "/settings"],
    "settings-newsletter": ["/", "/login", "/settings"],
    "outlet-cheapest": ["/", "/outlet"],
    "reports-total": ["/", "/reports"],
  };

  test.each(tasks)("$id", ({ id, reference }) => {
    expect(reference.path).toEqual(expected[id]);
  });
});

describe("the live site", () => {
  let bazaar: Bazaar;
  let cookie: string;

  beforeAll(async () => {
    bazaar = await startBazaar();
    const made = bazaar.newVisitor();
    cookie = `${made.cookie.name}=${made.cookie.value}`;
  });
  afterAll(() => bazaar.close());

  const ask = (path: string, options: RequestInit = {}): Promise<Response> =>
    fetch(bazaar.url + path, { redirect: "manual", ...options, headers: { cookie, ...options.headers } });
  const json = { "content-type": "application/json" };

  async function linksOf(path: string): Promise<Set<string>> {
    const text = await (await ask(path)).text();
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map((match) => match[1] ?? "");
    return new Set(links);
  }

  /** What the lists bring up: they are drawn by scripts or filtered, so that their data is asked for. */
  async function listed(): Promise<Map<string, string[]>> {
    const ofShop: string[] = [];
    for (let page = 1; page <= 12; page += 1) {
      const { items } = (await (await ask(`/api/products?page=${page}`)).json()) as {
        items: { id: string }[];
      };
      ofShop.push(...items.map(({ id }) => `/shop/products/${id}`));
    }
    const ofStays: string[] = [];
    for (const city of ["Lisbon", "Tallinn", "Ghent", "Bergen"]) {
      const query = `{ searchRooms(city: "${city}", checkIn: "2027-07-01", checkOut: "2027-07-02", guests: 1) { id } }`;
      const response = await ask("/graphql", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ query }),
      });
      const { data } = (await response.json()) as { data: { searchRooms: { id: string }[] } };
      ofStays.push(...data.searchRooms.map(({ id }) => `/stays/rooms/${id}`));
    }
    const ofTracker = [...(await linksOf("/tracker?status=all"))].filter((path) =>
      /^\/tracker\/\d+$/.test(path),
    );
    return new Map([
      ["/shop", ofShop],
      ["/stays", ofStays],
      ["/tracker", ofTracker],
    ]);
  }

  const sorted = (paths: Iterable<string>): string[] => [...new Set(paths)].sort();
  const inGraph = (from: string, by: "link" | "list", needs: string | undefined): string[] =>
    sorted(
      edges
        .filter((edge) => edge.from === from && edge.by === by && edge.needs === needs)
        .map(({ to }) => to),
    );

  test("has every link of the graph on every page, and no other", async () => {
    const made = new Set(["/orders/B1001", "/tracker/13", "/checkout", "/settings"]);
    for (const path of pages.filter((each) => !made.has(each))) {
      const links = await linksOf(path);
      const listLinks = path === "/tracker" ? new Set(inGraph(path, "list", undefined)) : new Set<string>();
      expect([path, sorted([...links].filter((link) => !listLinks.has(link)))]).toEqual([
        path,
        inGraph(path, "link", undefined),
      ]);
    }
  });

  test("lists what the graph says that its lists bring up", async () => {
    for (const [from, found] of await listed())
      expect([from, sorted(found)]).toEqual([from, inGraph(from, "list", undefined)]);
  });

  test("opens the ways that need goods in the cart, or a visitor who signed in, and leads on from its forms", async () => {
    const post = (path: string, body: URLSearchParams): Promise<Response> =>
      ask(path, { method: "POST", body });
    for (const { id } of products) {
      const body = JSON.stringify({ productId: id, quantity: 1 });
      await ask("/api/cart", { method: "POST", headers: json, body });
    }
    const fromCart = new Set(inGraph("/cart", "link", "goods in the cart"));
    expect(sorted([...(await linksOf("/cart"))].filter((link) => fromCart.has(link)))).toEqual(
      sorted(fromCart),
    );
    const forms: [from: string, fields: Record<string, string>][] = [
      ["/checkout", { name: "Kim", address: "Quay" }],
      ["/tracker/new", { title: "New" }],
      ["/login", { ...account }],
    ];
    for (const [from, fields] of forms) {
      const action = from === "/tracker/new" ? "/tracker" : from;
      const leads = (await post(action, new URLSearchParams(fields))).headers.get("location");
      expect([from, leads]).toEqual([
        from,
        edges.find((edge) => edge.from === from && edge.by === "form")?.to,
      ]);
    }
    for (const path of ["/orders/B1001", "/tracker/13", "/settings"]) {
      const expected = sorted([...inGraph(path, "link", undefined), ...inGraph(path, "link", "signed in")]);
      expect([path, sorted(["/login", ...(await linksOf(path))])]).toEqual([path, expected]);
    }
  });
});

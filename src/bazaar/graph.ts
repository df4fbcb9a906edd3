/** The site as a graph of pages: what links where, and the shortest way from page to page. */
import { articles } from "./data/articles.ts";
import { firstIssues } from "./data/issues.ts";
import { featured, products, similarTo } from "./data/products.ts";
import { rooms } from "./data/rooms.ts";

/** What must hold of the visitor before a way is open. */
export type Condition = "signed in" | "goods in the cart";

/** A way from one page to another. Pages are paths without a query. */
export interface Edge {
  from: string;
  to: string;
  /** A link; an entry of a list that a search or a filter brings up; a form that leads on when it is sent. */
  by: "link" | "list" | "form";
  needs?: Condition;
}

const productPage = (product: { id: string }): string => `/shop/products/${product.id}`;
const roomPage = (room: { id: string }): string => `/stays/rooms/${room.id}`;
const articlePage = (slug: string): string => `/help/${slug}`;
const ticketPage = (ticket: { number: number }): string => `/tracker/${ticket.number}`;

const tickets = firstIssues();
/** The pages that a visitor's first order and first ticket make. */
const firstOrder = "/orders/B1001";
const firstTicket = `/tracker/${tickets.length + 1}`;

/** Every page. */
export const pages: readonly string[] = [
  "/",
  "/shop",
  ...products.map(productPage),
  "/cart",
  "/checkout",
  firstOrder,
  "/stays",
  ...rooms.map(roomPage),
  "/stays/booked",
  "/tracker",
  "/tracker/new",
  ...tickets.map(ticketPage),
  firstTicket,
  "/help",
  ...articles.map(({ slug }) => articlePage(slug)),
  "/login",
  "/settings",
  "/outlet",
  "/reports",
];

/** Header and footer, which stand on every page. */
const everywhere: readonly Omit<Edge, "from">[] = [
  ...["/", "/shop", "/stays", "/tracker", "/help", "/cart"].map((to) => ({ to, by: "link" as const })),
  ...["/help/delivery-times", "/help/returns", "/outlet", "/reports"].map((to) => ({
    to,
    by: "link" as const,
  })),
  { to: "/login", by: "link" },
  { to: "/settings", by: "link", needs: "signed in" },
];

const edgesTo = (from: string, by: Edge["by"], targets: readonly string[], needs?: Condition): Edge[] =>
  targets.map((to) => ({ from, to, by, ...(needs === undefined ? {} : { needs }) }));

/** Every way between two pages; the first of several between the same two is the plainest. */
export const edges: readonly Edge[] = [
  ...pages.flatMap((from) => everywhere.map((edge): Edge => ({ from, ...edge }))),
  ...edgesTo("/", "link", featured.map(productPage)),
  ...edgesTo("/shop", "list", products.map(productPage)),
  ...products.flatMap((product) =>
    edgesTo(productPage(product), "link", similarTo(product).map(productPage)),
  ),
  ...edgesTo("/cart", "link", products.map(productPage), "goods in the cart"),
  ...edgesTo("/cart", "link", ["/checkout"], "goods in the cart"),
  ...edgesTo("/checkout", "form", [firstOrder], "goods in the cart"),
  ...edgesTo("/stays", "list", rooms.map(roomPage)),
  ...edgesTo("/stays", "link", ["/stays/booked"]),
  ...edgesTo("/tracker", "link", ["/tracker/new"]),
  ...edgesTo("/tracker", "list", tickets.map(ticketPage)),
  ...edgesTo("/tracker/new", "form", [firstTicket]),
  ...edgesTo(
    "/help",
    "link",
    articles.map(({ slug }) => articlePage(slug)),
  ),
  ...articles.flatMap(({ slug, related }) => edgesTo(articlePage(slug), "link", related.map(articlePage))),
  ...edgesTo("/login", "form", ["/settings"]),
];

const waysFrom = new Map<string, Edge[]>(pages.map((page) => [page, []]));
for (const edge of edges) waysFrom.get(edge.from)?.push(edge);

/**
 * The pages on a shortest way, both ends included: breadth first, in the order of `edges`.
 *
 * @param given the conditions that hold; other conditional ways are closed
 * @returns null when there is no way
 */
export function shortestPath(from: string, to: string, given: readonly Condition[] = []): string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const page of cameFrom.keys()) {
    if (page === to) break;
    for (const edge of waysFrom.get(page) ?? []) {
      if (edge.needs !== undefined && !given.includes(edge.needs)) continue;
      if (!cameFrom.has(edge.to)) cameFrom.set(edge.to, page);
    }
  }
  if (!cameFrom.has(to)) return null;
  const path: string[] = [];
  for (let page: string | null = to; page !== null; page = cameFrom.get(page) ?? null) path.unshift(page);
  return path;
}

/** The shortest way that visits these pages in this order; null when there is none. */
export function pathThrough(stops: readonly string[], given: readonly Condition[] = []): string[] | null {
  const [first, ...rest] = stops;
  if (first === undefined) return [];
  const path = [first];
  let at = first;
  for (const stop of rest) {
    const leg = shortestPath(at, stop, given);
    if (leg === null) return null;
    path.push(...leg.slice(1));
    at = stop;
  }
  return path;
}

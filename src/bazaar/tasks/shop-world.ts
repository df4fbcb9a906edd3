/** What the tasks in the shop ask of the world: the lists shown, the fields filled in, the cart. */
import { type Product, productById } from "../data/products.ts";
import { matching, pageSize, queryOf, type ShopQuery } from "../data/shop-query.ts";
import { button, link, type Move } from "../moves.ts";
import type { VisitorState } from "../site/visitors.ts";
import { type Station, station } from "./task.ts";
import { fieldIs, fieldOf, pathOf, shopListNow, shopListsSeen, visited, type World } from "./world.ts";

export type Wanted = Partial<
  Pick<ShopQuery, "category" | "colours" | "minPrice" | "maxPrice" | "minRating" | "sort">
>;

export const toShop: readonly Move[] = [link("Shop"), button("No, thank you")];
export const apply = button("Apply filters", "commit");

const plain = queryOf(new URLSearchParams());

function agrees(query: ShopQuery, wanted: Wanted): boolean {
  return JSON.stringify(query) === JSON.stringify({ ...plain, ...wanted, page: query.page });
}

/** The list that stands there shows exactly these filters and this order, and no other. */
export const shows =
  (wanted: Wanted) =>
  (world: World): boolean => {
    const list = shopListNow(world);
    return list !== null && agrees(list, wanted);
  };

/** Such a list was shown at some time, and every page of it when the whole of it matters. */
export function sawList(world: World, wanted: Wanted, extent: "first page" | "all pages"): boolean {
  const seen = new Set(
    shopListsSeen(world)
      .filter((list) => agrees(list, wanted))
      .map(({ page }) => page),
  );
  const pages = Math.ceil(matching({ ...plain, ...wanted }).length / pageSize);
  return extent === "first page"
    ? seen.has(1)
    : Array.from({ length: pages }, (_unused, i) => i + 1).every((page) => seen.has(page));
}

/** Everything that the list of this query shows: the truth behind the questions about it. */
export function listed(wanted: Wanted): Product[] {
  return matching({ ...plain, ...wanted });
}

/** The first of such a list. */
export function firstOf(wanted: Wanted): Product {
  const [first] = listed(wanted);
  if (first === undefined) throw new RangeError(`no product is listed for ${JSON.stringify(wanted)}`);
  return first;
}

export const shopOpen = station("the shop is open", (world) => visited(world, "/shop"));
export const dialogGone = station("the dialog is out of the way", ({ state }) => state.dialogClosed);

/** A filter is ticked or filled in, applied or not. */
export const chosen = (name: "category" | "colour" | "min" | "max" | "rating", value: string): Station =>
  station(`${name} ${value} is chosen`, (world) => pathOf(world) === "/shop" && fieldIs(world, name, value));

/** The list shows only this category; another list undoes it. */
export const categoryApplied = (category: Product["category"]): Station =>
  station(
    `${category} are listed`,
    (world) => shopListNow(world)?.category === category,
    (world) => (shopListNow(world) ?? { category }).category !== category,
  );

/** The list shows only this colour; another list undoes it. */
export const colourApplied = (colour: Product["colour"]): Station =>
  station(
    `${colour} is applied`,
    (world) => shopListNow(world)?.colours.join() === colour,
    (world) => (shopListNow(world)?.colours ?? [colour]).join() !== colour,
  );

/** The words are in the search box, and then the list for them is shown. */
export const searched = (words: RegExp): Station[] => [
  station(
    `${words.source} is typed`,
    (world) => pathOf(world) === "/shop" && words.test(fieldOf(world, "q")),
  ),
  station(`${words.source} is searched`, (world) =>
    shopListsSeen(world).some(({ text }) => words.test(text)),
  ),
];

export const productOpen = (id: string): Station =>
  station(`the page of ${id} is open`, (world) => visited(world, productPath(id)));

export const productPath = (id: string): string => `/shop/products/${id}`;

export function product(id: string): Product {
  const found = productById(id);
  if (found === undefined) throw new RangeError(`${id} is not in the catalogue`);
  return found;
}

/** The cart holds these products in these numbers, and nothing else. */
export function cartIs({ cart }: VisitorState, wanted: Readonly<Record<string, number>>): boolean {
  return (
    cart.length === Object.keys(wanted).length &&
    cart.every(({ productId, quantity }) => wanted[productId] === quantity)
  );
}

export const inCart = (id: string): Station =>
  station(`${id} is in the cart`, ({ state }) => state.cart.some(({ productId }) => productId === id));

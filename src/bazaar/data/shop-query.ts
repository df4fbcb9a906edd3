/** What the shop's list shows for a query: filters, sorting, pages, and the price range that snaps. */
import { type Category, type Colour, categories, colours, type Product, products } from "./products.ts";

export const sortings = ["featured", "price-asc", "price-desc", "rating", "reviews"] as const;
export type Sorting = (typeof sortings)[number];

export interface ShopQuery {
  text: string;
  category: Category | null;
  colours: readonly Colour[];
  /** US dollars, snapped to the slider's step. */
  minPrice: number;
  maxPrice: number;
  minRating: number;
  sort: Sorting;
  page: number;
}

export interface ShopResult {
  query: ShopQuery;
  total: number;
  pages: number;
  items: readonly Product[];
}

export const pageSize = 6;
/** The price slider knows no finer step: asking for 55 gives 50. */
export const priceStep = 10;
export const highestPrice = 200;

function oneOf<T extends string>(list: readonly T[], value: string | null): T | null {
  return list.find((item) => item === value) ?? null;
}

function snapped(value: string | null, otherwise: number): number {
  const number = Number(value);
  if (value === null || value.trim() === "" || !Number.isFinite(number)) return otherwise;
  return Math.min(highestPrice, Math.max(0, Math.floor(number / priceStep) * priceStep));
}

/** Reads a query from an address; what it does not know it leaves at its default. */
export function queryOf(parameters: URLSearchParams): ShopQuery {
  const wanted = (parameters.get("colour") ?? "").split(",");
  const rating = Number(parameters.get("rating") ?? 0);
  const page = Number(parameters.get("page") ?? 1);
  return {
    text: (parameters.get("q") ?? "").trim().slice(0, 100),
    category: oneOf(categories, parameters.get("category")),
    colours: colours.filter((colour) => wanted.includes(colour)),
    minPrice: snapped(parameters.get("min"), 0),
    maxPrice: snapped(parameters.get("max"), highestPrice),
    minRating: rating >= 1 && rating <= 5 ? rating : 0,
    sort: oneOf(sortings, parameters.get("sort")) ?? "featured",
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

const order: Record<Sorting, (a: Product, b: Product) => number> = {
  featured: () => 0,
  "price-asc": (a, b) => a.price - b.price,
  "price-desc": (a, b) => b.price - a.price,
  rating: (a, b) => b.rating - a.rating,
  reviews: (a, b) => b.reviews - a.reviews,
};

/** Every product that the query's filters let through, in its order. */
export function matching(query: ShopQuery): Product[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  return products
    .filter((product) => query.category === null || product.category === query.category)
    .filter((product) => query.colours.length === 0 || query.colours.includes(product.colour))
    .filter((product) => product.price >= query.minPrice && product.price <= query.maxPrice)
    .filter((product) => product.rating >= query.minRating)
    .filter((product) =>
      words.every((word) => `${product.name} ${product.description}`.toLowerCase().includes(word)),
    )
    .sort(order[query.sort]);
}

/** One page of the list. */
export function search(query: ShopQuery): ShopResult {
  const all = matching(query);
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(query.page, pages);
  return {
    query: { ...query, page },
    total: all.length,
    pages,
    items: all.slice((page - 1) * pageSize, page * pageSize),
  };
}

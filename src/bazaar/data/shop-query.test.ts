/** The shop's list: filters, order, pages, and limits that snap. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { products } from "./products.ts";
import { highestPrice, matching, pageSize, priceStep, queryOf, search } from "./shop-query.ts";

const of = (query: string) => queryOf(new URLSearchParams(query));

test("without a query everything is listed in the catalogue's order", () => {
  expect(matching(of(""))).toEqual(products);
});

test.each([
  ["55", 50],
  ["50", 50],
  ["-3", 0],
  ["9999", highestPrice],
  ["", highestPrice],
  ["cheap", highestPrice],
])("an upper limit of %j becomes %j", (given, limit) => {
  expect(of(`max=${given}`).maxPrice).toBe(limit);
});

test("what is not known stays at its default", () => {
  expect(of("category=boats&colour=pink&rating=9&sort=luck&page=-1")).toEqual(of(""));
});

const anyQuery = fc.record({
  q: fc.constantFrom("", "lamp", "green", "rug blue", "nothing at all"),
  category: fc.constantFrom("", "lamps", "chairs", "mugs", "rugs"),
  colour: fc.constantFrom("", "red", "red,blue", "yellow"),
  min: fc.integer({ min: -20, max: 250 }).map(String),
  max: fc.integer({ min: -20, max: 250 }).map(String),
  rating: fc.constantFrom("", "3", "4", "4.5"),
  sort: fc.constantFrom("featured", "price-asc", "price-desc", "rating", "reviews"),
});

test("every product that is listed passes every filter, in the order asked for, on exactly one page", () => {
  fc.assert(
    fc.property(anyQuery, (fields) => {
      const query = queryOf(new URLSearchParams(fields));
      const { pages, total } = search(query);
      const listed = Array.from({ length: pages }, (_unused, i) => search({ ...query, page: i + 1 }).items);
      const all = listed.flat();
      expect(all).toHaveLength(total);
      expect(new Set(all).size).toBe(total);
      expect(listed.every((items) => items.length <= pageSize)).toBe(true);
      expect(query.maxPrice % priceStep).toBe(0);
      for (const product of all) {
        expect(product.price).toBeGreaterThanOrEqual(query.minPrice);
        expect(product.price).toBeLessThanOrEqual(query.maxPrice);
        expect(product.rating).toBeGreaterThanOrEqual(query.minRating);
        expect(query.category ?? product.category).toBe(product.category);
        expect(query.colours.length === 0 || query.colours.includes(product.colour)).toBe(true);
      }
      const keys = all.map(({ price, rating, reviews }) => ({ price, rating, reviews }));
      const key = {
        "price-asc": "price",
        "price-desc": "price",
        rating: "rating",
        reviews: "reviews",
      } as const;
      if (query.sort !== "featured") {
        const values = keys.map((each) => each[key[query.sort === "featured" ? "rating" : query.sort]]);
        const sign = query.sort === "price-asc" ? 1 : -1;
        expect(values).toEqual([...values].sort((a, b) => sign * (a - b)));
      }
    }),
  );
});

test("the superlatives that tasks ask for have one answer each", () => {
  for (const query of ["category=lamps&sort=price-asc", "category=mugs&sort=rating"]) {
    const [first, second] = matching(of(query));
    const by = query.endsWith("rating") ? "rating" : "price";
    expect(first?.[by]).not.toBe(second?.[by]);
  }
});

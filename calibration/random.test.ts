import { expect, test } from "vitest";
import { randomFrom, shuffle } from "./random.ts";

test("a seed gives the same numbers everywhere", () => {
  const random = randomFrom(42);
  expect([random.next(), random.next(), random.next()]).toEqual(firstOf42);
});

test("another seed gives other numbers", () => {
  expect(randomFrom(1).next()).not.toBe(randomFrom(2).next());
});

test("bounded integers fill their range evenly", () => {
  const random = randomFrom(7);
  const counts = [0, 0, 0, 0, 0];
  for (let draw = 0; draw < 50_000; draw++) {
    const value = random.below(5);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(18.5);
});

test("shuffling keeps every item once", () => {
  const items = Array.from({ length: 40 }, (_, at) => at);
  shuffle(items, randomFrom(3));
  expect(items).not.toEqual(items.toSorted((a, b) => a - b));
  expect(new Set(items).size).toBe(40);
});

/** By an implementation in Python of the published generator and the seeding of random.ts. */
const firstOf42 = [660444221, 3652823732, 77672526];

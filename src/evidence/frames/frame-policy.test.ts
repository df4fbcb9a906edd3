import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chosenAmong, chosenUnseen, framePolicy, keyOnes } from "./frame-policy.ts";
import type { Grid } from "./grid.ts";

/** A screen of ten cells; different numbers differ in as many cells. */
const grid = (...dark: number[]): Grid => ({
  width: 80,
  height: 8,
  columns: 10,
  rows: 1,
  cells: Uint8Array.from({ length: 10 }, (_unused, cell) => (dark.includes(cell) ? 0 : 255)),
});
const [blank, a, ab, abc] = [grid(), grid(1), grid(1, 2), grid(1, 2, 3)];

describe("framePolicy", () => {
  test.each(["last", "last:3", "first+last", "changed", "key:2", "key:12", "all"])("takes %s", (policy) => {
    expect(framePolicy.parse(policy)).toBe(policy);
  });

  test.each([
    "",
    "lst",
    "last:",
    "last:0",
    "last:-1",
    "last:1.5",
    "last:1000",
    "key:1",
    "key",
    "all:3",
    3,
    null,
  ])("refuses %j and says what there is", (policy) => {
    expect(framePolicy.safeParse(policy).error?.issues[0]?.message).toContain("must be last, first+last");
  });
});

describe("chosenUnseen", () => {
  test.each([
    ["last", [4]],
    ["last:2", [3, 4]],
    ["last:9", [0, 1, 2, 3, 4]],
    ["first+last", [0, 4]],
    ["all", [0, 1, 2, 3, 4]],
  ] as const)("%s of five is %j", (policy, positions) => {
    expect(chosenUnseen(policy, 5)).toEqual(positions);
  });

  test.each(["changed", "key:3"] as const)("%s has to look", (policy) => {
    expect(chosenUnseen(policy, 5)).toBeNull();
  });
});

describe("keyOnes", () => {
  test("takes both ends and what differs most from them", () => {
    expect(keyOnes([blank, a, grid(4, 5, 6, 7), ab, abc], 3)).toEqual([0, 2, 4]);
  });

  test("does not take two of a kind while another kind is left", () => {
    const kind = grid(5, 6, 7);
    expect(keyOnes([blank, kind, kind, grid(8, 9), a], 4)).toEqual([0, 2, 3, 4]);
  });

  test("always holds the first and the last, has no more than asked for, and is in order", () => {
    const screens = fc.array(
      fc.uniqueArray(fc.nat(9)).map((dark) => grid(...dark)),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(screens, fc.integer({ min: 2, max: 12 }), (grids, count) => {
        const kept = keyOnes(grids, count);
        expect(kept).toHaveLength(Math.min(count, grids.length));
        expect(kept).toEqual([...new Set(kept)].sort((x, y) => x - y));
        expect([kept[0], kept.at(-1)]).toEqual([0, grids.length - 1]);
        expect(chosenAmong("key:5", grids)).toEqual(chosenAmong("key:5", grids));
      }),
    );
  });
});

test("changed takes every changed screen, key:K the K most different", () => {
  const changed = [blank, a, ab, abc];
  expect(chosenAmong("changed", changed)).toEqual([0, 1, 2, 3]);
  expect(chosenAmong("key:3", [blank, a, blank, abc, grid(7)])).toEqual([0, 3, 4]);
});

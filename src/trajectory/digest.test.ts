import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./index.ts";

/** What canonical JSON means, in the fewest words; digests that are stored were made with it. */
const meant = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member !== "object" || member === null || Array.isArray(member)
      ? member
      : Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
  ) ?? "null";

test("canonical JSON is JSON with sorted keys, whatever the value holds", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('"', "\\", "\n", "\u2028", "\ud800", "__proto__"),
  );
  const leaf = fc.oneof(text, fc.double(), fc.boolean(), fc.constantFrom(null, undefined, new Date(0)));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("value")), fc.dictionary(text, tie("value"))),
  }));
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalJson(any)).toBe(meant(any));
    }),
    { numRuns: 500 },
  );
});

test("the order in which keys were written does not matter", () => {
  expect(canonicalJson({ b: 1, a: { d: undefined, c: [undefined] } })).toBe('{"a":{"c":[null]},"b":1}');
});

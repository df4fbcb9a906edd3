import fc from "fast-check";
import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const wait = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);

test.each([
  [{ "retry-after": "2" }, 2000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:03 GMT" }, 3000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{}, undefined],
])("%j asks for %j ms", (headers, ms) => {
  expect(wait(headers)).toBe(ms);
});

test("is never negative and never throws", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\x20-\x7e]*$/), (text) => {
      expect(wait({ "retry-after": text }) ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});

/** Taking typed secrets out of text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { passwordMark, TypedSecrets } from "./secrets.ts";

function without(secret: string, text: string): string {
  const secrets = new TypedSecrets();
  secrets.add(secret);
  return secrets.remover()(text);
}

const encodings: [name: string, encode: (secret: string) => string][] = [
  ["plain", (secret) => secret],
  ["URL-encoded", encodeURIComponent],
  ["form-encoded", (secret) => new URLSearchParams({ p: secret }).toString()],
  ["JSON-escaped", JSON.stringify],
  ["base64", (secret) => Buffer.from(secret).toString("base64")],
  ["base64 behind a user name", (secret) => Buffer.from(`mira:${secret}`).toString("base64")],
  ["base64 inside JSON", (secret) => Buffer.from(JSON.stringify({ k: secret })).toString("base64url")],
  [
    "HTML-escaped",
    (secret) =>
      secret
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;"),
  ],
];

test.each(encodings)("a secret is removed %s", (_name, encode) => {
  const secret = fc
    .string({ minLength: 8, maxLength: 30, unit: "grapheme-ascii" })
    .filter((s) => s.trim() === s);
  fc.assert(
    fc.property(secret, (word) => {
      const clean = without(word, `before ${encode(word)} after`);
      expect(clean).toContain(passwordMark);
      expect(clean).not.toContain(encode(word));
      expect(clean.startsWith("before ")).toBe(true);
      expect(clean.endsWith(" after")).toBe(true);
    }),
  );
});

test("text without a secret stays as it is", () => {
  expect(without("tulip-anchor-42", "tulips and an anchor, 42 of them")).toBe(
    "tulips and an anchor, 42 of them",
  );
});

test("of a secret that is typed letter by letter only the whole is taken out", () => {
  const secrets = new TypedSecrets();
  for (const typed of ["ban", "bana", "banan", "banana-77"]) secrets.addGrowing(typed);
  expect(secrets.remover()("banana-77 in a banner")).toBe(`${passwordMark} in a banner`);
});

test("a second secret in the same field does not free the first", () => {
  const secrets = new TypedSecrets();
  for (const typed of ["first-secret", "second-secret"]) secrets.addGrowing(typed);
  expect(secrets.remover()("first-secret second-secret")).toBe(`${passwordMark} ${passwordMark}`);
});

test("secrets of one or two letters would blank half of every page and are left", () => {
  expect(without("ab", "about cabs")).toBe("about cabs");
});

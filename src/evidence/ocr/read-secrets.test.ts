import { expect, test } from "vitest";
import { withoutReadSecrets } from "./read-secrets.ts";

test.each([
  ["a key whose underscore became a blank", "Token: ghp ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "ABCDEFGHIJ"],
  ["a key with a blank after its dash", "API key   sk-proj- a1Bc2De3Fg4Hi5Jk6Lm7No8Pq", "a1Bc2De3"],
  ["a password in the next column", "Password   hunter2secret", "hunter2"],
  ["a password on the next line", "Password\nhunter2secret", "hunter2"],
])("takes out %s", (_what, text, secret) => {
  const clean = withoutReadSecrets(text);
  expect(clean).not.toContain(secret);
  expect(clean).toContain("[redacted:");
  expect(withoutReadSecrets(clean)).toBe(clean);
});

test.each([
  "Password   Forgot it?",
  "Password\nForgotten your password?",
  "Harbour desk lamp, white   $50   4.9",
  "Order   B1001",
  "Session   Keynote2027",
  "Internationalisation   Datenschutzgrundverordnung",
  "12345678901234567890123456",
])("leaves %j as it is", (text) => {
  expect(withoutReadSecrets(text)).toBe(text);
});

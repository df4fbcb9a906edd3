import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactText } from "./redaction.ts";

/** Small seeded generator (mulberry32), so that the secrets differ from each other but not from run to run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = seeded(20_240_501);
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const some = (length: number, from = letters): string =>
  Array.from({ length }, () => from[Math.floor(random() * from.length)]).join("");
const token = (length: number): string => `a1B${some(length - 3)}`;
const hex = (length: number): string => some(length, "0123456789abcdef");
const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const shaped = [
  `sk-${token(48)}`,
  `sk-proj-${token(60)}`,
  `sk-ant-api03-${token(80)}`,
  `sk_live_${token(24)}`,
  `rk_test_${token(24)}`,
  `ghp_${token(36)}`,
  `gho_${token(36)}`,
  `github_pat_${token(60)}`,
  `glpat-${token(20)}`,
  `npm_${token(36)}`,
  `hf_${token(34)}`,
  `gsk_${token(52)}`,
  `AKIA${some(16, "ABCDEFGHIJ0123456789")}`,
  `ASIA${some(16, "ABCDEFGHIJ0123456789")}`,
  `xoxb-${some(12, "0123456789")}-${token(24)}`,
  `xapp-1-${token(30)}`,
  `AIza${token(35)}`,
  `ya29.${token(60)}`,
  `SG.${token(22)}.${token(43)}`,
  `whsec_${token(32)}`,
  `shpat_${hex(32)}`,
  `dop_v1_${hex(64)}`,
  `SK${hex(32)}`,
  `key-${hex(32)}`,
  `GOCSPX-${token(28)}`,
  `dapi${hex(32)}`,
  `12345678:AA${token(33)}`,
  `${base64Url({ alg: "HS256", typ: "JWT" })}.${base64Url({ sub: "1234567890", admin: true })}.${token(43)}`,
  `${base64Url({ alg: "none" })}.${base64Url({ name: "someone" })}.`,
];
const chosen = [
  "hunter2!",
  "Passw0rd",
  "correct-Horse-9",
  "S3cr3t#2024",
  "qwerty123",
  "P@ssw0rd.123",
  ...Array.from({ length: 16 }, (_, i) => token(10 + i)),
];
const secrets = [...shaped, ...chosen];

const places: Record<string, (secret: string) => string> = {
  "a query": (secret) =>
    `https://shop.test/login?user=ann&password=${encodeURIComponent(secret)}&next=%2Fcart`,
  "a fragment": (secret) => `https://shop.test/cb#access_token=${encodeURIComponent(secret)}&expires_in=3600`,
  "an address inside an address": (secret) =>
    `https://a.test/?to=${encodeURIComponent(`https://b.test/?session_id=${encodeURIComponent(secret)}&x=1`)}`,
  "a form body": (secret) => `username=ann&user%5Bpassword%5D=${encodeURIComponent(secret)}&commit=Sign+in`,
  "a JSON body": (secret) => JSON.stringify({ user: { name: "ann", password: secret }, remember: true }),
  "JSON inside JSON": (secret) => JSON.stringify({ body: JSON.stringify({ csrf_token: secret, page: 2 }) }),
  "a header": (secret) => `GET / HTTP/1.1\r\nAuthorization: Bearer ${secret}\r\nAccept: */*\r\n`,
  "a cookie": (secret) => `Cookie: theme=dark; sid=${secret}; lang=en`,
  "an HTML form": (secret) =>
    `<form><input value="${secret}" name="pw" type="password"><button>Sign in</button></form>`,
  prose: (secret) => `Log in with these:\nUser: ann\nPassword: ${secret}\nThen open the cart.`,
  "an assignment": (secret) => `export DB_PASSWORD=${secret}\nexport LANG=en`,
};

describe("redactText", () => {
  test("there are enough secrets and places for the table below", () => {
    expect(secrets.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(places).length).toBeGreaterThanOrEqual(10);
  });

  describe.each(Object.entries(places))("in %s", (_name, put) => {
    test.each(secrets)("takes out %s", (secret) => {
      const { text, count } = redactText(put(secret));
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
      expect(text).toContain("[redacted:");
      expect(count).toBeGreaterThan(0);
      expect(redactText(text)).toEqual({ text, count: 0 });
    });
  });

  test.each(shaped)("knows %s by its shape alone", (secret) => {
    expect(redactText(`see ${secret} there`).text).toMatch(/^see \[redacted:[\w-]+\] there$/);
  });

  test.each([
    [
      "curl -H 'X-Api-Key: abc123' https://a.test/",
      "curl -H 'X-Api-Key: [redacted:authorization]' https://a.test/",
    ],
    ["aws_secret_access_key = wJalrXUtnFEMI7K7MDENG", "aws_secret_access_key = [redacted:token]"],
    ["password = hunter2", "password = [redacted:password]"],
    ["https://hooks.slack.com/services/T0001/B0001/abcDEF123456789", "https://[redacted:webhook]"],
    [
      "DefaultEndpoints;AccountKey=abcd1234==;Suffix=x",
      "DefaultEndpoints;AccountKey=[redacted:api-key];Suffix=x",
    ],
    ["{'password': 'it is', 'n': 1}", "{'password': '[redacted:password]', 'n': 1}"],
  ])("takes the secret out of %s", (text, redacted) => {
    expect(redactText(text).text).toBe(redacted);
  });

  test("takes a private key out from its first to its last line", () => {
    const body = Array.from({ length: 20 }, () => some(64)).join("\n");
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`;
    expect(redactText(`before\n${key}\nafter`).text).toBe("before\n[redacted:private-key]\nafter");
  });

  test("takes a private key out whose end was cut off", () => {
    expect(redactText(`a\n-----BEGIN PRIVATE KEY-----\n${some(64)}`).text).toBe("a\n[redacted:private-key]");
  });

  test.each([
    "4111 1111 1111 1111",
    "5500-0000-0000-0004",
    "340000000000009",
    "6011000000000004",
    "3782 822463 10005",
  ])("takes out the card number %s", (card) => {
    expect(redactText(`paid with ${card}.`).text).toBe("paid with [redacted:card].");
    expect(redactText(`number=${card}`).text).not.toContain(card);
  });

  test("keeps JSON valid, whatever the secret's type", () => {
    const body = JSON.stringify({
      token: 12345678,
      password: 'a"b\\',
      api_keys: ["x"],
      secret: ["k1", "k2"],
      n: 1,
    });
    const parsed: unknown = JSON.parse(redactText(body).text);
    expect(parsed).toEqual({
      token: "[redacted:token]",
      password: "[redacted:password]",
      api_keys: ["x"],
      secret: ["[redacted:secret]", "[redacted:secret]"],
      n: 1,
    });
  });

  test("takes out the password of an address and keeps its user", () => {
    expect(redactText("git clone https://ann:pa55@host.test/x.git").text).toBe(
      "git clone https://ann:[redacted:password]@host.test/x.git",
    );
  });

  test("takes out the value of a password box in an accessibility tree", () => {
    expect(redactText("[12] textbox 'Password', required, value='abc'").text).toBe(
      "[12] textbox 'Password', required, value='[redacted:password]'",
    );
  });

  test("takes out name and value pairs as HAR files hold them", () => {
    const har = '{"name":"sid","value":"abc"},{"name":"theme","value":"dark"}';
    expect(redactText(har).text).toBe(
      '{"name":"sid","value":"[redacted:session]"},{"name":"theme","value":"dark"}',
    );
  });

  test.each([
    "Order #4000123412341234 ships on 2024-05-01 for $1,299.00.",
    "ISBN 978-3-16-148410-0 and ISBN 9783161484100",
    "Call +1 (555) 010-9999 or +49 151 23456789 before 12:30.",
    "https://shop.test/order/550e8400-e29b-41d4-a716-446655440000?page=2&sort=price_asc",
    "https://cdn.test/assets/main.3f2a9c81d4e5f60718293a4b5c6d7e8f.js",
    "https://api.test/list?pageToken=CAoQAA&max_tokens=4096",
    "Forgot your password? Reset password. The password must be at least 8 characters.",
    "Password: required. Password: 8-16 characters. Password: ********",
    "A token is a unit of text; each token counts. The secret is out. Secret Santa.",
    "The bearer of this letter has basic information about authorization: none needed.",
    "Basic economy, Bearer certificates, Cookie: a small cake. Session: Keynote at 9.",
    "risk-assessment-2024-quarterly-report-final-version and sk-loading-spinner-container",
    "click('a147') then fill('237', 'gyms near me') and keyboard_press('Enter')",
    "Author: Ann. Keyboard: Logitech K380. Key: C major. Monkey: 12. Passenger: 2 adults.",
    "Tracking 9400 1000 0000 0000 0000 00, account 1234-5678, IP 192.168.100.100",
    "sha256:6fb0e7ae8d28e3406aa9d900247ef43e21e726b94e381ef17941ff345111e33f",
    '<input type="text" name="q" value="blue shoes"><meta name="viewport" content="width=device-width">',
    "Passwort vergessen? Secret: The story of a town. Token: ERC-20. Auth: OAuth 2.0",
    "1714550400000 and 1714550400000000 are times; 4532 is a price; 3.141592653589793",
  ])("leaves ordinary text as it is: %s", (text) => {
    expect(redactText(text)).toEqual({ text, count: 0 });
  });

  test("redacting twice is redacting once, and never throws", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "password=",
        "token: ",
        '"secret":"',
        "Bearer ",
        "&",
        ";",
        "\\",
        '"',
        "'",
        "]",
        "[redacted:",
        "\n",
      ),
      fc.constantFrom(
        "Cookie: a=",
        "-----BEGIN PRIVATE KEY-----",
        "%3Ftoken%3D",
        "https://u:p@",
        "<input ",
        ">",
      ),
      fc.constantFrom(...secrets, "4111 1111 1111 1111"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redactText(pieces.join("")).text;
        expect(redactText(once).text).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["one long word", "a".repeat(400_000)],
    ["open quotes", '"password":"'.repeat(30_000)],
    ["open tags", "<input '".repeat(40_000)],
    ["key blocks without end", "-----BEGIN PRIVATE KEY-----".repeat(15_000)],
    ["equals signs", "token=".repeat(60_000)],
    ["backslashes", `"secret":"${"\\".repeat(300_000)}`],
    ["digits and blanks", "4 ".repeat(200_000)],
    ["colons", "password: ".repeat(40_000)],
    ["percent signs", "%25253Ftoken".repeat(30_000)],
    ["dots", `eyJ${"a.".repeat(200_000)}`],
  ])("gets through hundreds of thousands of characters of %s", (_name, text) => {
    expect(redactText(text).text.length).toBeLessThanOrEqual(text.length * 3);
  });
});

const realData = process.env["TRAJUDGE_REALDATA"];
describe.skipIf(!realData)("on recorded runs (needs TRAJUDGE_REALDATA)", () => {
  test("alters none of the instructions, captions, thoughts and actions of 564 runs", () => {
    const lines = readFileSync(join(realData ?? "", "webjudge-arb/trajectories.jsonl"), "utf8")
      .trim()
      .split("\n");
    const texts = lines.flatMap((line) => [
      ...line.matchAll(/"(?:goal|caption|thought|raw)":\s*("(?:[^"\\]|\\.)*")/g),
    ]);
    const altered = texts
      .map((match) => String(JSON.parse(match[1] ?? '""')))
      .filter((text) => redactText(text).count > 0);
    expect(lines).toHaveLength(564);
    expect(altered).toEqual([]);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { forModel } from "./for-model.ts";
import { redactText } from "./redaction.ts";

test("terminal escapes, control and invisible characters are gone", () => {
  expect(forModel("a\u001b[31mb\u001b]0;title\u0007c\u0000\u200bd\u202ee\r\nf\tg").text).toBe("abcde\nf\tg");
});

test("an escape that never ends hides nothing", () => {
  expect(forModel("a\u001b]0;the rest stays").text).toContain("the rest stays");
});

test("a long text keeps its head and its tail, and says how much is missing", () => {
  const { text } = forModel(`START${"x".repeat(1000)}END`, { limit: 100 });
  expect(text).toMatch(/^START[\s\S]*\[… 908 characters left out …\][\s\S]*END$/);
});

test("secrets are replaced and counted", () => {
  expect(forModel("Log in.\nPassword: hunter2\nhttps://a.test/?token=abc&q=kettle")).toEqual({
    text: "Log in.\nPassword: [redacted:password]\nhttps://a.test/?token=[redacted:token]&q=kettle",
    redacted: 2,
  });
});

test("a secret is replaced before the text is cut, so that no half of it stays", () => {
  const key = `sk-proj-a1B${"c2D".repeat(20)}`;
  const cutWithin = `${"x ".repeat(20)}${key}${" y".repeat(200)}`;
  expect(forModel(cutWithin, { limit: 100 }).text).not.toContain("sk-proj");
});

test("a secret that invisible characters split is still one", () => {
  expect(forModel("Authorization: Bea\u200brer abcdef1234567890").text).toBe(
    "Authorization: [redacted:authorization]",
  );
});

test("what the recorder redacted stays as it is, and is counted", () => {
  const once = redactText("password=hunter2&q=kettle").text;
  expect(forModel(once)).toEqual({ text: once, redacted: 1 });
  expect(forModel(forModel(once).text)).toEqual(forModel(once));
});

test("nothing is redacted when the caller says so", () => {
  expect(forModel("password=hunter2&q=kettle", { redact: false })).toEqual({
    text: "password=hunter2&q=kettle",
    redacted: 0,
  });
});

test("is bounded, well-formed and free of control characters for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const shown = forModel(text, { limit: 100 }).text;
      expect(shown.length).toBeLessThan(160);
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      expect(() => encodeURIComponent(shown)).not.toThrow();
    }),
  );
});

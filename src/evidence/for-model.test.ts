import fc from "fast-check";
import { expect, test } from "vitest";
import { forModel } from "./for-model.ts";

test("terminal escapes, control and invisible characters are gone", () => {
  expect(forModel("a\u001b[31mb\u001b]0;title\u0007c\u0000\u200bd\u202ee\r\nf\tg")).toBe("abcde\nf\tg");
});

test("an escape that never ends hides nothing", () => {
  expect(forModel("a\u001b]0;the rest stays")).toContain("the rest stays");
});

test("a long text keeps its head and its tail, and says how much is missing", () => {
  const text = forModel(`START${"x".repeat(1000)}END`, 100);
  expect(text).toMatch(/^START[\s\S]*\[… 908 characters left out …\][\s\S]*END$/);
});

test("is bounded, well-formed and free of control characters for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const shown = forModel(text, 100);
      expect(shown.length).toBeLessThan(160);
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      expect(() => encodeURIComponent(shown)).not.toThrow();
    }),
  );
});

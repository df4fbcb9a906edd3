import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeHtml, html, scriptJson, trusted } from "./html.ts";

describe("text in a template", () => {
  test("is escaped in elements and attributes", () => {
    const text = `"><img src=x onerror='alert(1)'>&amp;`;
    expect(`${html`<p title="${text}">${text}</p>`}`).toBe(
      '<p title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;">&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;</p>',
    );
  });

  test("loses terminal escapes and marks that turn text round", () => {
    expect(escapeHtml("\u001b[31mred\u001b[0m \u202Egnp.exe")).toBe("red gnp.exe");
  });

  test("never holds a character that means something to HTML", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
    );
  });
});

test("markup of templates and lists is kept; undefined, null and false are nothing", () => {
  const items = ["<a>", "b"].map((item) => html`<li>${item}</li>`);
  expect(`${html`<ul>${items}${undefined}${null}${false}${trusted("<hr>")}${3}</ul>`}`).toBe(
    "<ul><li>&lt;a&gt;</li><li>b</li><hr>3</ul>",
  );
});

test("JSON in a script element is read back as it was, and cannot end the element", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = scriptJson(value).toString();
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    }),
  );
  expect(scriptJson("</script><!--").toString()).toBe('"\\u003c/script\\u003e\\u003c!--"');
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { htmlLines } from "./html-lines.ts";

describe("htmlLines", () => {
  test("keeps texts, and what identifies an element or says what it holds", () => {
    const html = `<body class="x"><main><h1 style="color:red">Lamps &amp; more</h1>
      <a class="btn" href="/k?a=1&amp;b=2" id="k7" onclick="go()">Cheapest&nbsp;kettle</a>
      <input type="checkbox" name="green" checked data-x="1"><div><p>9.99</p></div></main></body>`;
    expect(htmlLines(html)).toEqual([
      " <main>",
      "  <h1> Lamps & more",
      '  <a href="/k?a=1&b=2" id="k7"> Cheapest kettle',
      '  <input type="checkbox" name="green" checked>',
      "    9.99",
    ]);
  });

  test.each([
    ["a script", "<script>var a = '<p>no</p>'</script><p>yes</p>"],
    ["a script that does not end", "<p>yes</p><script>no"],
    ["a comment", "<!-- <p>no</p> --><p>yes</p>"],
    ["a comment that does not end", "<p>yes</p><!-- no"],
    ["a style in upper case", "<STYLE>no{}</STYLE><p>yes</p>"],
    ["a document type", "<!doctype html><p>yes</p>"],
    ["an end tag that was never opened", "</div></p><p>yes</p>"],
    ["a sign that begins no tag", "<p>yes <"],
    ["an attribute with a sign that ends tags", `<p title='' data-x="a > no">yes</p>`],
    ["a quote that is never closed", `<p data-x="a>yes</p>`],
  ])("is not led astray by %s", (_what, html) => {
    expect(htmlLines(html).join(" ").trim()).toBe("yes");
  });

  test("ends, and gives bounded lines, whatever it is given", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "</",
      "<!--",
      "-->",
      '"',
      "'",
      "=",
      "<a ",
      "<script>",
      "</script",
      " x",
      "&#1;",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        for (const line of htmlLines(pieces.join(""))) expect(line.length).toBeLessThan(2000);
      }),
    );
  });

  test.each(["<script ", "<!--", '<a b="', "<a b='", "<", "<div>", "&amp", `<a b="x>`])(
    "reads a hundred thousand times %s in one pass",
    (piece) => {
      expect(htmlLines(piece.repeat(100_000)).length).toBeLessThanOrEqual(100_001);
    },
  );
});

test("letters whose lower case is longer move nothing", () => {
  const html = '<p>İİİİ İstanbul</p><SCRIPT>x</Script><button id="b1">Al</button><select name="s">';
  expect(htmlLines(html)).toEqual([" İİİİ İstanbul", '<button id="b1"> Al', '<select name="s">']);
});

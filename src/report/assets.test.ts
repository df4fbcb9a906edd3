import { Script } from "node:vm";
import { expect, test } from "vitest";
import { clientScript, styleSheet } from "./assets.ts";
import { html } from "./html.ts";
import { page } from "./page.ts";
import { scripts } from "./run/report-html.ts";

test("the page's script is one script: no import is left, and no name is used twice", () => {
  const text = clientScript(...scripts);
  expect(text).not.toMatch(/^(?:import|export)\b/m);
  expect(() => new Script(`(async () => {${text}})`)).not.toThrow();
});

test("the page's script cannot end the element that it stands in, and makes no markup from text", () => {
  const text = clientScript(...scripts);
  expect(text).not.toMatch(/<\/script|<!--/i);
  expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
  expect(styleSheet("theme.css", "page.css", "report.css", "print.css")).not.toMatch(
    /<\/style|url\(|@import/i,
  );
});

test("the policy lets in this style, this script and nothing else", () => {
  const text = page({ title: "t", style: "p{}", script: "1", images: "inside", body: html`<p>x</p>` });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]?.replaceAll("&#39;", "'");
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'$/,
  );
});

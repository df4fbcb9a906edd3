/** Trees within a budget. */
import { describe, expect, test } from "vitest";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import { viewOf } from "../trajectory/index.ts";
import { prunedTree } from "./tree.ts";

const view = viewOf(kettleRun());
const filler = Array.from(
  { length: 2000 },
  (_unused, i) => `    StaticText "nothing of note ${"abcdefgh"[i % 8]}"`,
);
const tree = [
  'RootWebArea "Shop"',
  '  main "Content"',
  ...filler.slice(0, 1000),
  '    list "Results"',
  '      link "Cheapest kettle, 9.99" [id=k7]',
  '      button "Add to basket" [id=12]',
  ...filler.slice(1000),
].join("\n");

describe("a tree that is too long", () => {
  const { text, cut } = prunedTree(tree, view, 300);

  test("keeps what the task and the actions speak of, with what it stands under", () => {
    expect(text).toContain('link "Cheapest kettle, 9.99" [id=k7]');
    expect(text).toContain('button "Add to basket" [id=12]');
    expect(text).toContain('list "Results"');
    expect(text).toContain('RootWebArea "Shop"');
  });

  test("fits its budget, marks the gaps and counts what was cut", () => {
    expect(text.length).toBeLessThanOrEqual(300 * 4 + 100);
    expect(text).toContain("…");
    expect(cut).toBeGreaterThan(1900);
  });

  test("is the same each time", () => {
    expect(prunedTree(tree, view, 300)).toEqual({ text, cut });
  });
});

test("what an action touched by its id stays, and a number that only looks like one does not", () => {
  const run = kettleRun();
  const steps = run.steps.map((step) => ({
    ...step,
    action: { type: "click" as const, target: { id: "77" } },
  }));
  const long = [
    ...filler.slice(0, 900),
    "    button 'Unremarkable' [77]",
    "    StaticText 'pages 77'",
    ...filler.slice(900),
  ];
  const { text } = prunedTree(long.join("\n"), viewOf({ ...run, steps }), 10);
  expect(text).toContain("    button 'Unremarkable' [77]");
  expect(text).not.toContain("pages 77");
});

test("a hundred thousand lines, flat or one under the other, are done at once", () => {
  const flat = Array.from({ length: 100_000 }, (_unused, i) => ` text ${i}`).join("\n");
  const deep = Array.from({ length: 3000 }, (_unused, i) => `${" ".repeat(i)}text ${i}`).join("\n");
  for (const source of [flat, deep]) expect(prunedTree(source, view, 100).text.length).toBeLessThan(600);
});

test("a short tree is not touched", () => {
  expect(prunedTree('heading "Basket"', view)).toEqual({ text: 'heading "Basket"', cut: 0 });
});

test("HTML loses scripts and styles and keeps texts and ids", () => {
  const html = `<html><head><style>a{}</style><script>var kettle = 1</script></head><body>${"<div><p>filler</p></div>".repeat(2000)}<a id="12" href="/k">Cheapest kettle</a></body></html>`;
  const { text } = prunedTree(html, view, 300);
  expect(text).toContain("Cheapest kettle");
  expect(text).toContain('id="12"');
  expect(text).not.toContain("var kettle");
});

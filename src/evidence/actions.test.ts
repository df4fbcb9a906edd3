import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import { type Action, actionTypes, type Observation, viewOf } from "../trajectory/index.ts";
import { actions } from "./actions.ts";

const listOf = (...taken: Action[]): string =>
  actions(viewOf(kettleRun({ steps: taken.map((action, index) => ({ index, observation: {}, action })) })));

describe("actions", () => {
  test("numbers what was done, to what, with which value", () => {
    expect(actions(viewOf(kettleRun()))).toBe(
      ['1. type "kettle" into "Search"', '2. click on "Sort by price"', '3. click on "Add to basket"'].join(
        "\n",
      ),
    );
  });

  test("ends with the action that is judged", () => {
    expect(actions(viewOf(kettleRun()), { until: 0 })).toBe('1. type "kettle" into "Search"');
  });

  test.each<[Action, string]>([
    [{ raw: "click('1670')", type: "click" }, "click('1670')"],
    [{ raw: "foo()", type: "other" }, "foo()"],
    [{ type: "click", target: { point: [10.4, 20.6] } }, "click on the point (10, 21)"],
    [{ type: "click", target: { id: "12" } }, "click on element 12"],
    [{ type: "scroll", value: "down" }, "scroll down"],
    [{ type: "navigate", value: "https://a.test/" }, "go to https://a.test/"],
    [{ type: "press", value: "Enter" }, "press Enter"],
    [{ type: "answer", value: "42" }, 'answer the user: "42"'],
    [{ type: "wait" }, "wait"],
    [{}, "an action that was not recorded"],
    [
      { type: "click", target: { text: "Buy" }, error: "not visible" },
      'click on "Buy" (failed: not visible)',
    ],
  ])("says %j as %s", (action, text) => {
    expect(listOf(action)).toBe(`1. ${text}`);
  });

  describe("a target that the action does not name", () => {
    const sentence = (action: Action, observation: Observation): string =>
      actions(viewOf(kettleRun({ steps: [{ index: 0, observation, action }] })));
    const click = (target: Action["target"]): Action => ({ type: "click", target });

    test.each([
      ["BrowserGym", "RootWebArea 'Shop', focused\n\t[12] button 'Add to basket', clickable", "12"],
      ["WebArena", "[4] RootWebArea 'Shop'\n\t[a12] link 'Add to basket'", "a12"],
      ["Playwright", '- main:\n  - button "Add to basket" [ref=e12]', "e12"],
      ["Playwright, text only", "- listitem:\n  - link [ref=e12]: Add to basket", "e12"],
      ["a name with quotes in it", `[12] button "Add to basket"`, "12"],
      [
        "a node that only its children name",
        "[12] link ''\n\t[13] image ''\n\tStaticText 'Add to basket'",
        "12",
      ],
    ])("is named by its id in a tree of %s", (_format, accessibilityTree, id) => {
      expect(sentence(click({ id }), { accessibilityTree })).toBe('1. click on "Add to basket"');
    });

    test("is named by its id or selector among the elements", () => {
      const elements = [{ id: "7", selector: "#add", text: "Add to basket" }];
      expect(sentence(click({ id: "7" }), { elements })).toBe('1. click on "Add to basket"');
      expect(sentence(click({ selector: "#add" }), { elements })).toBe('1. click on "Add to basket"');
    });

    test("is named by the smallest element or node around its point", () => {
      const elements = [
        { text: "A card", box: [0, 0, 300, 300] as [number, number, number, number] },
        { text: "Add to basket", box: [10, 10, 80, 30] as [number, number, number, number] },
      ];
      expect(sentence(click({ point: [40, 20] }), { elements })).toBe('1. click on "Add to basket"');
      const accessibilityTree = `[1] main 'Shop', box="(0,0,900,700)"\n\t[2] button 'Sort', box="(10.5,10,80,30)"`;
      expect(sentence(click({ point: [40, 20] }), { accessibilityTree })).toBe('1. click on "Sort"');
    });

    test("stays a point or an id where nothing was recorded", () => {
      const elements = [{ text: "Far", box: [500, 500, 10, 10] as [number, number, number, number] }];
      expect(sentence(click({ point: [40, 20] }), { elements })).toBe("1. click on the point (40, 20)");
      expect(sentence(click({ id: "99" }), { accessibilityTree: "[9] link 'Home'" })).toBe(
        "1. click on element 99",
      );
    });

    test("says what is written at a point, as no more than that", () => {
      const view = viewOf(
        kettleRun({ steps: [{ index: 0, observation: {}, action: click({ point: [40, 20] }) }] }),
      );
      const at = new Map([[0, { text: "Add to basket", isSure: false }]]);
      expect(actions(view, { at })).toBe('1. click on the point (40, 20), where it says "Add to basket"');
    });

    test("does not say where one scrolled", () => {
      const elements = [{ text: "A card", box: [0, 0, 300, 300] as [number, number, number, number] }];
      const scroll: Action = { type: "scroll", value: "down", target: { point: [40, 20] } };
      expect(sentence(scroll, { elements })).toBe("1. scroll down in the point (40, 20)");
    });
  });

  test("a long list keeps its beginning and its end, and says what is missing", () => {
    const long = listOf(
      ...Array.from({ length: 400 }, (_, index): Action => ({ raw: `${"x".repeat(100)} ${index}` })),
    );
    expect(long.length).toBeLessThan(21_000);
    expect(long).toMatch(/^1\. x[\s\S]*\n\[actions \d+ to \d+ left out\]\n[\s\S]*\n400\. x+ 399$/);
  });

  test("is one bounded line an action, whatever an action holds", () => {
    const text = fc.string({ unit: "binary", maxLength: 2000 });
    fc.assert(
      fc.property(text, text, fc.constantFrom(...actionTypes), (value, target, type) => {
        const line = listOf({ type, value, target: { text: target }, raw: value });
        expect(line).not.toMatch(/[\n\r\u001b]/);
        expect(line.length).toBeLessThan(1000);
      }),
    );
  });
});

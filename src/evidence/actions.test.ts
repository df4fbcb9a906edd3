import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import { type Action, actionTypes, viewOf } from "../trajectory/index.ts";
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

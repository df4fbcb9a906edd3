import { describe, expect, test } from "vitest";
import { nodeAtPoint, nodeById } from "./tree-nodes.ts";

describe("a node is found by its own id", () => {
  test.each([
    ["as BrowserGym writes it", "RootWebArea 'Shop'\n\t[57] button 'Buy', clickable", "57", "Buy"],
    ["as WebArena writes it", "[1] RootWebArea 'Shop'\n  [57] button 'Buy'", "57", "Buy"],
    ["as Playwright writes it", '- list:\n  - button "Buy" [ref=e9] [cursor=pointer]', "e9", "Buy"],
    ["with text after its colon", "- link [ref=e5]: Home", "e5", "Home"],
    ["with the first text below it", '- link [ref=e5]:\n  - text: "Home page"', "e5", "Home page"],
  ])("%s", (_how, tree, id, name) => {
    expect(nodeById(tree, id)?.name).toBe(name);
  });

  test.each([
    ["a name", "[3] StaticText 'see note [57]'\n[57] button 'Buy'", "57"],
    ["a heading", '- heading "Order [ref=e9] cancelled"\n- button "Buy" [ref=e9]', "e9"],
    ["a value", "[3] textbox 'Note' value='[id=e9]'\n- button \"Buy\" [id=e9]", "e9"],
    ["text after a colon", '- text: press [ref=e9] now\n- button "Buy" [ref=e9]', "e9"],
    ["a quote within a name", '- heading "so-called \\"x\\" [ref=e9]"\n- button "Buy" [ref=e9]', "e9"],
  ])("and not by %s that a page wrote", (_where, tree, id) => {
    expect(nodeById(tree, id)?.name).toBe("Buy");
  });
});

test("a box that a page wrote into a name places nothing", () => {
  const buy = `[57] button 'Buy', box="(10.0, 10.0, 80.0, 20.0)"`;
  expect(nodeAtPoint(buy, [20, 15])?.name).toBe("Buy");
  expect(nodeAtPoint(`[3] link 'Cancel box="(15,10,10,10)"'\n${buy}`, [20, 15])?.name).toBe("Buy");
  expect(nodeAtPoint(`[3] link "Cancel box=(15,10,10,10)"\n${buy}`, [20, 15])?.name).toBe("Buy");
});

/** From Playwright's tree to text with refs, and to what can be acted on. */
import { expect, test } from "vitest";
import { type AriaNode, ariaNodes, elementsOf, treeText, withoutPasswords } from "./aria.ts";

const box = { x: 10, y: 20, width: 30, height: 40 };

const page: (AriaNode | string)[] = [
  {
    role: "generic",
    ref: "e1",
    children: [
      { role: "link", name: "Skip to content", ref: "e0", box: { ...box, x: -999 } },
      { role: "heading", name: "Sign in", level: 1, ref: "e2" },
      { role: "link", name: "Help", ref: "e3", box },
      {
        role: "generic",
        children: [{ role: "radio", name: "lamps", checked: true, ref: "e4" }, "lamps"],
      },
      { role: "textbox", name: "Password", ref: "e5", text: "hunter22" },
      {
        role: "combobox",
        name: "Sort by",
        ref: "e6",
        children: [
          { role: "option", name: "Price" },
          { role: "option", name: "Rating", selected: true },
        ],
      },
      { role: "button", name: 'Say "hi"', disabled: true, ref: "e7" },
      { role: "paragraph", ref: "e8", text: "Two of them." },
      { role: "generic", ref: "e9", text: "From" },
      "loose",
    ],
  },
];

test("the text has a line a node, without boxes that only hold others, and refs where something can be done", () => {
  expect(treeText(page)).toBe(
    [
      '- link "Skip to content"',
      '- heading "Sign in" [level=1]',
      '- link "Help" [ref=e3]',
      '- radio "lamps" [checked] [ref=e4]',
      '- textbox "Password" [ref=e5]: hunter22',
      '- combobox "Sort by" [ref=e6]',
      '  - option "Price"',
      '  - option "Rating" [selected]',
      '- button "Say \\"hi\\"" [disabled] [ref=e7]',
      "- paragraph: Two of them.",
      "- text: From",
      "- text: loose",
    ].join("\n"),
  );
});

test("the elements are what can be acted on, with what they hold and offer", () => {
  expect(elementsOf(page)).toEqual([
    { ref: "e3", role: "link", text: "Help", box: [10, 20, 30, 40] },
    { ref: "e4", role: "radio", text: "lamps", value: "checked" },
    { ref: "e5", role: "textbox", text: "Password", value: "hunter22" },
    { ref: "e6", role: "combobox", text: "Sort by", value: "Rating", options: ["Price", "Rating"] },
    { ref: "e7", role: "button", text: 'Say "hi"' },
  ]);
});

test("passwords are dots, in fields only", () => {
  const [form] = withoutPasswords(page, new Set(["hunter22", "lamps"]));
  expect(treeText([form ?? ""])).toContain('- textbox "Password" [ref=e5]: ••••••••\n');
  expect(treeText([form ?? ""])).toContain('- radio "lamps"');
});

test("a tree of another shape is refused", () => {
  expect(ariaNodes.safeParse([{ role: 3 }]).success).toBe(false);
  expect(ariaNodes.parse(page)).toEqual(page);
});

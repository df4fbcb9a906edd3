import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { actionTypes } from "../trajectory/index.ts";
import { parseActionText } from "./action-text.ts";
import type { ParsedAction } from "./parsed-action.ts";

const cases: Record<string, [text: string, parsed: ParsedAction][]> = {
  "BrowserGym calls": [
    ["click('1670')", { type: "click", target: { id: "1670" } }],
    ["dblclick('12', 'left')", { type: "click", target: { id: "12" } }],
    ["fill('147', 'it\\'s \"here\"\\n')", { type: "type", target: { id: "147" }, value: 'it\'s "here"\n' }],
    ['fill("a5", "")', { type: "type", target: { id: "a5" }, value: "" }],
    ["select_option('59', ['a', 'b'])", { type: "select", target: { id: "59" }, value: "a, b" }],
    ["press('237', 'Enter')", { type: "press", target: { id: "237" }, value: "Enter" }],
    ["keyboard_press('Control+F')", { type: "press", value: "Control+F" }],
    ["hover('146')", { type: "hover", target: { id: "146" } }],
    ["scroll(0, 200)", { type: "scroll", value: "down 200" }],
    ["scroll(0, -50)", { type: "scroll", value: "up 50" }],
    ["goto('https://a.test/?q=1')", { type: "navigate", value: "https://a.test/?q=1" }],
    ["go_back()", { type: "back" }],
    ["tab_focus(1)", { type: "tab", value: "1" }],
    ["new_tab()", { type: "tab", value: "new" }],
    ["noop(wait_ms=2000)", { type: "wait", value: "2000" }],
    ["mouse_click(10, 20.5)", { type: "click", target: { point: [10, 20.5] } }],
    ["drag_and_drop('1', '2')", { type: "drag", target: { id: "1" }, value: "2" }],
    ["send_msg_to_user('42')", { type: "answer", value: "42" }],
    ["send_msg_to_user('It's the quotes' fault')", { type: "answer", value: "It's the quotes' fault" }],
    ['report_infeasible(reason="no such page")', { type: "infeasible", value: "no such page" }],
    ["upload_file('132', 'a.jpg')", { type: "other", target: { id: "132" }, value: "a.jpg" }],
    ["fill('1', 'x')\nclick('2')", { type: "type", target: { id: "1" }, value: "x" }],
    ["noop()\nclick('2')", { type: "click", target: { id: "2" } }],
    ["click('2')\nsend_msg_to_user('done')", { type: "answer", value: "done" }],
  ],
  WebVoyager: [
    ["Click [2]", { type: "click", target: { id: "2" } }],
    ["Type [2]; green shoes; size 4", { type: "type", target: { id: "2" }, value: "green shoes; size 4" }],
    ["Scroll [WINDOW]; down", { type: "scroll", value: "down" }],
    ["Scroll [7]; up", { type: "scroll", target: { id: "7" }, value: "up" }],
    ["Wait", { type: "wait" }],
    ["GoBack", { type: "back" }],
    ["Google", { type: "navigate", value: "https://www.google.com/" }],
    ["ANSWER; (x - 4)^5 + 7", { type: "answer", value: "(x - 4)^5 + 7" }],
  ],
  WebArena: [
    ["type [12] [hello world] [1]", { type: "type", target: { id: "12" }, value: "hello world" }],
    ["stop [42]", { type: "answer", value: "42" }],
    ["press [Enter]", { type: "press", value: "Enter" }],
  ],
  "Online-Mind2Web": [
    [
      '<a href="https://a.test" role="menuitem">Docs</a> -> CLICK',
      {
        type: "click",
        target: { selector: '<a href="https://a.test" role="menuitem">Docs</a>', text: "Docs" },
      },
    ],
    [
      '<input name="q"> -> TYPE: a: b',
      { type: "type", target: { selector: '<input name="q">', text: "q" }, value: "a: b" },
    ],
    [
      "CLICK coords(320, 180) -> open menu | SUCCESS",
      { type: "click", target: { point: [320, 180], text: "open menu" } },
    ],
    ["page -> NAVIGATE -> https://a.test/ | SUCCESS", { type: "navigate", value: "https://a.test/" }],
    ["page -> GO_BACK -> return | SUCCESS", { type: "back" }],
    ["PRESS_KEY page -> press Enter | SUCCESS", { type: "press", value: "Enter" }],
    ["SCROLL page -> scroll down to the table", { type: "scroll", value: "down" }],
    ["TASK_COMPLETE -> ANSWER: it is -> 5", { type: "answer", value: "it is -> 5" }],
    ["click_at(x=3, y=4)", { type: "click", target: { point: [3, 4] } }],
    ['type_at(x=1, y=2, text="ab")', { type: "type", target: { point: [1, 2] }, value: "ab" }],
    ["Click at (600, 475)", { type: "click", target: { point: [600, 475] } }],
    ['Type "support services"', { type: "type", value: "support services" }],
    ["Press ENTER", { type: "press", value: "Enter" }],
    ["Press CONTROL+HOME", { type: "press", value: "CONTROL+HOME" }],
    ["Navigate to https://a.test/", { type: "navigate", value: "https://a.test/" }],
    ["Navigate back", { type: "back" }],
    ["Scroll down", { type: "scroll", value: "down" }],
    ["Scroll (delta_x=0, delta_y=-400)", { type: "scroll", value: "up 400" }],
    [
      "Drag from (1100, 500) to (400, 500)",
      { type: "drag", target: { point: [1100, 500] }, value: "400, 500" },
    ],
    [
      "Select picker sp_4 -> Select option(s) [211]",
      { type: "select", target: { text: "Select picker sp_4" }, value: "211" },
    ],
  ],
  "UI-TARS and WebRetriever": [
    [
      "click(start_box='<|box_start|>(320,200)<|box_end|>')",
      { type: "click", target: { point: [320, 200] } },
    ],
    ["type(content='a\\'b')", { type: "type", value: "a'b" }],
    ["hotkey(key='Enter')", { type: "press", value: "Enter" }],
    ["scroll(direction='down')", { type: "scroll", value: "down" }],
    ["finished(content='done')", { type: "answer", value: "done" }],
    ["stop(reason='no_target_element')", { type: "other", value: "no_target_element" }],
    ["[3] tag=button text=Go -> CLICK", { type: "click", target: { id: "3", text: "Go" } }],
  ],
  "no known grammar": [
    ["", { type: "other" }],
    ["I think that we are done here", { type: "other" }],
    ["frobnicate('1')", { type: "other" }],
  ],
};

describe.each(Object.entries(cases))("%s", (_grammar, list) => {
  test.each(list)("%s", (text, parsed) => {
    expect(parseActionText(text)).toEqual(parsed);
  });
});

test("never throws and always names a type", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "click(",
      "fill('",
      "'",
      '"',
      "\\",
      ")",
      "[",
      "]",
      " -> ",
      "CLICK",
      "Type ",
      "coords(",
      "; ",
      "\n",
      "<a ",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
      expect(actionTypes).toContain(parseActionText(pieces.join("")).type);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  "click(".repeat(50_000),
  `fill('1', '${"\\".repeat(300_000)}`,
  " -> ".repeat(80_000),
  "<".repeat(300_000),
])("gets through long texts that belong to no grammar", (text) => {
  expect(actionTypes).toContain(parseActionText(text).type);
});

const realData = process.env["TRAJUDGE_REALDATA"];
describe.skipIf(!realData)("actions of recorded runs (needs TRAJUDGE_REALDATA)", () => {
  const read = (path: string): string => readFileSync(join(realData ?? "", path), "utf8");
  const actionsIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => String(JSON.parse(match[1] ?? '""')));

  test("of 9,911 BrowserGym actions all but four uploads and one focus have a type", () => {
    const raw = actionsIn(read("webjudge-arb/trajectories.jsonl"), /"raw":\s*("(?:[^"\\]|\\.)*")/g);
    const other = raw.filter((text) => parseActionText(text).type === "other");
    expect(raw).toHaveLength(9911);
    expect(other.map((text) => text.split("(", 1)[0]).sort()).toEqual([
      "focus",
      ...Array(4).fill("upload_file"),
    ]);
  });

  test("every action of 26 Online-Mind2Web runs has a type", () => {
    const folders = ["runs/online-mind2web-abp", "runs/online-mind2web-v1"];
    const raw = folders.flatMap((folder) =>
      readdirSync(join(realData ?? "", folder)).flatMap((run): string[] => {
        const result: unknown = JSON.parse(read(`${folder}/${run}/result.json`));
        const history = Object(result)["action_history"];
        return Array.isArray(history) ? history.map(String) : [];
      }),
    );
    expect(raw.length).toBeGreaterThan(500);
    expect(raw.filter((text) => parseActionText(text).type === "other")).toEqual([]);
  });
});

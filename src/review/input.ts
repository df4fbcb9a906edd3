/** What ink reports of a key press, as the names that the review knows. */
import type { Key as InkKey } from "ink";
import type { Key } from "./state.ts";

const special: readonly [keyof InkKey, string][] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["return", "return"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "delete"],
];

/** One press, or each letter of several that came at once, as fast typing and pasting send them. */
export function keyOf(input: string, key: InkKey): Key[] {
  const named = special.find(([flag]) => key[flag] === true);
  if (named !== undefined) return [{ name: named[1] }];
  if (key.ctrl || key.meta) return [];
  return [...input].map((name) => (name === "\r" ? { name: "return" } : { name }));
}

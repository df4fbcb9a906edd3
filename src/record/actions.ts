/** Which calls of Playwright are actions of an agent, and how each is recorded. */
import type { ActionType } from "../trajectory/index.ts";

/** How a call reads in the record; `value` picks the argument that the action carries. */
export interface RecordedCall {
  type: ActionType;
  /** Index of the argument that is the action's value; none when the call has no value. */
  valueAt?: number;
  /** A value that the call itself stands for. */
  value?: string;
}

/** Calls on a locator; the element is the locator's. The page has the same calls with a selector before the others. */
export const locatorCalls: Readonly<Record<string, RecordedCall>> = {
  click: { type: "click" },
  dblclick: { type: "click", value: "double" },
  fill: { type: "type", valueAt: 0 },
  clear: { type: "type", value: "" },
  type: { type: "type", valueAt: 0 },
  pressSequentially: { type: "type", valueAt: 0 },
  press: { type: "press", valueAt: 0 },
  hover: { type: "hover" },
  tap: { type: "tap" },
  check: { type: "click", value: "check" },
  uncheck: { type: "click", value: "uncheck" },
  setChecked: { type: "click", valueAt: 0 },
  selectOption: { type: "select", valueAt: 0 },
  setInputFiles: { type: "other", value: "choose files" },
  dragTo: { type: "drag" },
};

/** Calls on the page that are aimed at no element. */
export const pageCalls: Readonly<Record<string, RecordedCall>> = {
  goto: { type: "navigate", valueAt: 0 },
  reload: { type: "navigate", value: "reload" },
  goBack: { type: "back" },
  goForward: { type: "forward" },
};

export const keyboardCalls: Readonly<Record<string, RecordedCall>> = {
  press: { type: "press", valueAt: 0 },
  type: { type: "type", valueAt: 0 },
  insertText: { type: "type", valueAt: 0 },
};

export const mouseCalls: Readonly<Record<string, RecordedCall>> = {
  click: { type: "click" },
  dblclick: { type: "click", value: "double" },
  wheel: { type: "scroll" },
};

/** An argument as the record shows it: texts as they are, options of a select by their label or value. */
export function valueText(argument: unknown): string | undefined {
  if (argument === undefined || argument === null) return undefined;
  if (typeof argument === "string") return argument;
  if (typeof argument === "number" || typeof argument === "boolean") return String(argument);
  if (Array.isArray(argument)) return argument.map(valueText).join(", ");
  if (typeof argument !== "object") return undefined;
  const { label, value } = argument as { label?: unknown; value?: unknown };
  return valueText(label) ?? valueText(value);
}

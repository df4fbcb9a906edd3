/** Which calls of Playwright are actions of an agent, and how each is recorded. */
import type { Action, ActionType } from "../trajectory/index.ts";

/** How a call reads in the record. */
export interface RecordedCall {
  type: ActionType;
  /** Index of the argument that is the action's value; none when the call has no value. */
  valueAt?: number;
  /** A value that the call itself stands for. */
  value?: string;
}

/** Calls on an element. Pages and frames have the same calls with a selector before the other arguments. */
export const elementCalls: Readonly<Record<string, RecordedCall>> = {
  click: { type: "click" },
  dblclick: { type: "click", value: "double" },
  tap: { type: "tap" },
  hover: { type: "hover" },
  fill: { type: "type", valueAt: 0 },
  clear: { type: "type", value: "" },
  type: { type: "type", valueAt: 0 },
  pressSequentially: { type: "type", valueAt: 0 },
  press: { type: "press", valueAt: 0 },
  check: { type: "click", value: "check" },
  uncheck: { type: "click", value: "uncheck" },
  setChecked: { type: "click", valueAt: 0 },
  selectOption: { type: "select", valueAt: 0 },
  setInputFiles: { type: "other", value: "choose files" },
  dragTo: { type: "drag" },
  scrollIntoViewIfNeeded: { type: "scroll", value: "into view" },
  dispatchEvent: { type: "script", valueAt: 0 },
};

/** Calls on a page or a frame that are aimed at no element. */
export const pageCalls: Readonly<Record<string, RecordedCall>> = {
  goto: { type: "navigate", valueAt: 0 },
  reload: { type: "navigate", value: "reload" },
  goBack: { type: "back" },
  goForward: { type: "forward" },
};

/** Calls on the keyboard; what they do falls on the element that has the focus. */
export const keyboardCalls: Readonly<Record<string, RecordedCall>> = {
  press: { type: "press", valueAt: 0 },
  down: { type: "press", valueAt: 0 },
  type: { type: "type", valueAt: 0 },
  insertText: { type: "type", valueAt: 0 },
};

/** Calls on the mouse and the touch screen. A press that is let go elsewhere becomes a drag. */
export const pointerCalls: Readonly<Record<string, RecordedCall>> = {
  click: { type: "click" },
  dblclick: { type: "click", value: "double" },
  tap: { type: "tap" },
  down: { type: "click" },
  wheel: { type: "scroll" },
};

/** An argument as the record shows it: texts as they are, options of a select by their label or value. */
function valueText(argument: unknown): string | undefined {
  if (argument === undefined || argument === null) return undefined;
  if (typeof argument === "string") return argument;
  if (typeof argument === "number" || typeof argument === "boolean") return String(argument);
  if (Array.isArray(argument)) return argument.map(valueText).join(", ");
  if (typeof argument !== "object") return undefined;
  if ("label" in argument) return valueText(argument.label);
  return "value" in argument ? valueText(argument.value) : undefined;
}

/** The action that a call stands for, with its name as `raw`. */
export function actionOf(name: string, call: RecordedCall, words: readonly unknown[]): Action {
  const value = call.value ?? (call.valueAt === undefined ? undefined : valueText(words[call.valueAt]));
  return { raw: name, type: call.type, ...(value === undefined ? {} : { value }) };
}

/** What a call's options say about aim and patience. */
export interface CallOptions {
  /** In milliseconds. */
  timeout?: number;
  /** Where on the element, from its top left corner. */
  position?: readonly [number, number];
}

/** Reads the options, which are a call's last argument when it is an object. */
export function optionsOf(words: readonly unknown[]): CallOptions {
  const last = words.at(-1);
  if (typeof last !== "object" || last === null || Array.isArray(last)) return {};
  const options: CallOptions = {};
  if ("timeout" in last && typeof last.timeout === "number") options.timeout = last.timeout;
  if ("position" in last && typeof last.position === "object" && last.position !== null) {
    const { position } = last;
    if (
      "x" in position &&
      "y" in position &&
      typeof position.x === "number" &&
      typeof position.y === "number"
    )
      options.position = [position.x, position.y];
  }
  return options;
}

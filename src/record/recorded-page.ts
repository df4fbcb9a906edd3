/** A page that behaves as Playwright's own and tells the recorder of every action an agent makes through it. */
import type { Keyboard, Locator, Mouse, Page } from "playwright-core";
import type { Action } from "../trajectory/index.ts";
import {
  keyboardCalls,
  locatorCalls,
  mouseCalls,
  pageCalls,
  type RecordedCall,
  valueText,
} from "./actions.ts";

/** Told of each action: where it is aimed, what it is, and how to carry it out. */
export type Perform = (
  aim: { locator?: Locator; action: Action },
  carryOut: () => Promise<unknown>,
) => Promise<unknown>;

type Call = (...words: unknown[]) => unknown;

function isLocator(value: unknown): value is Locator {
  return typeof value === "object" && value !== null && "elementHandle" in value && "getByRole" in value;
}

function actionOf(name: string, call: RecordedCall, words: readonly unknown[]): Action {
  const value = call.value ?? (call.valueAt === undefined ? undefined : valueText(words[call.valueAt]));
  return { raw: name, type: call.type, ...(value === undefined ? {} : { value }) };
}

/** Passes everything on to `real`; `intercept` may replace what a property gives. */
function proxy<T extends object>(real: T, intercept: (name: string, member: unknown) => unknown): T {
  return new Proxy(real, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      const replaced = typeof name === "string" ? intercept(name, member) : undefined;
      if (replaced !== undefined) return replaced;
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function recordedLocator(real: Locator, perform: Perform): Locator {
  return proxy(real, (name, member) => {
    if (typeof member !== "function") return undefined;
    const method = member as Call;
    const call = Object.hasOwn(locatorCalls, name) ? locatorCalls[name] : undefined;
    if (call !== undefined) {
      return (...words: unknown[]) =>
        perform({ locator: real, action: actionOf(name, call, words) }, async () =>
          method.apply(real, words),
        );
    }
    return (...words: unknown[]) => wrapped(method.apply(real, words), perform);
  });
}

/** Locators that a call returns, alone or in a list, are recorded too. */
function wrapped(result: unknown, perform: Perform): unknown {
  if (isLocator(result)) return recordedLocator(result, perform);
  if (result instanceof Promise) return result.then((value: unknown) => wrapped(value, perform));
  if (Array.isArray(result) && result.every(isLocator))
    return result.map((each) => recordedLocator(each, perform));
  return result;
}

function recordedInput<T extends Keyboard | Mouse>(
  real: T,
  calls: Readonly<Record<string, RecordedCall>>,
  perform: Perform,
): T {
  return proxy(real, (name, member) => {
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (call === undefined || typeof member !== "function") return undefined;
    const method = member as Call;
    return (...words: unknown[]) => {
      const action = actionOf(name, call, words);
      const [x, y] = words;
      if (typeof x === "number" && typeof y === "number") {
        if (call.type === "scroll") action.value = `${x}, ${y}`;
        else action.target = { point: [x, y] };
      }
      return perform({ action }, async () => method.apply(real, words));
    };
  });
}

/** The page to hand to the agent. */
export function recordedPage(real: Page, perform: Perform): Page {
  const keyboard = recordedInput(real.keyboard, keyboardCalls, perform);
  const mouse = recordedInput(real.mouse, mouseCalls, perform);
  return proxy(real, (name, member) => {
    if (name === "keyboard") return keyboard;
    if (name === "mouse") return mouse;
    if (typeof member !== "function") return undefined;
    const method = member as Call;
    const pageCall = Object.hasOwn(pageCalls, name) ? pageCalls[name] : undefined;
    if (pageCall !== undefined) {
      return (...words: unknown[]) =>
        perform({ action: actionOf(name, pageCall, words) }, async () => method.apply(real, words));
    }
    const elementCall = Object.hasOwn(locatorCalls, name) ? locatorCalls[name] : undefined;
    if (elementCall !== undefined) {
      return (selector: string, ...words: unknown[]) =>
        perform({ locator: real.locator(selector), action: actionOf(name, elementCall, words) }, async () =>
          method.apply(real, [selector, ...words]),
        );
    }
    return (...words: unknown[]) => wrapped(method.apply(real, words), perform);
  });
}

/** A page that behaves as Playwright's own and tells the recorder of every action an agent makes through it. */
import type { ElementHandle, Frame, Keyboard, Locator, Mouse, Page, Touchscreen } from "playwright-core";
import type { Action } from "../trajectory/index.ts";
import {
  actionOf,
  type CallOptions,
  elementCalls,
  keyboardCalls,
  optionsOf,
  pageCalls,
  pointerCalls,
  type RecordedCall,
} from "./actions.ts";

/** One action: the page it happens on, what it is, and the element it is aimed at. */
export interface Aim {
  page: Page;
  action: Action;
  options: CallOptions;
  /** Finds the element; null when there is none. */
  element?: (timeoutMs: number) => Promise<ElementHandle | null>;
  /** The selector as the agent gave it. */
  selector?: string;
  /** What the keyboard sends goes to the element that has the focus. */
  atFocus?: true;
}

/** Told of each action and how to carry it out; resolves to what the call itself gives. */
export type Perform = (aim: Aim, carryOut: () => Promise<unknown>) => Promise<unknown>;

type Call = (...words: unknown[]) => unknown;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isPage = (value: object): value is Page => "bringToFront" in value;
const isFrame = (value: object): value is Frame => "childFrames" in value;
const isElement = (value: object): value is ElementHandle => "ownerFrame" in value;
const isLocator = (value: object): value is Locator => "elementHandle" in value;
const isFrameLocator = (value: object): boolean => "frameLocator" in value && "owner" in value;

/**
 * Passes everything on to `real`.
 *
 * @param intercept what to give for a method instead; undefined leaves it as it is
 */
function proxy<T extends object>(real: T, intercept: (name: string, method: Call) => unknown): T {
  return new Proxy(real, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function" || name === "constructor") return member;
      const method: Call = (...words) => Reflect.apply(member, target, words);
      return (typeof name === "string" ? intercept(name, method) : undefined) ?? method;
    },
  });
}

function callOf(calls: Readonly<Record<string, RecordedCall>>, name: string): RecordedCall | undefined {
  return Object.hasOwn(calls, name) ? calls[name] : undefined;
}

/** Wraps one page and whatever of Playwright's objects its calls give. */
class PageWrapper {
  readonly #page: Page;
  readonly #perform: Perform;
  /** One wrapper an object, so that an agent can compare what it was given; shared with the page's popups. */
  readonly #wrapped: WeakMap<object, object>;
  /** Where the mouse is, as far as the agent moved it. */
  #mouseAt: [number, number] | undefined;
  #pressed: Action | undefined;

  constructor(page: Page, perform: Perform, wrapped: WeakMap<object, object>) {
    this.#page = page;
    this.#perform = perform;
    this.#wrapped = wrapped;
  }

  page(): Page {
    const real = this.#page;
    const surface = this.#surface(real);
    const keyboard = this.#keyboard(real.keyboard);
    const mouse = this.#pointer(real.mouse);
    const touchscreen = this.#pointer(real.touchscreen);
    return new Proxy(surface, {
      get(target, name) {
        if (name === "keyboard") return keyboard;
        if (name === "mouse") return mouse;
        return name === "touchscreen" ? touchscreen : Reflect.get(target, name);
      },
    });
  }

  /** A page or a frame: calls aimed at no element, and calls aimed at the element of a selector. */
  #surface<T extends Page | Frame>(real: T): T {
    return proxy(real, (name, method) => {
      const pageCall = callOf(pageCalls, name);
      if (pageCall !== undefined) {
        return (...words: unknown[]) => this.#act(name, pageCall, words, {}, () => method(...words));
      }
      const call = callOf(elementCalls, name);
      if (call === undefined) return (...words: unknown[]) => this.#wrap(method(...words));
      return (selector: string, ...words: unknown[]) => {
        const aim = { element: finder(real.locator(selector)), selector };
        return this.#act(name, call, words, aim, () => method(selector, ...words));
      };
    });
  }

  #element(real: Locator | ElementHandle): object {
    const element = isLocator(real) ? finder(real) : async () => real;
    return proxy<object>(real, (name, method) => {
      const call = callOf(elementCalls, name);
      if (call === undefined) return (...words: unknown[]) => this.#wrap(method(...words));
      const aim = { element, selector: String(real) };
      return (...words: unknown[]) => this.#act(name, call, words, aim, () => method(...words));
    });
  }

  #keyboard(real: Keyboard): Keyboard {
    return proxy(real, (name, method) => {
      const call = callOf(keyboardCalls, name);
      if (call === undefined) return undefined;
      return (...words: unknown[]) => this.#act(name, call, words, { atFocus: true }, () => method(...words));
    });
  }

  #pointer<T extends Mouse | Touchscreen>(real: T): T {
    return proxy(real, (name, method) => {
      if (name === "move" || name === "up") {
        return (...words: unknown[]) => {
          if (name === "move") this.#moved(words);
          else this.#released();
          return method(...words);
        };
      }
      const call = callOf(pointerCalls, name);
      if (call === undefined) return undefined;
      return (...words: unknown[]) => {
        const action = actionOf(name, call, words);
        if (name === "wheel") action.value = words.map(String).join(", ");
        else this.#moved(words);
        if (this.#mouseAt !== undefined) action.target = { point: this.#mouseAt };
        if (name === "down") this.#pressed = action;
        return this.#perform({ page: this.#page, action, options: {} }, async () => method(...words));
      };
    });
  }

  #moved([x, y]: readonly unknown[]): void {
    if (typeof x === "number" && typeof y === "number") this.#mouseAt = [x, y];
  }

  /** The button was let go at another place than where it was pressed: a drag. */
  #released(): void {
    const [pressed, at] = [this.#pressed, this.#mouseAt?.join(", ")];
    if (pressed !== undefined && at !== undefined && at !== pressed.target?.point?.join(", ")) {
      pressed.type = "drag";
      pressed.value = `to ${at}`;
    }
    this.#pressed = undefined;
  }

  #act(
    name: string,
    call: RecordedCall,
    words: readonly unknown[],
    aim: Pick<Aim, "element" | "selector" | "atFocus">,
    carryOut: () => unknown,
  ): Promise<unknown> {
    const action = actionOf(name, call, words);
    const perform = this.#perform({ page: this.#page, action, options: optionsOf(words), ...aim }, async () =>
      carryOut(),
    );
    return perform.then((result) => this.#wrap(result));
  }

  /** What a call gave, recorded too when an agent can act through it. */
  #wrap(value: unknown): unknown {
    if (value instanceof Promise) return value.then((result: unknown) => this.#wrap(result));
    if (Array.isArray(value)) return value.map((each) => this.#wrap(each));
    if (!isObject(value)) return value;
    const known = this.#wrapped.get(value);
    if (known !== undefined) return known;
    const made = this.#wrapper(value);
    if (made !== undefined) this.#wrapped.set(value, made);
    return made ?? value;
  }

  #wrapper(value: object): object | undefined {
    if (isPage(value)) return new PageWrapper(value, this.#perform, this.#wrapped).page();
    if (isFrame(value)) return this.#surface(value);
    if (isLocator(value) || isElement(value)) return this.#element(value);
    if (isFrameLocator(value))
      return proxy(
        value,
        (_name, method) =>
          (...words: unknown[]) =>
            this.#wrap(method(...words)),
      );
    return undefined;
  }
}

/** Finds the first element of a locator, and waits for it as the action itself would. */
function finder(locator: Locator): (timeoutMs: number) => Promise<ElementHandle | null> {
  return async (timeout) => {
    const first = locator.first();
    try {
      const [present] = await first.elementHandles();
      if (present !== undefined) return present;
      await first.waitFor({ state: "attached", timeout });
      return (await first.elementHandles())[0] ?? null;
    } catch {
      return null; // the action itself will fail in the same way, and its error is recorded
    }
  };
}

/** The page to hand to the agent; so are the popups, frames, locators and elements that it gives. */
export function recordedPage(real: Page, perform: Perform): Page {
  const wrapped = new WeakMap<object, object>();
  const page = new PageWrapper(real, perform, wrapped).page();
  wrapped.set(real, page);
  return page;
}

/** What an action is aimed at: the element's text as a person reads it, a selector, its box and its middle. */
import type { ElementHandle } from "playwright-core";
import type { Action } from "../trajectory/index.ts";

export type Target = NonNullable<Action["target"]>;

const textLength = 200;
const scrollMs = 1000;

/** The members of the page's elements that are read; this project is compiled without the browser's types. */
interface PageElement {
  tagName: string;
  nodeType: number;
  id: string;
  type?: string;
  value?: string;
  name?: string;
  alt?: string;
  /** Only what shows; parts of a drawing do not have it. */
  innerText?: string;
  textContent: string | null;
  labels?: ArrayLike<PageElement> | null;
  parentElement: PageElement | null;
  children: ArrayLike<PageElement>;
  ownerDocument: { getElementById(id: string): PageElement | null };
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  cloneNode(deep: true): PageElement;
  remove(): void;
}

interface ElementState {
  text: string;
  selector: string;
  isPassword: boolean;
}

/** Runs in the page. It must not use anything outside itself, nor name a function inside itself. */
function readElement(element: PageElement): ElementState {
  const isField = ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
  const isButton = isField && ["button", "submit", "reset"].includes(element.type ?? "");
  const labelledBy = (element.getAttribute("aria-labelledby") ?? "")
    .split(/\s+/)
    .map((id) => (id === "" ? "" : (element.ownerDocument.getElementById(id)?.textContent ?? "")))
    .join(" ");
  // A label around its field holds the field's own text too, such as the options of a select.
  const labels = Array.from(element.labels ?? []).map((label) => {
    const copy = label.cloneNode(true);
    for (const field of copy.querySelectorAll("input, select, textarea, button")) field.remove();
    return copy.textContent ?? "";
  });
  const candidates = [
    labelledBy,
    element.getAttribute("aria-label"),
    labels.join(" "),
    element.getAttribute("alt"),
    isButton ? element.value : undefined,
    isField ? undefined : (element.innerText ?? element.textContent),
    element.querySelector("img[alt], [aria-label]")?.getAttribute("alt"),
    element.querySelector("[aria-label]")?.getAttribute("aria-label"),
    element.querySelector("svg > title")?.textContent,
    element.getAttribute("placeholder"),
    element.getAttribute("title"),
    element.getAttribute("name"),
  ];
  const text = candidates.find((candidate) => (candidate ?? "").trim() !== "") ?? "";
  const path: string[] = [];
  let node: PageElement | null = element;
  while (node !== null && node.nodeType === 1 && path.length < 5) {
    const { id, tagName } = node;
    if (/^[A-Za-z][\w-]*$/.test(id)) {
      path.unshift(`#${id}`);
      break;
    }
    const same: PageElement[] = Array.from(node.parentElement?.children ?? []).filter(
      (other) => other.tagName === tagName,
    );
    const nth = same.length > 1 ? `:nth-of-type(${same.indexOf(node) + 1})` : "";
    path.unshift(tagName.toLowerCase() + nth);
    node = node.parentElement;
  }
  return {
    text: text.trim().replace(/\s+/g, " "),
    selector: path.join(" > "),
    isPassword: element.type === "password",
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/**
 * Describes an element, brought into view first, as the action itself would do it.
 *
 * @param position where on the element the action is aimed, from its top left corner; its middle without one
 * @returns undefined when the element has gone meanwhile; the action will then say so itself
 */
export async function describeTarget(
  element: ElementHandle,
  position?: readonly [number, number],
): Promise<{ target: Target; isPassword: boolean } | undefined> {
  try {
    if ((await element.boundingBox()) !== null)
      await element.scrollIntoViewIfNeeded({ timeout: scrollMs }).catch(() => undefined);
    const { text, selector, isPassword } = await element.evaluate(readElement);
    const box = await element.boundingBox();
    const target: Target = { ...(text === "" ? {} : { text: text.slice(0, textLength) }), selector };
    if (box !== null) {
      const [x, y] = position ?? [box.width / 2, box.height / 2];
      target.point = [rounded(box.x + x), rounded(box.y + y)];
      target.box = [rounded(box.x), rounded(box.y), rounded(box.width), rounded(box.height)];
    }
    return { target, isPassword };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** The element, its page or its browser went away while it was looked at. */
function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /not attached|context was destroyed|has been closed|Target (?:page|crashed)|Cannot find context|detached/i.test(
      error.message,
    )
  );
}

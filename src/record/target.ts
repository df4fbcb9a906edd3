/** What an action is aimed at: the element's text as a person reads it, a selector, its box and its middle. */
import type { Locator } from "playwright-core";
import type { Action } from "../trajectory/index.ts";

type Target = NonNullable<Action["target"]>;

const textLength = 200;

interface ElementState {
  text: string;
  selector: string;
  isPassword: boolean;
}

/** Runs in the page with the element as its argument. A string, so that it needs no DOM types there. */
const readElement = `(element) => {
  const byId = (ids) => ids.split(/\\s+/).map((id) => document.getElementById(id)?.innerText ?? "").join(" ");
  const label = element.labels?.[0]?.innerText;
  const labelledBy = element.getAttribute("aria-labelledby");
  const isField = ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
  const text = element.getAttribute("aria-label") || (labelledBy && byId(labelledBy)) || label ||
    (isField ? element.placeholder || element.name : element.innerText) ||
    element.getAttribute("alt") || element.getAttribute("title") || element.querySelector?.("img")?.alt || "";
  const path = [];
  for (let node = element; node && node.nodeType === 1 && path.length < 5; node = node.parentElement) {
    if (node.id) { path.unshift("#" + CSS.escape(node.id)); break; }
    const same = node.parentElement ? [...node.parentElement.children].filter((other) => other.tagName === node.tagName) : [];
    const nth = same.length > 1 ? ":nth-of-type(" + (same.indexOf(node) + 1) + ")" : "";
    path.unshift(node.tagName.toLowerCase() + nth);
  }
  return { text: text.trim().replace(/\\s+/g, " "), selector: path.join(" > "), isPassword: element.type === "password" };
}`;

/**
 * Describes the first element that a locator finds.
 *
 * @param timeoutMs how long to wait for the element, as the action itself would
 * @returns undefined when there is no such element; the action will then say so itself
 */
export async function describeTarget(
  locator: Locator,
  timeoutMs: number,
): Promise<{ target: Target; isPassword: boolean } | undefined> {
  try {
    const first = locator.first();
    await first.waitFor({ state: "attached", timeout: timeoutMs });
    await first.scrollIntoViewIfNeeded({ timeout: timeoutMs }).catch(() => undefined);
    const element = await first.elementHandle({ timeout: timeoutMs });
    if (element === null) return undefined;
    const { text, selector, isPassword } = await element.evaluate<ElementState>(readElement);
    const box = await element.boundingBox();
    await element.dispose();
    const round = (value: number): number => Math.round(value * 10) / 10;
    return {
      isPassword,
      target: {
        ...(text === "" ? {} : { text: text.slice(0, textLength) }),
        selector,
        ...(box === null
          ? {}
          : {
              point: [round(box.x + box.width / 2), round(box.y + box.height / 2)],
              box: [round(box.x), round(box.y), round(box.width), round(box.height)],
            }),
      },
    };
  } catch {
    return undefined;
  }
}

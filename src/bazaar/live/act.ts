/** Carries an agent's action out on a recorded page; what is refused is an error, recorded with the action. */
import type { ElementHandle, Page } from "playwright-core";
import type { Recording } from "../../record/index.ts";
import type { LiveAction, LiveElement } from "../../refine/live/environment.ts";
import { type Action, oneLine } from "../../trajectory/index.ts";
import { bumpMs, isBehindDialog } from "../agents/act.ts";
import { readTree } from "./observe.ts";

/** What is done on the page; words for the user are no such action. */
export type PageAction = Exclude<LiveAction, { type: "answer" | "infeasible" }>;

export interface Hands {
  readonly page: Page;
  readonly recording: Recording;
}

const errorLimit = 400;
const waitMs = 500;
/** How long an action is tried. A machine that many episodes share may be slow to do what can be done. */
const patienceMs = 5000;
/** Keys that act on the page and not on the browser. */
const keys = new Set([
  ...["Enter", "Escape", "Tab", "Shift+Tab", "Space", "Backspace", "Delete"],
  ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"],
]);

function recordOf(action: PageAction): Action {
  switch (action.type) {
    case "click":
      return { raw: "click", type: "click" };
    case "type":
      return { raw: "fill", type: "type", value: action.text };
    case "select":
      return { raw: "selectOption", type: "select", value: action.option };
    case "press":
      return { raw: "press", type: "press", value: action.key };
    case "scroll":
      return { raw: "scroll", type: "scroll", value: String(action.by) };
    case "back":
      return { raw: "goBack", type: "back" };
    case "wait":
      return { raw: "wait", type: "wait" };
  }
}

/** Records an action that the page is not even asked for. */
function refuse({ recording }: Hands, action: PageAction, reason: string): Promise<unknown> {
  return recording.perform(recordOf(action), () => Promise.reject(new Error(reason)));
}

/** The element that the ref names, as the recorder gives it; null when it is not on the page, or no longer. */
async function elementOf({ page, recording }: Hands, ref: string): Promise<ElementHandle | null> {
  if (!/^\w{1,20}$/.test(ref)) return null;
  // Every other look at the page's tree, such as the recorder's, makes refs unknown.
  await readTree(page);
  return (await recording.page.locator(`aria-ref=${ref}`).elementHandles())[0] ?? null;
}

async function actOnElement(
  hands: Hands,
  action: Extract<PageAction, { element: string }>,
  seen: readonly LiveElement[],
): Promise<unknown> {
  const { element: ref } = action;
  const known = seen.find((each) => each.ref === ref);
  if (known === undefined) return refuse(hands, action, `the page has no element ${JSON.stringify(ref)}`);
  const element = await elementOf(hands, ref);
  if (element === null)
    return refuse(hands, action, `element ${JSON.stringify(ref)} is no longer on the page`);
  const once = { timeout: (await isBehindDialog(hands.page, element)) ? bumpMs : patienceMs };
  switch (action.type) {
    case "click":
      return element.click(once);
    case "type":
      return element.fill(action.text, once);
    case "select":
      if (known.options !== undefined && !known.options.includes(action.option))
        return refuse(
          hands,
          action,
          oneLine(
            `${JSON.stringify(known.text)} has no option ${JSON.stringify(action.option)}; it has ${known.options.join(", ")}`,
            errorLimit,
          ),
        );
      return element.selectOption({ label: action.option }, once);
  }
}

async function carryOut(hands: Hands, action: PageAction, seen: readonly LiveElement[]): Promise<unknown> {
  const { page, recording } = hands;
  switch (action.type) {
    case "click":
    case "type":
    case "select":
      return actOnElement(hands, action, seen);
    case "press":
      return keys.has(action.key) || /^[\x20-\x7e]$/.test(action.key)
        ? recording.page.keyboard.press(action.key)
        : refuse(
            hands,
            action,
            `there is no key ${JSON.stringify(action.key)}; there are ${[...keys].join(", ")}`,
          );
    case "scroll":
      return recording.page.mouse.wheel(0, action.by);
    case "back":
      // Before the site's first page there is an empty one, which is not the site.
      return (await page.evaluate<boolean>("navigation.canGoBack"))
        ? recording.page.goBack()
        : refuse(hands, action, "there is no page to go back to");
    case "wait":
      return recording.perform(recordOf(action), () => page.waitForTimeout(waitMs));
  }
}

/**
 * Does an action and records it.
 *
 * @param seen the elements of the observation that the action answers
 * @returns the error, in one line, when the action was refused
 */
export async function act(
  hands: Hands,
  action: PageAction,
  seen: readonly LiveElement[],
): Promise<{ readonly error?: string }> {
  try {
    await carryOut(hands, action, seen);
    return {};
  } catch (error) {
    return { error: (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "failed" };
  }
}

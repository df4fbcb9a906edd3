/** Carries a move out on a page, and reads the page as the oracle needs it. */
import type { ElementHandle, Page } from "playwright-core";
import type { Move } from "../moves.ts";
import type { PageState } from "../tasks/world.ts";

const patienceMs = 2000;
/** Between two of Playwright's tries, which scroll: how many there are must not depend on the machine. */
export const bumpMs = 600;

/** What an agent would think at a move; the recorder keeps it as the agent's own words. */
export function thoughtAt(move: Move): string {
  switch (move.do) {
    case "link":
      return `The link “${move.name}” leads on.`;
    case "button":
      return `I press “${move.name}”.`;
    case "fill":
      return `I fill in “${move.label}”.`;
    case "choose":
      return `I choose “${move.value}” for “${move.label}”.`;
    case "tick":
      return `I tick “${move.label}”.`;
    case "scroll":
      return "There may be more further down.";
    case "back":
      return "That is not it; I go back.";
    case "answer":
      return "The task is done, so I answer.";
    case "infeasible":
      return "This cannot be done.";
  }
}

/** Does what the move says. Answers are not done on a page: the caller ends the episode with them. */
export async function carryOut(page: Page, move: Move): Promise<void> {
  const once = { timeout: patienceMs };
  switch (move.do) {
    case "link":
      await page.getByRole("link", { name: move.name, exact: true }).first().click(once);
      break;
    case "button":
      await page.getByRole("button", { name: move.name, exact: true }).first().click(once);
      break;
    case "fill":
      await page.getByLabel(move.label, { exact: true }).first().fill(move.value, once);
      break;
    case "choose":
      await page.getByLabel(move.label, { exact: true }).first().selectOption({ label: move.value }, once);
      break;
    case "tick":
      await page
        .getByLabel(move.label, { exact: true })
        .first()
        // An agent that tries all the same gives up soon.
        .click((await isBehindDialog(page)) ? { timeout: bumpMs } : once);
      break;
    case "scroll":
      await page.mouse.wheel(0, move.by);
      break;
    case "back":
      await page.goBack();
      break;
    case "answer":
    case "infeasible":
      break;
  }
}

/** Whether a dialog is open and the element is not in it: then no click reaches it. */
export async function isBehindDialog(page: Page, element?: ElementHandle): Promise<boolean> {
  if ((await page.getByRole("dialog").count()) === 0) return false;
  return element === undefined || (await element.$("xpath=ancestor::dialog")) === null;
}

/** Runs in the page: its path, and the values of its fields by name. */
const readState = `(() => {
  const fields = {};
  for (const field of document.querySelectorAll("input[name], select[name], textarea[name]")) {
    if ((field.type === "checkbox" || field.type === "radio") && !field.checked) continue;
    (fields[field.name] ??= []).push(field.value);
  }
  return { path: location.pathname + location.search, fields };
})()`;

/** The page as it stands, for the oracle. */
export function pageState(page: Page): Promise<PageState> {
  return page.evaluate<PageState>(readState);
}

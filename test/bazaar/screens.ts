/** Screens of the Bazaar with the words that stand in their viewport: the truth that OCR is measured against. */
import type { Browser } from "playwright-core";
import { carryOut } from "../../src/bazaar/agents/act.ts";
import { casting } from "../../src/bazaar/agents/casting.ts";
import type { Bazaar } from "../../src/bazaar/site/server.ts";

export interface BazaarScreen {
  readonly name: string;
  /** As the recorder takes it. */
  readonly image: Buffer;
  /** The words of the page's text that can be seen, whole and not covered, in the order of the document. */
  readonly words: string;
}

/** Fewer words than this are no page worth measuring. */
const fewestWords = 15;

/** Runs in the page: the words whose boxes are in the viewport and on top of what else is there. */
const readVisibleWords = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (parent === null || parent.closest("script, style, noscript, select, textarea, template")) continue;
    if (!parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const isUpper = getComputedStyle(parent).textTransform === "uppercase";
    for (const match of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, match.index);
      range.setEnd(text, match.index + match[0].length);
      const box = range.getBoundingClientRect();
      if (box.width < 1 || box.height < 1) continue;
      if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) continue;
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (top === null || !(top === parent || parent.contains(top) || top.contains(parent))) continue;
      found.push(isUpper ? match[0].toUpperCase() : match[0]);
    }
  }
  return found;
})()`;

type Play = ReturnType<typeof casting>[number];

/** The screens of one play, one after each move. */
async function screensOf({ task, moves }: Play, bazaar: Bazaar, browser: Browser): Promise<BazaarScreen[]> {
  const { cookie } = bazaar.newVisitor();
  const context = await browser.newContext({
    viewport: { width: 1024, height: 720 },
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  const screens: BazaarScreen[] = [];
  try {
    await context.addCookies([cookie]);
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    await page.goto(bazaar.url + task.startPath);
    for (const move of [undefined, ...moves]) {
      if (move !== undefined) await carryOut(page, move).catch(() => undefined);
      await page.waitForLoadState("networkidle").catch(() => undefined);
      const words = await page.evaluate<string[]>(readVisibleWords);
      const image = await page.screenshot({
        type: "jpeg",
        quality: 90,
        animations: "disabled",
        caret: "hide",
      });
      screens.push({ name: task.id, image, words: words.join(" ") });
    }
  } finally {
    await context.close();
  }
  return screens;
}

/** Plays that wait for the network side by side. */
const atOnce = 6;

/** Different screens, as the good agents meet them: tasks from all parts of the site in turn. */
export async function bazaarScreens(
  bazaar: Bazaar,
  browser: Browser,
  count: number,
): Promise<BazaarScreen[]> {
  const plays = casting().filter(({ agent }) => agent.succeeds);
  const parts = 5;
  const turns = Array.from({ length: parts }, (_unused, part) =>
    plays.filter((_play, i) => i % parts === part),
  ).flat();
  const screens: BazaarScreen[] = [];
  const seen = new Set<string>();
  while (screens.length < count && turns.length > 0) {
    const some = await Promise.all(turns.splice(0, atOnce).map((play) => screensOf(play, bazaar, browser)));
    for (const screen of some.flat()) {
      if (screen.words.split(" ").length < fewestWords || seen.has(screen.words)) continue;
      seen.add(screen.words);
      screens.push({ ...screen, name: `${screen.name} ${screens.length}` });
    }
  }
  return screens.slice(0, count);
}

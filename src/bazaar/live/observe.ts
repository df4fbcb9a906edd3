/** What an agent sees of a page: screenshot, accessibility tree, and the elements with their pictures. */
import type { Page } from "playwright-core";
import { loadSharp } from "../../evidence/load-sharp.ts";
import type { LiveElement, LiveObservation } from "../../refine/live/environment.ts";
import { InputError } from "../../trajectory/index.ts";
import { type AriaNode, ariaNodes, elementsOf, treeText, withoutPasswords } from "./aria.ts";

const jpegQuality = 80;
/** Pictures smaller than this show nothing. */
const smallestSide = 4;

/** Runs in the page. */
const readPasswords = `[...document.querySelectorAll("input[type=password]")].map((field) => field.value).filter(Boolean)`;

/**
 * Reads the page's tree, which gives every element the ref by which it can be found until the page is read again.
 *
 * @throws InputError when playwright-core is too old to know refs
 */
export async function readTree(page: Page): Promise<(AriaNode | string)[]> {
  if (!("ariaSnapshotJSON" in page))
    throw new InputError(
      "the live Bazaar needs playwright-core 1.65 or later; run: npm install playwright-core",
    );
  return ariaNodes.parse(await page.ariaSnapshotJSON({ mode: "ai", boxes: true }));
}

type Box = NonNullable<LiveElement["box"]>;

/** The part of a box that is in view, in whole pixels; undefined when nothing of it is. */
function visiblePart([x, y, width, height]: Box, view: { width: number; height: number }) {
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  const right = Math.min(view.width, Math.round(x + width));
  const bottom = Math.min(view.height, Math.round(y + height));
  return right - left < smallestSide || bottom - top < smallestSide
    ? undefined
    : { left, top, width: right - left, height: bottom - top };
}

/** The elements with their pictures, cut from the screenshot as PNG. */
async function withPictures(
  elements: readonly LiveElement[],
  screenshot: Uint8Array,
  view: { width: number; height: number },
): Promise<LiveElement[]> {
  const open = await loadSharp();
  const { data, info } = await open(screenshot).raw().toBuffer({ resolveWithObject: true });
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } };
  return Promise.all(
    elements.map(async (element) => {
      const part = element.box === undefined ? undefined : visiblePart(element.box, view);
      if (part === undefined) return element;
      return { ...element, image: await open(data, raw).extract(part).png().toBuffer() };
    }),
  );
}

/** The page as it stands. A page that cannot be painted has no screenshot, and no pictures. */
export async function observe(page: Page, images: boolean): Promise<LiveObservation> {
  const nodes = withoutPasswords(await readTree(page), new Set(await page.evaluate<string[]>(readPasswords)));
  const screenshot = await page
    .screenshot({ type: "jpeg", quality: jpegQuality, animations: "disabled", caret: "hide" })
    .catch(() => undefined);
  const elements = elementsOf(nodes);
  const view = page.viewportSize();
  return {
    url: page.url(),
    title: await page.title(),
    ...(screenshot === undefined ? {} : { screenshot }),
    accessibilityTree: treeText(nodes),
    elements:
      images && screenshot !== undefined && view !== null
        ? await withPictures(elements, screenshot, view)
        : elements,
  };
}

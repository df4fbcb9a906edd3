/** What stands on the page at a moment: address, title, visible text, viewport and a frame. */
import type { Page } from "playwright-core";
import type { Observation } from "../trajectory/index.ts";

/** Kept of a page's visible text, in characters. */
const textLength = 20_000;

interface PageState {
  title: string;
  text: string;
  width: number;
  height: number;
  scale: number;
  scrollX: number;
  scrollY: number;
}

/** Runs in the page. A string, so that it needs no DOM types and no compiler helpers there. */
const readPage = `(() => ({
  title: document.title,
  text: (document.body?.innerText ?? "").slice(0, ${textLength}),
  width: window.innerWidth,
  height: window.innerHeight,
  scale: window.devicePixelRatio,
  scrollX: window.scrollX,
  scrollY: window.scrollY,
}))()`;

export interface ObserveOptions {
  /** Writes the frame and returns the path to record. */
  saveFrame: (bytes: Uint8Array) => Promise<string>;
  quality: number;
  accessibilityTree: boolean;
}

/**
 * Reads the page as it stands. A page that cannot be read (closed, crashed, a file being downloaded) gives what could
 * be read, and `problems` says what could not.
 */
export async function observe(
  page: Page,
  { saveFrame, quality, accessibilityTree }: ObserveOptions,
): Promise<{ observation: Observation; problems: string[] }> {
  const problems: string[] = [];
  const attempt = async <T>(what: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      problems.push(
        `${what} could not be read: ${(error instanceof Error ? error.message : String(error)).split("\n")[0]}`,
      );
      return undefined;
    }
  };
  const state = await attempt("the page", () => page.evaluate<PageState>(readPage));
  const frame = await attempt("the screenshot", () =>
    page.screenshot({ type: "jpeg", quality, animations: "disabled", caret: "hide" }),
  );
  const screenshot = frame === undefined ? undefined : await saveFrame(frame);
  const tree = accessibilityTree
    ? await attempt("the accessibility tree", () => page.locator("body").ariaSnapshot())
    : undefined;
  return {
    observation: {
      url: page.url(),
      ...(state === undefined
        ? {}
        : {
            title: state.title,
            text: state.text,
            viewport: {
              width: state.width,
              height: state.height,
              scale: state.scale,
              scrollX: state.scrollX,
              scrollY: state.scrollY,
            },
          }),
      ...(screenshot === undefined ? {} : { screenshot }),
      ...(tree === undefined ? {} : { accessibilityTree: tree }),
    },
    problems,
  };
}

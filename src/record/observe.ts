/** What stands on the page at a moment: address, title, visible text, viewport and a frame. */
import type { Page } from "playwright-core";
import type { Observation } from "../trajectory/index.ts";

/** Kept of a page's visible text, in characters. */
const textLength = 20_000;
/** A page that is being replaced while it is read is read again. */
const attempts = 3;

interface FrameState {
  title: string;
  text: string;
  width: number;
  height: number;
  scale: number;
  scrollX: number;
  scrollY: number;
  passwords: string[];
}

/** Runs in the page. A string, so that it needs no types of the browser. */
const readFrame = `(() => ({
  title: document.title,
  text: (document.body?.innerText ?? "").slice(0, ${textLength}),
  width: window.innerWidth,
  height: window.innerHeight,
  scale: window.devicePixelRatio,
  scrollX: window.scrollX,
  scrollY: window.scrollY,
  passwords: [...document.querySelectorAll("input[type=password]")].map((field) => field.value).filter(Boolean),
}))()`;

export interface ObserveOptions {
  /** Writes the frame and returns the path to record. */
  saveFrame: (bytes: Uint8Array) => Promise<string>;
  /** JPEG quality, 1 to 100. */
  quality: number;
  accessibilityTree: boolean;
}

export interface Observed {
  observation: Observation;
  /** What could not be read. */
  problems: string[];
  /** What stands in password fields. */
  passwords: string[];
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

/**
 * Reads the page as it stands; the text of its inner frames follows its own. A page that cannot be read (closed,
 * crashed, a file being downloaded) gives what could be read, and `problems` says what could not.
 */
export async function observe(
  page: Page,
  { saveFrame, quality, accessibilityTree }: ObserveOptions,
): Promise<Observed> {
  const problems: string[] = [];
  const attempt = async <T>(what: string, read: () => Promise<T>): Promise<T | undefined> => {
    for (let left = attempts - 1; ; left -= 1) {
      try {
        return await read();
      } catch (error) {
        if (left > 0 && !page.isClosed()) continue;
        problems.push(`${what} could not be read: ${firstLine(error)}`);
        return undefined;
      }
    }
  };
  const state = await attempt("the page", () => page.evaluate<FrameState>(readFrame));
  const inner = await innerFrames(page);
  const frame = await attempt("the screenshot", () =>
    page.screenshot({ type: "jpeg", quality, animations: "disabled", caret: "hide" }),
  );
  const screenshot = frame === undefined ? undefined : await saveFrame(frame);
  const tree = accessibilityTree
    ? await attempt("the accessibility tree", () => page.locator("body").ariaSnapshot())
    : undefined;
  const observation: Observation = {
    url: page.url(),
    ...(state === undefined
      ? {}
      : {
          title: state.title,
          text: [state, ...inner]
            .map(({ text }) => text)
            .filter((text) => text.trim() !== "")
            .join("\n\n")
            .slice(0, textLength),
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
  };
  return { observation, problems, passwords: [state, ...inner].flatMap((each) => each?.passwords ?? []) };
}

/** The frames inside the page that can be read; an advertisement that is just loading is no problem of the page. */
async function innerFrames(page: Page): Promise<FrameState[]> {
  const states = await Promise.all(
    page
      .frames()
      .filter((frame) => frame !== page.mainFrame())
      .map((frame) => frame.evaluate<FrameState>(readFrame).catch(() => undefined)),
  );
  return states.filter((state) => state !== undefined);
}

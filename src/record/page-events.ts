/** What a page reports by itself while it is recorded: errors of its scripts, downloads, and the pages it opens. */
import type { ConsoleMessage, Download, Page } from "playwright-core";

const errorLimit = 100;
const textLength = 500;

export interface ConsoleError {
  /** The step that was under way; −1 before the first. */
  step: number;
  text: string;
}

export interface RecordedDownload {
  step: number;
  url: string;
  /** The name that the site suggests. */
  file: string;
}

/** Listens to pages and to those they open. */
export class PageEvents {
  readonly consoleErrors: ConsoleError[] = [];
  readonly downloads: RecordedDownload[] = [];
  readonly #pages: Page[] = [];
  readonly #stepNow: () => number;
  readonly #opened: (page: Page) => void;

  readonly #onConsole = (message: ConsoleMessage): void => {
    if (message.type() === "error") this.#addError(message.text());
  };
  readonly #onPageError = (error: Error): void => this.#addError(String(error));
  readonly #onDownload = (download: Download): void => {
    this.downloads.push({ step: this.#stepNow(), url: download.url(), file: download.suggestedFilename() });
  };
  readonly #onPopup = (page: Page): void => {
    this.follow(page);
    this.#opened(page);
  };

  /**
   * @param stepNow the index of the step that is under way
   * @param opened told of every page that a page opens
   */
  constructor(stepNow: () => number, opened: (page: Page) => void) {
    this.#stepNow = stepNow;
    this.#opened = opened;
  }

  follow(page: Page): void {
    this.#pages.push(page);
    page.on("console", this.#onConsole);
    page.on("pageerror", this.#onPageError);
    page.on("download", this.#onDownload);
    page.on("popup", this.#onPopup);
  }

  /** The newest page that is still open. */
  openPage(): Page | undefined {
    return this.#pages.findLast((page) => !page.isClosed());
  }

  close(): void {
    for (const page of this.#pages) {
      page.off("console", this.#onConsole);
      page.off("pageerror", this.#onPageError);
      page.off("download", this.#onDownload);
      page.off("popup", this.#onPopup);
    }
  }

  #addError(text: string): void {
    if (this.consoleErrors.length < errorLimit)
      this.consoleErrors.push({ step: this.#stepNow(), text: text.slice(0, textLength) });
  }
}

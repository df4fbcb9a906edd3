/** A headless Chromium for tests of pages; tests that need it say so when there is none. */
import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const path = process.env["TRAJUDGE_CHROMIUM"] ?? "/usr/bin/chromium";

/** Whether tests that need a browser can run. */
export const hasChromium = existsSync(path);

export function launch(): Promise<Browser> {
  // Chromium's sandbox cannot start as root, which is what containers run as.
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: path, args: ["--disable-gpu", ...asRoot] });
}

export interface Watched {
  page: Page;
  /** Errors of the console and of scripts, and refusals of the content security policy. */
  errors: string[];
  /** Requests for anything but files on this disk and data inside the page. */
  outside: string[];
  /** Dialogs that the page opened, such as `alert`. */
  alerts: string[];
  close(): Promise<void>;
}

/** A page of its own that notes what it should not do. */
export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const watched: Watched = { page, errors: [], outside: [], alerts: [], close: () => context.close() };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") watched.errors.push(message.text());
  });
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) watched.outside.push(request.url());
  });
  page.on("dialog", (dialog) => {
    watched.alerts.push(dialog.message());
    return dialog.dismiss();
  });
  return watched;
}

interface AxeResult {
  violations: { id: string; impact?: string | null; nodes: { html: string; failureSummary?: string }[] }[];
}

/** The serious violations that axe-core finds; run beside the page's policy, as a browser extension would. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const result = await page.evaluate<AxeResult>("axe.run()");
  return result.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** Keeps a page on the site: whatever it asks of another origin is never sent. */
import type { Page } from "playwright-core";

/** @param origin such as `http://127.0.0.1:4711` */
export async function keepOnSite(page: Page, origin: string): Promise<void> {
  await page.context().route(
    (url) => url.origin !== origin,
    (route) => route.abort("aborted"),
  );
}

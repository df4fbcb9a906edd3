/** The page of `calibrate --html` in a real browser: complete, silent, readable for all, light and dark, on paper. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { packageRoot } from "../src/package-root.ts";
import { hasChromium, launch, seriousViolations, type Watched, watchedPage } from "./chromium.ts";
import { trajudge } from "./command-line.ts";

const examples = join(packageRoot, "examples/first");

describe.skipIf(!hasChromium)("the calibration page in Chromium (needs Chromium)", () => {
  let folder = "";
  let path = "";
  let browser: Browser;
  let watched: Watched;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "trajudge-calibration-"));
    path = join(folder, "page.html");
    const run = join(folder, "run");
    await trajudge("judge", examples, "--out", run);
    const labels = join(examples, "labels.jsonl");
    const words = [
      "--by",
      "agent,benchmark",
      "--correct",
      "--threshold",
      "f1",
      "--margin",
      "5",
      "--html",
      path,
    ];
    await trajudge("calibrate", run, "--labels", labels, ...words);
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    const { errors, outside, alerts } = watched;
    await watched.close();
    expect({ errors, outside, alerts }).toEqual({ errors: [], outside: [], alerts: [] });
  });

  async function open(options: Parameters<typeof watchedPage>[1] = {}): Promise<Page> {
    watched = await watchedPage(browser, options);
    await watched.page.goto(`file://${path}`);
    return watched.page;
  }

  test.each(["light", "dark"] as const)("axe-core finds no serious violation in %s", async (colorScheme) => {
    const page = await open({ colorScheme });
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await seriousViolations(page)).toEqual([]);
  });

  test("opens without a script and shows every chart", async () => {
    const page = await open({ javaScriptEnabled: false });
    const charts = await page.locator("svg.chart").all();
    expect(charts.length).toBeGreaterThanOrEqual(6);
    for (const chart of charts) expect(await chart.isVisible()).toBe(true);
  });

  test("its contents lead to its sections", async () => {
    const page = await open();
    for (const link of await page.locator("nav.toc a").all()) {
      expect(await page.locator((await link.getAttribute("href")) ?? "").count()).toBe(1);
    }
  });

  test("a narrow screen scrolls tables, not the page", async () => {
    const page = await open({ viewport: { width: 390, height: 800 } });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
  });

  test("on paper the folded numbers are open", async () => {
    const page = await open();
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("figure details table").first().isVisible()).toBe(true);
  });
});

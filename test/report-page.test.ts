/** The report in a real browser: opened, filtered, sorted, walked by keys, with hostile content, light and dark. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Trajectory } from "../src/trajectory/index.ts";
import { hasChromium, launch, seriousViolations, type Watched, watchedPage } from "./chromium.ts";
import { trajudge } from "./command-line.ts";
import { screenPng } from "./fixtures/pictures.ts";
import { runItem, verdict, writeRunFolder } from "./fixtures/run-folder.ts";

const hostile = [
  "<script>alert('element')</script>",
  "</script><script>alert('ended')</script>",
  "<img src=x onerror=alert('handler')>",
  "<svg/onload=alert('svg')>",
  '" autofocus onfocus="alert(1)" x="',
  "javascript:alert('address')",
  "\u001b[31mred\u001b[0m\u001b]8;;https://evil.test\u0007link",
  "\u202Eexe.gnp",
  "<!--<script>",
  "{{7*7}}",
].join(" ");

/** The hostile words as a page should show them: as text, without what turns or hides it. */
const asText = "</script><script>alert('ended')</script>";

const agents = ["careful", "hasty"];
const outcomeOf = (at: number) => (["success", "failure", "unsure", null] as const)[at % 4] ?? null;

function recorded(at: number): Trajectory {
  const id = at === 0 ? `shop/${hostile}` : `shop/run-${at}`;
  return {
    schema: "trajudge/trajectory@1",
    id,
    task: {
      id: `task-${at % 30}`,
      instruction: at === 0 ? hostile : `Buy lamp number ${at}`,
      startUrl: hostile,
    },
    agent: { name: agents[at % 2] ?? "" },
    source: { benchmark: at % 3 === 0 ? "shop" : "bazaar" },
    steps: [
      {
        index: 0,
        observation: {
          url: "javascript:alert('url')",
          title: hostile,
          screenshot: "frames/0.png",
          caption: hostile,
        },
        thought: at === 1 ? "a thought that only this run has: zebra" : hostile,
        action: { raw: hostile, type: "click", target: { text: hostile } },
        requests: [{ method: "GET", url: `https://shop.test/${hostile}`, status: 200 }],
      },
    ],
    final: {
      url: "https://shop.test/done?token=sk-proj-a1Bc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2Dc2D",
      screenshot: "frames/1.png",
    },
    answer: hostile,
    stop: "answered",
  };
}

const count = 250;
let folder = "";
let browser: Browser;
let watched: Watched;

async function writeRuns(): Promise<void> {
  const runs = Array.from({ length: count }, (_, at) => recorded(at));
  const data = join(folder, "data");
  await mkdir(join(data, "frames"), { recursive: true });
  await writeFile(
    join(data, "frames/0.png"),
    await screenPng({ patches: [{ at: [10, 10], size: [80, 40], color: [30, 90, 200] }] }),
  );
  await writeFile(join(data, "frames/1.png"), await screenPng());
  await writeFile(join(data, "runs.jsonl"), runs.map((run) => JSON.stringify(run)).join("\n"));
  const path = join(data, "runs.jsonl");
  const items = runs.map(({ id, task, agent, source }) =>
    runItem(id, {
      taskId: task.id ?? "",
      instruction: task.instruction,
      agent: agent?.name ?? "",
      benchmark: source?.benchmark ?? "",
      path,
      frames: 2,
    }),
  );
  const verdicts = runs.flatMap(({ id }, at) => [
    verdict(id, hostile, {
      outcome: outcomeOf(at),
      score: (at % 10) / 10,
      reasoning: hostile,
      requirements: [
        {
          text: "The lamp is in the basket",
          passed: at % 2 === 0,
          evidence: [{ kind: "step", ref: "1", quote: hostile }],
        },
        { text: hostile, passed: null },
      ],
      steps: [{ index: 0, class: "progress", reason: hostile }],
      ...(outcomeOf(at) === null ? { error: { kind: "timeout" as const, message: hostile } } : {}),
    }),
    verdict(id, "second", {
      outcome: at % 5 === 0 ? "success" : "failure",
      requirements: [{ text: "the lamp is in the basket", passed: false }],
      steps: [{ index: 0, class: "no-progress" }],
    }),
  ]);
  await writeRunFolder(join(folder, "run"), items, verdicts);
  const labels = runs.slice(0, 200).map(({ id }, at) => ({
    trajectoryId: id,
    rater: at === 0 ? hostile : "ann",
    outcome: at % 3 === 0 ? "success" : "failure",
    note: hostile,
  }));
  await writeFile(join(folder, "labels.jsonl"), labels.map((label) => JSON.stringify(label)).join("\n"));
}

async function report(...words: string[]): Promise<string> {
  const out = join(folder, `report-${words.join("").replaceAll(/\W/g, "")}.html`);
  const ran = await trajudge(
    "report",
    join(folder, "run"),
    "--labels",
    join(folder, "labels.jsonl"),
    "--out",
    out,
    ...words,
  );
  expect({ code: ran.code, problems: ran.err.match(/^trajudge:.*/m) }).toEqual({ code: 0, problems: null });
  return out;
}

async function open(path: string, options: Parameters<typeof watchedPage>[1] = {}, hash = ""): Promise<Page> {
  watched = await watchedPage(browser, options);
  await watched.page.goto(`file://${path}${hash}`);
  await watched.page.locator("#runs-body tr").first().waitFor();
  return watched.page;
}

const counted = (page: Page) => page.locator("#runs-count").textContent();
const firstLink = (page: Page) => page.locator("#runs-body a").first();

describe.skipIf(!hasChromium)("the report in Chromium (needs Chromium)", () => {
  let path = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "trajudge-report-"));
    await writeRuns();
    path = await report();
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    const { errors, outside, alerts } = watched;
    await watched.close();
    expect({ errors, outside, alerts }).toEqual({ errors: [], outside: [], alerts: [] });
  });

  test("shows a page of rows and turns to the next", async () => {
    const page = await open(path);
    expect(await counted(page)).toBe("1–100 of 250 runs");
    await page.locator("#page-next").click();
    await page.locator("#page-next").click();
    expect(await counted(page)).toBe("201–250 of 250 runs");
    expect(await page.locator("#page-next").isDisabled()).toBe(true);
  });

  test("filters by what is shown, judge, outcome, agent, benchmark and words", async () => {
    const page = await open(path);
    await page.locator("#filter-show").selectOption("fp");
    await page.locator("#filter-judge").selectOption("1");
    const second = Array.from({ length: 200 }, (_, at) => at).filter((at) => at % 5 === 0 && at % 3 !== 0);
    expect(await counted(page)).toBe(`1–${second.length} of ${second.length} runs that match, of 250`);
    await page.locator("#filter-agent").selectOption({ label: "careful" });
    const careful = second.filter((at) => at % 2 === 0).length;
    expect(await counted(page)).toBe(`1–${careful} of ${careful} runs that match, of 250`);
    await page.locator("#filters [type=reset]").click();
    await page.locator("#filter-outcome").selectOption("unscored");
    expect(await counted(page)).toBe("1–62 of 62 runs that match, of 250");
    await page.locator("#filters [type=reset]").click();
    await page.locator("#filter-text").fill("lamp number 177");
    expect(await counted(page)).toBe("1–1 of 1 run that match, of 250");
  });

  test("searches reasons, actions and thoughts when asked to", async () => {
    const page = await open(path);
    await page.locator("#filter-text").fill("zebra");
    expect(await counted(page)).toBe("none of 0 runs that match, of 250");
    await page.locator("#filter-deep").check();
    await page.getByText("1–1 of 1 run that match, of 250").waitFor();
  });

  test("sorts by a column, turns the order round, and gives it up", async () => {
    const page = await open(path);
    const head = page.locator('#runs-head [data-column="id"]');
    await head.click();
    expect(await page.locator("#runs-head th").first().getAttribute("aria-sort")).toBe("ascending");
    await page.getByRole("link", { name: "shop/run-1", exact: true }).waitFor();
    await head.press("Enter");
    expect(await page.locator("#runs-head th").first().getAttribute("aria-sort")).toBe("descending");
    expect(await firstLink(page).textContent()).toBe("shop/run-249");
    await head.press("Enter");
    expect(await page.locator("#runs-head th").first().getAttribute("aria-sort")).toBeNull();
  });

  test("is walked by keys: rows, a run, the next run, and back to its row", async () => {
    const page = await open(path);
    await firstLink(page).focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    const dialog = page.locator("#run-dialog");
    await dialog.getByText("Buy lamp number 1", { exact: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await dialog.getByText("Buy lamp number 2", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(false);
    expect(await page.locator(":focus").textContent()).toBe("shop/run-2");
  });

  test("opens a run as a film with screens, verdicts by requirements, labels and a comparison", async () => {
    const page = await open(path, {}, `#run=${encodeURIComponent("shop/run-2")}`);
    const dialog = page.locator("#run-dialog");
    await dialog.locator(".card").nth(1).waitFor();
    const image = dialog.locator("img").first();
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction("document.querySelector('#run-body img').naturalWidth > 0");
    expect(await dialog.locator(".verdict").count()).toBe(2);
    expect(await dialog.locator("table.compare tr.differs").allTextContents()).toEqual([
      "outcomeunsurefailure≠",
      expect.stringContaining("metnot met≠"),
      expect.stringContaining("not decided–≠"),
      "step 1progressno-progress≠",
    ]);
    await dialog
      .getByRole("button", { name: /^step 1/ })
      .first()
      .click();
    expect(await page.locator(":focus").getAttribute("id")).toBe("step-1");
  });

  test("hostile texts of runs, verdicts and labels do nothing and stand there as text", async () => {
    const page = await open(path);
    await firstLink(page).click();
    const dialog = page.locator("#run-dialog");
    await dialog.locator(".card").first().waitFor();
    for (const summary of await dialog.locator("summary").all()) await summary.click();
    const shown = (await dialog.textContent()) ?? "";
    expect(shown.split(asText).length).toBeGreaterThan(8);
    expect(shown).not.toMatch(/[\u001b\u202e]/);
    expect(await page.locator("#run-dialog :is(script, svg, iframe, object, a)").count()).toBe(0);
    expect(await page.locator("a[href^='javascript' i], [onload], [onerror], [onfocus]").count()).toBe(0);
  });

  test("secrets are in no part of the page", async () => {
    const page = await open(path);
    await page.locator("#filter-deep").check();
    await page.locator("#filter-text").fill("sk-proj-a1bc2");
    await page.getByText("none of 0 runs that match, of 250").waitFor();
    await page.locator("#filter-text").fill("redacted");
    await page.getByText(/of 250 runs$/).waitFor();
  });

  test("with --embed it is one file that shows its screens", async () => {
    const page = await open(await report("--embed"), {}, `#run=${encodeURIComponent("shop/run-2")}`);
    await page.locator("#run-dialog img").first().scrollIntoViewIfNeeded();
    await page.waitForFunction("document.querySelector('#run-body img').naturalWidth > 0");
    expect(await page.locator("#run-dialog img").first().getAttribute("src")).toMatch(
      /^data:image\/webp;base64,/,
    );
  });

  test.each(["light", "dark"] as const)("axe-core finds no serious violation in %s", async (colorScheme) => {
    const page = await open(path, { colorScheme, reducedMotion: "reduce" });
    for (const summary of await page.locator("main > section details.judge > summary").all())
      await summary.click();
    expect(await seriousViolations(page)).toEqual([]);
    await firstLink(page).click();
    await page.locator("#run-dialog .card").first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });

  test("a narrow screen scrolls tables, not the page", async () => {
    const page = await open(path, { viewport: { width: 390, height: 800 } });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
  });
});

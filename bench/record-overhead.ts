/** Prints what recording costs: the same actions on the same pages with and without the recorder. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../src/bazaar/agents/chromium.ts";
import { type Bazaar, startBazaar } from "../src/bazaar/site/server.ts";
import { type RecordOptions, recordPage } from "../src/record/index.ts";

const rounds = 5;

/** A round of shopping; each entry is one action. */
const actions: ((page: Page) => Promise<unknown>)[] = [
  (page) => page.getByRole("link", { name: "Shop", exact: true }).click(),
  (page) => page.getByRole("button", { name: "No, thank you" }).click(),
  (page) => page.getByLabel("lamps").click(),
  (page) => page.getByLabel("To", { exact: true }).fill("50"),
  (page) => page.getByRole("button", { name: "Apply filters" }).click(),
  (page) => page.getByLabel("Sort by").selectOption({ label: "Price: low to high" }),
  (page) => page.mouse.wheel(0, 300),
  (page) => page.getByRole("link", { name: "Harbour desk lamp, red" }).first().click(),
  (page) => page.getByRole("button", { name: "Add to cart" }).click(),
  (page) => page.getByRole("link", { name: /Cart/ }).click(),
];

/** Milliseconds an action, of a fresh visitor. Both ways wait until the network is idle, as an agent has to. */
async function timed(
  browser: Browser,
  bazaar: Bazaar,
  options: Partial<RecordOptions> | undefined,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 720 } });
  const folder = await mkdtemp(join(tmpdir(), "trajudge-bench-"));
  try {
    const real = await context.newPage();
    await real.goto(bazaar.url);
    const recording =
      options === undefined
        ? undefined
        : recordPage(real, { folder, id: "bench/run", task: { instruction: "Shop" }, ...options });
    const page = recording?.page ?? real;
    const start = performance.now();
    for (const act of actions) {
      await act(page);
      if (recording === undefined) await real.waitForLoadState("load");
    }
    await recording?.finish();
    return (performance.now() - start) / actions.length;
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const ways: [name: string, options: Partial<RecordOptions> | undefined][] = [
  ["not recorded", undefined],
  ["recorded", {}],
  ["recorded, without accessibility tree and assets", { accessibilityTree: false, assets: false }],
];

const bazaar = await startBazaar();
const browser = await launchChromium();
try {
  await timed(browser, bazaar, undefined); // the first round pays for starting up
  const times = ways.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, [, options]] of ways.entries()) times[i]?.push(await timed(browser, bazaar, options));
  }
  const base = median(times[0] ?? []);
  console.log(`${actions.length} actions, median of ${rounds} rounds`);
  for (const [i, [name]] of ways.entries()) {
    const own = median(times[i] ?? []);
    console.log(
      `${own.toFixed(0).padStart(6)} ms an action  ${(own / base).toFixed(2).padStart(6)} ×  ${name}`,
    );
  }
} finally {
  await browser.close();
  await bazaar.close();
}

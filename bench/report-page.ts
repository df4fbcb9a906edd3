/**
 * The report of 5,000 runs in Chromium: how long until it answers, beside an empty page; and how long it takes to make.
 *
 * npx tsx bench/report-page.ts
 */
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { readRunFolders } from "../src/analysis/index.ts";
import { writeReport } from "../src/report/index.ts";
import type { Trajectory } from "../src/trajectory/index.ts";
import { launch } from "../test/chromium.ts";
import { runItem, verdict, writeRunFolder } from "../test/fixtures/run-folder.ts";

const runs = 5000;
const steps = 12;
const rounds = 5;
const words = "lamp chair mug rug price filter sort basket green blue delivery days results apply".split(" ");

/** Words that do not repeat from run to run, so that they do not compress better than real ones. */
function text(seed: number, length: number): string {
  return Array.from({ length }, (_unused, at) => {
    const mixed = Math.imul(seed * 2654435761 + at * 40503, 2246822519) >>> 0;
    return mixed % 5 === 0 ? mixed.toString(36) : words[mixed % words.length];
  }).join(" ");
}

function run(number: number): Trajectory {
  return {
    schema: "trajudge/trajectory@1",
    id: `bench/agent-${number % 4}/${number}`,
    task: { id: String(number % 500), instruction: `How many ${text(number, 14)}?` },
    agent: { name: `agent-${number % 4}` },
    source: { format: "native", benchmark: `benchmark-${number % 3}` },
    steps: Array.from({ length: steps }, (_unused, index) => ({
      index,
      observation: {
        url: `https://shop.test/list?page=${index}&q=${number}`,
        title: text(number + index, 4),
      },
      thought: text(number * 31 + index, 40),
      action: {
        raw: `click('${index}')`,
        type: "click" as const,
        target: { text: text(index, 2), id: String(index) },
      },
      requests: [{ method: "GET", url: `https://shop.test/api/list?page=${index}`, status: 200 }],
    })),
    answer: text(number, 20),
    stop: "answered",
  };
}

async function makeReport(folder: string): Promise<{ path: string; seconds: number }> {
  const data = join(folder, "runs.jsonl");
  const all = Array.from({ length: runs }, (_unused, number) => run(number));
  await writeFile(data, all.map((each) => JSON.stringify(each)).join("\n"));
  const items = all.map(({ id, task, agent, source }) =>
    runItem(id, {
      taskId: task.id ?? "",
      instruction: task.instruction,
      agent: agent?.name ?? "",
      benchmark: source?.benchmark ?? "",
      path: data,
      steps,
    }),
  );
  const outcomes = ["success", "failure", "failure", "unsure"] as const;
  const verdicts = all.flatMap(({ id }, at) =>
    ["first", "second", "third"].map((judge, number) =>
      verdict(id, judge, {
        outcome: outcomes[(at + number) % 4] ?? "failure",
        score: (at % 100) / 100,
        reasoning: text(at * 3 + number, 220),
      }),
    ),
  );
  await writeRunFolder(join(folder, "run"), items, verdicts);
  const records = await readRunFolders([join(folder, "run")]);
  const begin = performance.now();
  const { path } = await writeReport(records, [], undefined, {
    out: join(folder, "report.html"),
    redact: true,
    images: "none",
    package: "bench",
    at: new Date(0),
  });
  return { path, seconds: (performance.now() - begin) / 1000 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds until the page has answered a question: for the report, a filter that leaves one run. */
async function answering(browser: Browser, path: string, isReport: boolean): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await browser.newPage();
    const begin = performance.now();
    await page.goto(`file://${path}`);
    if (isReport) {
      await page.locator("#filter-text").fill("bench/agent-0/4000");
      await page.getByText("1–1 of 1 run that match, of 5,000").waitFor();
      await page.locator("#runs-body a").click();
      await page.locator("#run-dialog .card").first().waitFor();
    } else {
      await page.locator("button").click();
      await page.locator("p").waitFor();
    }
    times.push(performance.now() - begin);
    await page.close();
  }
  return median(times);
}

const folder = await mkdtemp(join(tmpdir(), "trajudge-bench-"));
const browser = await launch();
try {
  const { path, seconds } = await makeReport(folder);
  const empty = join(folder, "empty.html");
  await writeFile(empty, "<!doctype html><title>empty</title><button>a</button><p>b</p>");
  const report = await answering(browser, path, true);
  const nothing = await answering(browser, empty, false);
  const megabytes = (await stat(path)).size / 1e6;
  console.log(`report of ${runs} runs: made in ${seconds.toFixed(1)} s, ${megabytes.toFixed(1)} MB`);
  console.log(`opened, filtered to one run, run opened: ${report.toFixed(0)} ms (median of ${rounds})`);
  console.log(
    `an empty page opened and clicked: ${nothing.toFixed(0)} ms; ratio ${(report / nothing).toFixed(1)}`,
  );
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dataUrl, screenPng } from "../../../test/fixtures/pictures.ts";
import { kettleRun } from "../../../test/fixtures/trajectories.ts";
import { transcribedPages } from "../../../test/fixtures/transcribed-pages.ts";
import { missingWords, wordRecall, wordsOf } from "../../../test/word-recall.ts";
import { packageRoot } from "../../package-root.ts";
import { viewOf } from "../../trajectory/index.ts";
import { frames } from "../frames/frames.ts";
import { createOcr, frameTexts } from "./ocr.ts";
import { ppocr } from "./ppocr.ts";
import { tesseract } from "./tesseract.ts";

const kettlePage = () => readFile(join(packageRoot, "test/fixtures/kettle-page.png"));
const words = "The Bazaar Basket (2) Copper kettle Holds 1.5 litres, made in Porto $1,299.00 Add to basket";
const realData = process.env["TRAJUDGE_REALDATA"];

/** Both of them for all tests of this file: starting takes a second. */
const engines = {
  tesseract: tesseract({ workers: 2, imagesPerWorker: 3 }),
  ppocr: ppocr(),
};
afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));
/** What was measured on the three real pages, rounded down: the words of all three, and of the worst. */
const floors = { tesseract: { all: 0.76, worst: 0.72 }, ppocr: { all: 0.82, worst: 0.72 } };

describe.each(["tesseract", "ppocr"] as const)("%s", (name) => {
  const engine = engines[name];

  test("reads every word of a page, dark on light and light on dark, in order", async () => {
    const { text, confidence } = await engine.read(await kettlePage());
    expect(missingWords(words, text)).toEqual([]);
    expect(text.indexOf("kettle")).toBeLessThan(text.indexOf("litres"));
    expect(confidence).toBeGreaterThan(0.7);
  });

  test("says where a word stands", async () => {
    const read = await engine.read(await kettlePage());
    const [x = 0, y = 0, width = 0, height = 0] = read.words.find(({ text }) => text === "kettle")?.box ?? [];
    expect(Math.abs(x + width / 2 - 116)).toBeLessThan(12);
    expect(Math.abs(y + height / 2 - 57)).toBeLessThan(8);
  });

  test("a bad image costs a message, and the next one is read", async () => {
    const page = await kettlePage();
    const bad = [page.subarray(0, 900), new Uint8Array(), Buffer.from("no image")];
    for (const bytes of bad) await expect(engine.read(bytes)).rejects.toThrow(/image|PNG|pngload|buffer/i);
    expect((await engine.read(page)).text).toContain("Copper");
  });

  test("a page without text has none", async () => {
    expect(await engine.read(await screenPng())).toEqual({ text: "", words: [], confidence: null });
  });

  test.skipIf(!realData)(
    "reads most words of three real pages (needs TRAJUDGE_REALDATA)",
    async () => {
      const recalls = await Promise.all(
        transcribedPages.map(async ({ image, page }) => {
          const { text } = await engine.read(await readFile(join(realData ?? "", "runs", image)));
          return { words: wordsOf(page).length, recall: wordRecall(page, text) };
        }),
      );
      const total = recalls.reduce((sum, page) => sum + page.words, 0);
      const read = recalls.reduce((sum, page) => sum + page.words * page.recall, 0);
      expect(read / total).toBeGreaterThanOrEqual(floors[name].all);
      for (const { recall } of recalls) expect(recall).toBeGreaterThanOrEqual(floors[name].worst);
    },
    180_000,
  );
});

test("tesseract reads both ends of a page of 20,000 pixels", async () => {
  const sharp = (await import("sharp")).default;
  const tall = await sharp({ create: { width: 420, height: 20_000, channels: 3, background: "#ffffff" } })
    .composite([
      { input: await kettlePage(), left: 0, top: 0 },
      { input: await kettlePage(), left: 0, top: 1500 },
      { input: await kettlePage(), left: 0, top: 19_850 },
    ])
    .png()
    .toBuffer();
  const { text, unread } = await engines.tesseract.read(tall);
  expect(text.match(/Copper kettle/g)).toHaveLength(3);
  expect(unread).toBeUndefined();
}, 120_000);

describe("frameTexts", () => {
  const view = async () => {
    const steps = [
      { index: 0, observation: { screenshot: dataUrl(await screenPng()), ocr: "as recorded" }, action: {} },
    ];
    return viewOf(kettleRun({ steps, final: { screenshot: dataUrl(await kettlePage()) } }));
  };

  test("gives the text of each frame, in order", async () => {
    const run = await view();
    const { texts, unread } = await frameTexts(run, await frames(run, "all"), createOcr("tesseract"));
    expect(texts.map(({ state, from }) => [state, from])).toEqual([
      [0, "engine"],
      [1, "engine"],
    ]);
    expect(texts[1]?.text).toContain("Copper kettle");
    expect(unread).toEqual([]);
  });

  test("without an engine gives what was recorded", async () => {
    const run = await view();
    const { texts } = await frameTexts(run, await frames(run, "all"), createOcr("none"));
    expect(texts.map(({ text, from }) => [text, from])).toEqual([
      ["as recorded", "recorded"],
      ["", "none"],
    ]);
  });

  test("reports what the engine cannot read and goes on", async () => {
    const run = await view();
    const set = await frames(run, "all");
    const broken = {
      ...set,
      frames: set.frames.map((frame) =>
        frame.state === 0 ? { ...frame, bytes: Buffer.from("no image") } : frame,
      ),
    };
    const { texts, unread } = await frameTexts(run, broken, createOcr("tesseract"));
    expect(texts.map(({ text }) => text)).toEqual(["as recorded", expect.stringContaining("Copper kettle")]);
    expect(unread).toEqual([
      { label: "before action 1 (the last action)", reason: expect.stringContaining("image") },
    ]);
  });
});

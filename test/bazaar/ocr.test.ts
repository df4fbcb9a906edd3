/** OCR against the words that Chromium drew: the truth is known to the letter. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, launchChromium } from "../../src/bazaar/agents/chromium.ts";
import { startBazaar } from "../../src/bazaar/site/server.ts";
import { ppocr } from "../../src/evidence/ocr/ppocr.ts";
import { tesseract } from "../../src/evidence/ocr/tesseract.ts";
import { wordRecall } from "../word-recall.ts";
import { type BazaarScreen, bazaarScreens } from "./screens.ts";

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const found = chromiumPath() !== undefined;

describe.skipIf(!found)(
  `the words of the Bazaar's screens${found ? "" : " (skipped: needs Chromium)"}`,
  () => {
    const engines = { tesseract: tesseract(), ppocr: ppocr() };
    let screens: BazaarScreen[] = [];
    beforeAll(async () => {
      const bazaar = await startBazaar();
      const browser = await launchChromium();
      try {
        screens = await bazaarScreens(bazaar, browser, 40);
      } finally {
        await browser.close();
        await bazaar.close();
      }
    }, 180_000);
    afterAll(() => Promise.all(Object.values(engines).map((engine) => engine.close())));

    // PP-OCR on the slow runtime takes seconds a screen: every tenth here, all of them in bench/ocr.ts.
    test.each([
      ["tesseract", 1, 0.85],
      ["ppocr", 10, 0.95],
    ] as const)(
      "%s reads them",
      async (name, every, least) => {
        expect(screens).toHaveLength(40);
        const some = screens.filter((_screen, index) => index % every === 0);
        const recalls = await Promise.all(
          some.map(async ({ image, words }) => wordRecall(words, (await engines[name].read(image)).text)),
        );
        expect(mean(recalls)).toBeGreaterThanOrEqual(least);
      },
      300_000,
    );
  },
);

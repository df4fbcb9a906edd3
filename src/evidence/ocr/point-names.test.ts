import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dataUrl } from "../../../test/fixtures/pictures.ts";
import { kettleRun } from "../../../test/fixtures/trajectories.ts";
import { packageRoot } from "../../package-root.ts";
import { type Observation, type Step, viewOf } from "../../trajectory/index.ts";
import { actions } from "../actions.ts";
import type { OcrWord } from "./engine.ts";
import { inscriptionAt, pointNames } from "./point-names.ts";
import { tesseract } from "./tesseract.ts";

const word = (text: string, x: number, y: number, confidence = 0.9): OcrWord => ({
  text,
  box: [x, y, text.length * 7, 12],
  confidence,
});
const screen = [word("Add", 100, 50), word("to", 125, 50), word("basket", 143, 51), word("Total", 300, 50)];

describe("inscriptionAt", () => {
  test.each<[string, number, number, string | undefined]>([
    ["on one of its words", 110, 56, "Add to basket"],
    ["between its words", 123, 56, "Add to basket"],
    ["on the button's edge around it", 90, 44, "Add to basket"],
    ["on the next thing of the line", 310, 56, "Total"],
    ["far from any", 240, 56, undefined],
    ["far below", 120, 90, undefined],
  ])("a point %s", (_where, x, y, text) => {
    expect(inscriptionAt(screen, x, y)?.text).toBe(text);
  });

  test("takes neither specks nor what the engine hardly saw for a name", () => {
    expect(inscriptionAt([word("~|", 100, 50), word("Pay", 100, 50, 0.2)], 105, 55)).toBeUndefined();
  });
});

describe("pointNames", () => {
  const engine = tesseract({ workers: 1 });
  afterAll(() => engine.close());
  const clickAt = (x: number, y: number, observation: Observation): Step => ({
    index: 0,
    observation,
    action: { type: "click", target: { point: [x, y] } },
  });
  const page = async (): Promise<string> =>
    dataUrl(await readFile(join(packageRoot, "test/fixtures/kettle-page.png")));
  const listed = async (...steps: Step[]): Promise<string> => {
    const view = viewOf(kettleRun({ steps: steps.map((step, index) => ({ ...step, index })) }));
    return actions(view, { at: await pointNames(view, engine) });
  };

  test("reads what stood where the agent clicked, in the screenshot that it saw", async () => {
    const screenshot = await page();
    expect(await listed(clickAt(350, 112, { screenshot }), clickAt(360, 18, { screenshot }))).toBe(
      [
        '1. click on the point (350, 112), where it says "Add to basket"',
        '2. click on the point (360, 18), where it says "Basket (2)"',
      ].join("\n"),
    );
  });

  test("knows that a dense screen has more pixels than its viewport", async () => {
    const viewport = { width: 210, height: 75, scale: 2 };
    expect(await listed(clickAt(175, 56, { screenshot: await page(), viewport }))).toContain(
      '"Add to basket"',
    );
  });

  test("finds a point of the viewport in the picture of a whole page", async () => {
    const viewport = { width: 420, height: 75, scrollY: 75 };
    expect(await listed(clickAt(350, 37, { screenshot: await page(), viewport }))).toContain(
      '"Add to basket"',
    );
  });

  test("names nothing where the screenshot is missing or broken, or where the run names it", async () => {
    const broken = dataUrl(Buffer.from("no image"));
    const named: Observation = {
      screenshot: await page(),
      elements: [{ text: "Buy", box: [300, 90, 110, 40] }],
    };
    expect(
      await listed(
        clickAt(350, 112, {}),
        clickAt(350, 112, { screenshot: broken }),
        clickAt(350, 112, named),
      ),
    ).toBe(
      ["1. click on the point (350, 112)", "2. click on the point (350, 112)", '3. click on "Buy"'].join(
        "\n",
      ),
    );
  });
});

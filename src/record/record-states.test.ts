/** The states of a recorded run: what stood there before each action, and at the end. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  describeInChromium,
  readBack,
  servePages,
  temporaryFolder,
  useChromium,
} from "../../test/bazaar/browser.ts";
import { recordPage } from "./index.ts";

const counter = `<h1 id="count">0</h1><button onclick="count.textContent = Number(count.textContent) + 1">More</button>`;

describeInChromium("the states of a recorded run", () => {
  const chromium = useChromium();

  test("are the text and the address before each action, and after the last", async () => {
    const url = await servePages({
      "/": `<h1>First</h1><a href="/second">On</a>`,
      "/second": "<h1>Second</h1>",
    });
    const folder = await temporaryFolder();
    const recording = recordPage(await chromium.page(), {
      folder,
      id: "test/states",
      task: { instruction: "Go on" },
    });
    await recording.page.goto(url);
    await recording.page.getByText("On").click();
    await recording.finish({ answer: "Second" });
    const { steps, final, answer, stop } = await readBack(folder);
    expect(steps.map(({ observation }) => [observation.url, observation.text])).toEqual([
      ["about:blank", ""],
      [`${url}/`, "First\nOn"],
      [`${url}/second`, "Second"],
    ]);
    expect(final).toMatchObject({ url: `${url}/second`, title: "Test", text: "Second" });
    expect([steps[2]?.action.type, answer, stop]).toEqual(["answer", "Second", "answered"]);
    expect(steps[2]?.observation).toEqual(final);
  });

  test("have a frame each; a screen that did not change is stored once", async () => {
    const url = await servePages({ "/": counter });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/frames", task: { instruction: "Count" } });
    await recording.page.getByRole("button").hover();
    await recording.page.getByRole("button").hover();
    await recording.page.getByRole("button").click();
    await recording.finish();
    const { steps, final } = await readBack(folder);
    const frames = [...steps.map(({ observation }) => observation.screenshot), final?.screenshot];
    expect(frames[2]).toBe(frames[1]);
    expect(new Set(frames).size).toBe((await readdir(join(folder, "frames"))).length);
    expect(final?.screenshot).not.toBe(frames[2]);
  });

  test("have frames of the viewport's size, scaled as the screen is", async () => {
    const url = await servePages({ "/": counter });
    const folder = await temporaryFolder();
    const page = await chromium.page({ viewport: { width: 400, height: 300 }, deviceScaleFactor: 2 });
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/scale", task: { instruction: "Look" } });
    await recording.finish();
    const { final } = await readBack(folder);
    expect(final?.viewport).toEqual({ width: 400, height: 300, scale: 2, scrollX: 0, scrollY: 0 });
    const frame = await sharp(await readFile(join(folder, final?.screenshot ?? ""))).metadata();
    expect([frame.format, frame.width, frame.height]).toEqual(["jpeg", 800, 600]);
  });

  test("wait for what an action sets off, however many requests follow each other", async () => {
    const url = await servePages({
      "/": `<p id="out">none</p><button onclick="load(3)">Load</button><script>
        const load = async (left) => {
          out.textContent = await (await fetch("/part?" + left)).text();
          if (left > 1) load(left - 1);
        };</script>`,
      "/part": (request, response) =>
        setTimeout(() => response.end(`part ${request.url?.split("?")[1]}`), 50),
    });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/settle", task: { instruction: "Load" } });
    await recording.page.getByRole("button").click();
    await recording.finish();
    const { final, steps } = await readBack(folder);
    expect(final?.text).toContain("part 1");
    expect(steps[0]?.requests).toHaveLength(3);
  });

  test("hold the accessibility tree unless it is not wanted", async () => {
    const url = await servePages({ "/": counter });
    const page = await chromium.page();
    await page.goto(url);
    const trees = [];
    for (const accessibilityTree of [true, false]) {
      const folder = await temporaryFolder();
      const options = { folder, id: "test/tree", task: { instruction: "Look" }, accessibilityTree };
      await recordPage(page, options).finish();
      trees.push((await readBack(folder)).final?.accessibilityTree);
    }
    expect(trees).toEqual(['- heading "0" [level=1]\n- button "More"', undefined]);
  });

  test("hold the text of inner frames; elements inside them are named and placed as others are", async () => {
    const inner = `<body style="margin:0"><button style="position:absolute;left:10px;top:10px;width:60px;height:20px">Pay</button>`;
    const url = await servePages({
      "/": `<body style="margin:0"><h1 style="margin:0;height:50px">Outside</h1><iframe src="/inner" style="border:0"></iframe>`,
      "/inner": inner,
    });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/inner", task: { instruction: "Pay" } });
    await recording.page.frameLocator("iframe").getByRole("button").click();
    await recording.page.frames()[1]?.click("button");
    await recording.finish();
    const { steps } = await readBack(folder);
    expect(steps[0]?.observation.text).toBe("Outside\n\nPay");
    for (const step of steps)
      expect(step.action.target).toMatchObject({ text: "Pay", box: [10, 60, 60, 20] });
    expect(steps).toHaveLength(2);
  });

  test("are those of a popup once the agent acts there, and of the first page when the popup has closed", async () => {
    const url = await servePages({
      "/": `<h1>Shop</h1><a href="/terms" target="_blank">Terms</a>`,
      "/terms": `<h1>Terms</h1><button onclick="fetch('/agree')">Agree</button>`,
      "/agree": "yes",
    });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/popup", task: { instruction: "Agree" } });
    const [popup] = await Promise.all([
      recording.page.waitForEvent("popup"),
      recording.page.getByText("Terms").click(),
    ]);
    await popup.getByRole("button").click();
    await recording.settled();
    await popup.close();
    await recording.finish();
    const { steps, final } = await readBack(folder);
    expect(steps.map(({ observation }) => observation.text)).toEqual(["Shop\nTerms", "Terms\nAgree"]);
    expect(steps.map(({ requests }) => requests?.map((request) => request.url))).toEqual([
      [`${url}/terms`],
      [`${url}/agree`],
    ]);
    expect(final?.text).toBe("Shop\nTerms");
  });
});

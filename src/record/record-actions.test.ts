/** Every call of Playwright that acts is a step of the recorded run. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  describeInChromium,
  readBack,
  servePages,
  temporaryFolder,
  useChromium,
} from "../../test/bazaar/browser.ts";
import type { Action } from "../trajectory/index.ts";
import { recordPage } from "./index.ts";

const form = `
  <label for="name">Name</label> <input id="name">
  <label><input type="checkbox" id="ok"> Agree</label>
  <label for="size">Size</label> <select id="size"><option>S</option><option value="m">Medium</option></select>
  <input type="file" id="file" aria-label="Photo">
  <button id="go">Go</button>
  <div id="from" style="width:60px;height:40px;background:#ccc">From</div>
  <div id="to" style="width:60px;height:40px;background:#ddd">To</div>
  <div style="height:3000px"></div><p id="end">The end</p>`;

type Expected = Partial<Pick<Action, "type" | "value">> & { text?: string };

const calls: [name: string, act: (page: Page) => Promise<unknown>, expected: Expected][] = [
  ["page.click", (page) => page.click("#go"), { type: "click", text: "Go" }],
  ["page.dblclick", (page) => page.dblclick("#go"), { type: "click", value: "double", text: "Go" }],
  ["page.fill", (page) => page.fill("#name", "Kim"), { type: "type", value: "Kim", text: "Name" }],
  ["page.type", (page) => page.type("#name", "Kim"), { type: "type", value: "Kim", text: "Name" }],
  ["page.press", (page) => page.press("#name", "Tab"), { type: "press", value: "Tab", text: "Name" }],
  ["page.hover", (page) => page.hover("#go"), { type: "hover", text: "Go" }],
  ["page.check", (page) => page.check("#ok"), { type: "click", value: "check", text: "Agree" }],
  ["page.uncheck", (page) => page.uncheck("#ok"), { type: "click", value: "uncheck", text: "Agree" }],
  [
    "page.setChecked",
    (page) => page.setChecked("#ok", true),
    { type: "click", value: "true", text: "Agree" },
  ],
  [
    "page.selectOption",
    (page) => page.selectOption("#size", "m"),
    { type: "select", value: "m", text: "Size" },
  ],
  ["page.goto", (page) => page.goto(`${page.url()}?again`), { type: "navigate" }],
  ["page.reload", (page) => page.reload(), { type: "navigate", value: "reload" }],
  ["page.goBack", (page) => page.goBack(), { type: "back" }],
  ["page.goForward", (page) => page.goForward(), { type: "forward" }],
  [
    "locator.click",
    (page) => page.getByRole("button", { name: "Go" }).click(),
    { type: "click", text: "Go" },
  ],
  [
    "locator.fill",
    (page) => page.getByLabel("Name").fill("Lee"),
    { type: "type", value: "Lee", text: "Name" },
  ],
  ["locator.clear", (page) => page.locator("#name").clear(), { type: "type", value: "", text: "Name" }],
  [
    "locator.pressSequentially",
    (page) => page.locator("#name").pressSequentially("ab"),
    { type: "type", value: "ab", text: "Name" },
  ],
  ["locator.press", (page) => page.locator("#name").press("Enter"), { type: "press", value: "Enter" }],
  ["locator.check", (page) => page.getByText("Agree").check(), { type: "click", value: "check" }],
  [
    "locator.selectOption by label",
    (page) => page.locator("#size").selectOption({ label: "Medium" }),
    { type: "select", value: "Medium", text: "Size" },
  ],
  [
    "locator.setInputFiles",
    (page) => page.locator("#file").setInputFiles([]),
    { type: "other", value: "choose files", text: "Photo" },
  ],
  [
    "locator.dragTo another recorded locator",
    (page) => page.locator("#from").dragTo(page.locator("#to")),
    { type: "drag", text: "From" },
  ],
  [
    "locator.scrollIntoViewIfNeeded",
    (page) => page.locator("#end").scrollIntoViewIfNeeded(),
    { type: "scroll", value: "into view", text: "The end" },
  ],
  [
    "locator.dispatchEvent",
    (page) => page.locator("#go").dispatchEvent("click"),
    { type: "script", value: "click", text: "Go" },
  ],
  [
    "a locator of a locator",
    (page) => page.locator("body").locator("button").first().click(),
    { type: "click", text: "Go" },
  ],
  [
    "a locator of a list",
    async (page) => (await page.locator("button").all())[0]?.click(),
    { type: "click", text: "Go" },
  ],
  ["an element handle", async (page) => (await page.$("#go"))?.click(), { type: "click", text: "Go" }],
  ["a frame", (page) => page.mainFrame().click("#go"), { type: "click", text: "Go" }],
  ["keyboard.press", (page) => page.keyboard.press("Tab"), { type: "press", value: "Tab" }],
  ["keyboard.down", (page) => page.keyboard.down("Escape"), { type: "press", value: "Escape" }],
  ["keyboard.type", (page) => page.keyboard.type("hello"), { type: "type", value: "hello" }],
  ["keyboard.insertText", (page) => page.keyboard.insertText("hello"), { type: "type", value: "hello" }],
  ["mouse.click", (page) => page.mouse.click(40, 50), { type: "click" }],
  ["mouse.dblclick", (page) => page.mouse.dblclick(40, 50), { type: "click", value: "double" }],
  ["mouse.wheel", (page) => page.mouse.wheel(0, 200), { type: "scroll", value: "0, 200" }],
  ["touchscreen.tap", (page) => page.touchscreen.tap(40, 50), { type: "tap" }],
];

describeInChromium("every call that acts is recorded as one step", () => {
  const chromium = useChromium();

  test.each(calls)("%s", async (_name, act, { text, ...expected }) => {
    const url = await servePages({ "/": form });
    const folder = await temporaryFolder();
    const page = await chromium.page({ hasTouch: true });
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/calls", task: { instruction: "Act" } });
    await act(recording.page);
    await recording.finish();
    const { steps, problems } = await readBack(folder);
    expect(problems).toBeUndefined();
    expect(steps).toHaveLength(1);
    expect(steps[0]?.action).toMatchObject(expected);
    expect(steps[0]?.action.error).toBeUndefined();
    if (text !== undefined) expect(steps[0]?.action.target?.text).toBe(text);
  });

  test("what is no call of the page is a step when the agent says so, with its error when it fails", async () => {
    const url = await servePages({ "/": form });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/performed", task: { instruction: "Wait" } });
    recording.think("It is loading.");
    expect(await recording.perform({ type: "wait", raw: "wait" }, async () => "waited")).toBe("waited");
    const refused = recording.perform({ type: "click", raw: "click 7" }, () =>
      Promise.reject(new Error("there is no element 7")),
    );
    await expect(refused).rejects.toThrow("there is no element 7");
    await recording.finish();
    const { steps } = await readBack(folder);
    expect(steps.map(({ action, thought }) => [thought, action])).toEqual([
      ["It is loading.", { type: "wait", raw: "wait" }],
      [undefined, { type: "click", raw: "click 7", error: "there is no element 7" }],
    ]);
  });

  test("calls that only read are no steps, and give what they give", async () => {
    const url = await servePages({ "/": form });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/reading", task: { instruction: "Read" } });
    expect(await recording.page.title()).toBe("Test");
    expect(await recording.page.locator("#go").textContent()).toBe("Go");
    expect(await recording.page.locator("option").allTextContents()).toEqual(["S", "Medium"]);
    expect(await recording.page.evaluate("1 + 1")).toBe(2);
    expect(recording.page.mainFrame()).toBe(recording.page.mainFrame());
    await recording.finish();
    expect((await readBack(folder)).steps).toEqual([]);
  });

  test("a press of the mouse that is let go elsewhere is a drag, at the same place a click", async () => {
    const url = await servePages({ "/": form });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/mouse", task: { instruction: "Drag" } });
    const { mouse } = recording.page;
    await mouse.move(30, 60);
    await mouse.down();
    await mouse.up();
    await mouse.down();
    await mouse.move(90, 80);
    await mouse.up();
    await recording.finish();
    const { steps } = await readBack(folder);
    expect(steps.map(({ action }) => [action.type, action.target?.point, action.value])).toEqual([
      ["click", [30, 60], undefined],
      ["drag", [30, 60], "to 90, 80"],
    ]);
  });

  test("an action keeps the thought that came before it, and only that one", async () => {
    const url = await servePages({ "/": form });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/thoughts", task: { instruction: "Think" } });
    recording.think("I press Go.");
    await recording.page.click("#go");
    await recording.page.click("#go");
    await recording.finish();
    expect((await readBack(folder)).steps.map(({ thought }) => thought)).toEqual(["I press Go.", undefined]);
  });

  test("after the end the recorded page refuses to act", async () => {
    const page = await chromium.page();
    const recording = recordPage(page, {
      folder: await temporaryFolder(),
      id: "test/over",
      task: { instruction: "Stop" },
    });
    await recording.finish();
    expect(() => recording.page.goto("about:blank")).toThrow("test/over: the recording is finished");
  });
});

/** Recording when things go wrong: failing actions, pages that go away, a process that dies. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  describeInChromium,
  readBack,
  servePages,
  temporaryFolder,
  useChromium,
} from "../../test/bazaar/browser.ts";
import { packageRoot } from "../package-root.ts";
import { recordPage } from "./index.ts";

describeInChromium("a recording", () => {
  const chromium = useChromium();

  test("keeps an action that fails, with its error, and throws the error on", async () => {
    const url = await servePages({ "/": "<button disabled>Pay</button>" });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/failing", task: { instruction: "Pay" } });
    const { page: recorded } = recording;
    await expect(recorded.getByRole("button").click({ timeout: 50 })).rejects.toThrow("Timeout 50ms");
    await expect(recorded.locator("#gone").click({ timeout: 50 })).rejects.toThrow("Timeout 50ms");
    await expect(recorded.goto("http://127.0.0.1:1/")).rejects.toThrow("ERR_UNSAFE_PORT");
    await recorded.keyboard.press("Tab");
    await recording.finish();
    const { steps } = await readBack(folder);
    expect(steps.map(({ action }) => [action.type, action.target?.text, action.error])).toEqual([
      ["click", "Pay", "locator.click: Timeout 50ms exceeded."],
      ["click", undefined, "locator.click: Timeout 50ms exceeded."],
      ["navigate", undefined, "page.goto: net::ERR_UNSAFE_PORT at http://127.0.0.1:1/"],
      ["press", undefined, undefined],
    ]);
  });

  test("goes on over pages that navigate by themselves", async () => {
    const url = await servePages({
      "/": `<button onclick="setTimeout(() => location.assign('/next'), 30)">Go</button>`,
      "/next": `<h1>Next</h1><script>setTimeout(() => location.replace("/last"), 30)</script>`,
      "/last": "<h1>Last</h1><button>Done</button>",
    });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/moving", task: { instruction: "Go" } });
    await recording.page.getByText("Go").click();
    await recording.page.getByText("Done").click();
    await recording.finish();
    const { steps, final, problems } = await readBack(folder);
    expect(steps).toHaveLength(2);
    expect(final?.text).toBe("Last\nDone");
    expect(problems).toBeUndefined();
  });

  test("of a page that closes ends with what could be read, and says what could not", async () => {
    const url = await servePages({ "/": `<button onclick="window.close()">Leave</button>` });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/closing", task: { instruction: "Leave" } });
    await recording.page.getByRole("button").hover();
    await recording.page.close();
    await expect(recording.page.getByRole("button").click()).rejects.toThrow("closed");
    await recording.finish({ stop: "error" });
    const { steps, problems, stop } = await readBack(folder);
    expect(steps.map(({ action }) => action.error === undefined)).toEqual([true, false]);
    expect(stop).toBe("error");
    expect(problems?.map(({ where }) => where)).toContain("final");
  });

  test("carries actions out in the order in which they were asked for, though nobody waits for them", async () => {
    const url = await servePages({ "/": `<input id="a" aria-label="A"><input id="b" aria-label="B">` });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/order", task: { instruction: "Fill" } });
    await Promise.all([
      recording.page.fill("#a", "1"),
      recording.page.fill("#b", "2"),
      recording.page.fill("#a", "3"),
    ]);
    await recording.finish();
    const { steps } = await readBack(folder);
    expect(steps.map(({ action }) => `${action.target?.text} ${action.value}`)).toEqual([
      "A 1",
      "B 2",
      "A 3",
    ]);
    expect(await page.locator("#a").inputValue()).toBe("3");
  });

  test("that is killed in the middle leaves a run that can be read", async () => {
    const url = await servePages({ "/": `<h1>Shop</h1><input aria-label="Search">` });
    const folder = await temporaryFolder();
    const script = join(packageRoot, "test/bazaar/killed-recording.ts");
    const child = fork(script, [url, folder], { execArgv: ["--import", "tsx"] });
    const [code, signal] = await once(child, "exit");
    expect([code, signal]).toEqual([null, "SIGKILL"]);
    const { steps, task } = await readBack(folder);
    expect(task.instruction).toBe("Search until killed");
    expect(steps.map(({ action }) => action.value)).toEqual(["first", "second", "third"]);
    expect(steps[2]?.observation.text).toContain("Shop");
    expect(steps[2]?.observation.screenshot).toBeDefined();
  });
});

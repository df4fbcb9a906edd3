/** The requests of a recorded run: whole, in order, and given to the step that caused them. */
import { expect, test } from "vitest";
import {
  describeInChromium,
  type Route,
  readBack,
  servePages,
  temporaryFolder,
  useChromium,
} from "../../test/bazaar/browser.ts";
import type { NetworkRequest, Trajectory } from "../trajectory/index.ts";
import { recordPage } from "./index.ts";

const json =
  (value: unknown): Route =>
  (_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

function short(requests: readonly NetworkRequest[] | undefined, url: string): string[] {
  return (requests ?? []).map((each) => `${each.method} ${each.url.replace(url, "")} ${each.status}`);
}

describeInChromium("the requests of a recorded run", () => {
  const chromium = useChromium();

  async function record(
    routes: Readonly<Record<string, Route>>,
    act: (page: import("playwright-core").Page, url: string) => Promise<unknown>,
    options: { assets?: boolean } = {},
  ): Promise<{ run: Trajectory; url: string }> {
    const url = await servePages(routes);
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, {
      folder,
      id: "test/requests",
      task: { instruction: "Ask" },
      ...options,
    });
    await act(recording.page, url);
    await recording.finish();
    return { run: await readBack(folder), url };
  }

  test("belong to the step that caused them", async () => {
    const buttons = `<button onclick="fetch('/a')">A</button><button onclick="fetch('/b')">B</button>`;
    const { run, url } = await record({ "/": buttons, "/a": "a", "/b": "b" }, async (page) => {
      await page.getByText("A").click();
      await page.getByText("B").click();
      await page.keyboard.press("Tab");
    });
    expect(run.steps.map(({ requests }) => short(requests, url))).toEqual([
      ["GET /a 200"],
      ["GET /b 200"],
      [],
    ]);
  });

  test("have method, type, status, content type, headers, body and answer, and no other headers", async () => {
    const send = `fetch("/api", { method: "POST", headers: { "content-type": "application/json", "x-requested-with": "Shop",
      "x-other": "1" }, body: JSON.stringify({ beds: 2 }) }).then((answer) => answer.json())`;
    const { run, url } = await record(
      { "/": `<button onclick='${send}'>Send</button>`, "/api": json({ rooms: ["Telliskivi"] }) },
      (page) => page.getByText("Send").click(),
    );
    const [request] = run.steps[0]?.requests ?? [];
    expect(request).toMatchObject({
      method: "POST",
      url: `${url}/api`,
      resourceType: "fetch",
      status: 200,
      contentType: "application/json",
      body: '{"beds":2}',
      response: '{"rooms":["Telliskivi"]}',
    });
    expect(Object.keys(request?.headers ?? {})).toEqual([
      "accept",
      "referer",
      "sec-fetch-dest",
      "sec-fetch-mode",
      "sec-fetch-site",
      "x-requested-with",
    ]);
    expect(new Date(request?.startedAt ?? "").getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("show each hop of a redirect", async () => {
    const to =
      (place: string): Route =>
      (_request, response) =>
        response.writeHead(303, { location: place }).end();
    const { run, url } = await record(
      { "/": `<a href="/one">Go</a>`, "/one": to("/two"), "/two": to("/three"), "/three": "<h1>There</h1>" },
      (page) => page.getByText("Go").click(),
    );
    expect(short(run.steps[0]?.requests, url)).toEqual(["GET /one 303", "GET /two 303", "GET /three 200"]);
  });

  test("are complete although the page never reads an answer's body", async () => {
    const { run, url } = await record(
      { "/": `<button onclick="fetch('/fire')">Fire</button>`, "/fire": json({ and: "forget" }) },
      async (page) => {
        await page.getByText("Fire").click();
        await page.getByText("Fire").click();
      },
    );
    expect(run.steps.map(({ requests }) => short(requests, url))).toEqual([
      ["GET /fire 200"],
      ["GET /fire 200"],
    ]);
  });

  test("that fail have no status", async () => {
    const { run } = await record(
      {
        "/": `<button onclick="fetch('/cut').catch(() => {})">Ask</button>`,
        "/cut": (request) => request.socket.destroy(),
      },
      (page) => page.getByText("Ask").click(),
    );
    const [request] = run.steps[0]?.requests ?? [];
    expect(request?.url).toMatch(/\/cut$/);
    expect(request?.status).toBeUndefined();
  });

  test("leave out pictures, styles and scripts when they are not wanted", async () => {
    const routes = {
      "/": `<a href="/next">Next</a>`,
      "/next": `<link rel="stylesheet" href="/style.css"><script src="/script.js"></script><img src="/dot.svg" alt="">`,
      "/style.css": "",
      "/script.js": ((_request, response) =>
        response.writeHead(200, { "content-type": "text/javascript" }).end("fetch('/data')")) as Route,
      "/dot.svg": "",
      "/data": json(1),
    };
    const counts = [];
    for (const assets of [true, false]) {
      const { run, url } = await record(routes, (page) => page.getByText("Next").click(), { assets });
      counts.push(short(run.steps[0]?.requests, url).map((line) => line.split(" ")[1]));
    }
    expect(counts[0]?.sort()).toEqual(["/data", "/dot.svg", "/next", "/script.js", "/style.css"]);
    expect(counts[1]).toEqual(["/next", "/data"]);
  });

  test("of the page before the first action belong to no step", async () => {
    const url = await servePages({ "/": "<h1>Start</h1>", "/late": "x" });
    const folder = await temporaryFolder();
    const page = await chromium.page();
    await page.goto(url);
    const recording = recordPage(page, { folder, id: "test/early", task: { instruction: "Wait" } });
    await page.evaluate("void fetch('/late')");
    await recording.page.keyboard.press("Tab");
    await recording.finish();
    const run = await readBack(folder);
    expect(short(run.requests, url)).toEqual(["GET /late 200"]);
    expect(run.steps[0]?.requests).toBeUndefined();
  });

  test("cut very long bodies and say by how much", async () => {
    const { run } = await record(
      {
        "/": `<button onclick="fetch('/long').then((answer) => answer.text())">Ask</button>`,
        "/long": json("x".repeat(30_000)),
      },
      (page) => page.getByText("Ask").click(),
    );
    const response = run.steps[0]?.requests?.[0]?.response ?? "";
    expect(response.length).toBeLessThan(20_100);
    expect(response).toMatch(/… \[10002 characters more\]$/);
  });

  test("come with the errors of the console and the downloads, each at its step", async () => {
    const { run, url } = await record(
      {
        "/": `<button onclick="console.error('out of stock')">Buy</button><button onclick="nothing()">Break</button><a href="/bill">Bill</a>`,
        "/bill": (_request, response) =>
          response.writeHead(200, { "content-disposition": 'attachment; filename="bill.pdf"' }).end("%PDF"),
      },
      async (page) => {
        await page.getByText("Buy").click();
        await page.getByText("Break").click();
        await Promise.all([page.waitForEvent("download"), page.getByText("Bill").click()]);
      },
    );
    expect(run.extra).toEqual({
      consoleErrors: [
        { step: 0, text: "out of stock" },
        { step: 1, text: "ReferenceError: nothing is not defined" },
      ],
      downloads: [{ step: 2, url: `${url}/bill`, file: "bill.pdf" }],
    });
  });
});

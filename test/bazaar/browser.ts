/** What tests in real Chromium share: the browser, small pages of their own, folders for recordings. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import type { Casting } from "../../src/bazaar/agents/casting.ts";
import { chromiumPath, launchChromium } from "../../src/bazaar/agents/chromium.ts";
import { type Episode, playEpisode } from "../../src/bazaar/agents/episode.ts";
import { type Bazaar, startBazaar } from "../../src/bazaar/site/server.ts";
import { readTrajectories } from "../../src/formats/index.ts";
import type { Trajectory } from "../../src/trajectory/index.ts";

/** A group of tests in a browser; skipped, and saying so, where there is no Chromium. */
export function describeInChromium(name: string, tests: () => void): void {
  const found = chromiumPath() !== undefined;
  describe.skipIf(!found)(found ? name : `${name} (skipped: needs Chromium)`, tests);
}

/** One browser for the tests of a group; `page` opens a page of its own for one test. */
export function useChromium(): { page: (options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return {
    page: async (options = {}) => {
      if (browser === undefined) throw new Error("the browser is started before the first test");
      const context = await browser.newContext({ viewport: { width: 800, height: 600 }, ...options });
      onTestFinished(() => context.close());
      return context.newPage();
    },
  };
}

/** One Bazaar and one browser for the tests of a group; `play` plays a run in a folder of its own. */
export function usePlay(port = 0): { play: (casting: Casting) => Promise<Episode & { folder: string }> } {
  let bazaar: Bazaar | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    bazaar = await startBazaar({ port });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await bazaar?.close();
  });
  return {
    play: async (casting) => {
      if (bazaar === undefined || browser === undefined) throw new Error("not started yet");
      const folder = await temporaryFolder();
      return { folder, ...(await playEpisode({ bazaar, browser, casting, folder })) };
    },
  };
}

export type Route = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** Serves pages on loopback until the test ends; what is no route is not found. */
export async function servePages(routes: Readonly<Record<string, Route>>): Promise<string> {
  const server = createServer((request, response) => {
    const route = routes[new URL(request.url ?? "/", "http://site").pathname];
    if (typeof route === "function") route(request, response);
    else if (route === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(`<!doctype html><title>Test</title><link rel="icon" href="data:,">${route}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

/** A folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trajudge-record-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The one trajectory in a folder, as every command reads it. */
export async function readBack(folder: string): Promise<Trajectory> {
  const read: Trajectory[] = [];
  for await (const trajectory of readTrajectories(folder)) read.push(trajectory);
  const [only] = read;
  if (only === undefined || read.length > 1) throw new Error(`${folder} holds ${read.length} trajectories`);
  return only;
}

/** The bytes of every file below a folder. */
export async function bytesBelow(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))));
}

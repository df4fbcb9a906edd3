/** The requests that pages make, in the order in which they make them, with the fields of the record. */
import type { BrowserContext, Page, Request, Response } from "playwright-core";
import type { NetworkRequest } from "../trajectory/index.ts";

/** Kept of a body or a response, in characters. */
const bodyLength = 20_000;
const keptHeaders = /^(?:accept|x-requested-with|referer|sec-fetch-.+)$/;
/** Only these answers are worth their text; images, scripts and styles are no evidence. */
const textTypes = /^(?:application\/(?:[\w.+-]*\+)?json|text\/(?:plain|xml|html)|application\/xml)/;
const dataTypes = new Set(["fetch", "xhr"]);
const assetTypes = new Set(["image", "stylesheet", "script", "font", "media", "manifest"]);

/** The page counts as at rest when nothing was asked for or answered for this long. */
const quietMs = 60;
/** An answer whose body is never read is never finished; after this long it no longer counts as under way. */
const unreadBodyMs = 300;
const pollMs = 15;
const tickMs = 300;

interface Entry {
  request: Request;
  record: NetworkRequest;
  /** Resolves when everything that has been heard of the request is in the record. */
  complete: Promise<void>;
}

function cut(text: string): string {
  return text.length > bodyLength
    ? `${text.slice(0, bodyLength)}… [${text.length - bodyLength} characters more]`
    : text;
}

/** Pictures and scripts that are part of the page itself were never sent anywhere. */
function isInline(request: Request): boolean {
  return /^(?:data|blob):/.test(request.url());
}

/** The page that asks; undefined for a page that is only being opened, and for service workers. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

function isAsset({ resourceType = "", headers = {} }: NetworkRequest): boolean {
  // The browser asks for a page's icon under no type of its own.
  return assetTypes.has(resourceType) || headers["sec-fetch-dest"] === "image";
}

async function addStart(record: NetworkRequest, request: Request): Promise<void> {
  const headers = await request.allHeaders().catch(() => request.headers());
  const kept = Object.entries(headers).filter(([name]) => keptHeaders.test(name));
  if (kept.length > 0) record.headers = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  const { startTime } = request.timing();
  if (startTime > 0) record.startedAt = new Date(startTime).toISOString();
}

async function addBody(record: NetworkRequest, request: Request): Promise<void> {
  if (!dataTypes.has(record.resourceType ?? "") || !textTypes.test(record.contentType ?? "")) return;
  const response = await request.response().catch(() => null);
  const text = await response?.text().catch(() => undefined);
  if (text !== undefined) record.response = cut(text);
}

/** Listens to pages; `take` hands over what was requested since the last call. */
export class RequestLog {
  readonly #assets: boolean;
  /** A page that is just being opened asks before it is known, so that the whole context is listened to. */
  readonly #context: BrowserContext;
  readonly #pages = new Set<Page>();
  readonly #known = new WeakMap<Request, Entry>();
  /** Requests under way, and when their answer began, if it has. */
  readonly #open = new Map<Request, number | undefined>();
  #untaken: Entry[] = [];
  #changes = 0;
  #lastChange = Date.now();

  readonly #onRequest = (request: Request): void => {
    if (isInline(request) || !this.#isOurs(request)) return;
    this.#open.set(request, undefined);
    this.#changed();
    const body = request.postData();
    const record: NetworkRequest = {
      method: request.method(),
      url: request.url(),
      resourceType: request.resourceType(),
      ...(body === null ? {} : { body: cut(body) }),
    };
    const entry = { request, record, complete: addStart(record, request) };
    this.#known.set(request, entry);
    this.#untaken.push(entry);
  };

  readonly #onResponse = (response: Response): void => {
    const request = response.request();
    if (!this.#known.has(request)) return;
    if (this.#open.has(request)) this.#open.set(request, Date.now());
    this.#changed();
    const record = this.#known.get(request)?.record;
    if (record === undefined) return;
    record.status = response.status();
    const contentType = response.headers()["content-type"];
    if (contentType !== undefined) record.contentType = contentType;
  };

  readonly #onEnd = (request: Request): void => {
    const entry = this.#known.get(request);
    if (entry === undefined) return;
    this.#open.delete(request);
    this.#changed();
    entry.complete = entry.complete.then(() => addBody(entry.record, request));
  };

  /**
   * @param page the page to listen to
   * @param assets whether pictures, styles, scripts and fonts are kept too; they are waited for in any case
   */
  constructor(page: Page, assets: boolean) {
    this.#assets = assets;
    this.#context = page.context();
    this.follow(page);
    this.#context.on("request", this.#onRequest);
    this.#context.on("response", this.#onResponse);
    this.#context.on("requestfinished", this.#onEnd);
    this.#context.on("requestfailed", this.#onEnd);
  }

  /** Listens to this page of the same context too. */
  follow(page: Page): void {
    this.#pages.add(page);
  }

  /**
   * Waits until the page has come to rest: nothing is under way, and its scripts have run on without asking for more.
   * At most `limitMs`.
   */
  async settle(page: Page, limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline && !page.isClosed()) {
      if (this.#isBusy()) {
        await pause(pollMs);
        continue;
      }
      const before = this.#changes;
      await Promise.race([nextTick(page), pause(tickMs)]);
      if (before === this.#changes && !this.#isBusy()) return;
    }
  }

  /** The requests since the last call, complete as far as their answers have come; later answers are added to them. */
  async take(): Promise<NetworkRequest[]> {
    const entries = this.#untaken;
    this.#untaken = [];
    await Promise.all(entries.map(({ complete }) => complete));
    const records = entries.filter(({ request }) => this.#isOurs(request)).map(({ record }) => record);
    return this.#assets ? records : records.filter((record) => !isAsset(record));
  }

  close(): void {
    this.#context.off("request", this.#onRequest);
    this.#context.off("response", this.#onResponse);
    this.#context.off("requestfinished", this.#onEnd);
    this.#context.off("requestfailed", this.#onEnd);
  }

  #isOurs(request: Request): boolean {
    const page = pageOf(request);
    return page === undefined || this.#pages.has(page);
  }

  #changed(): void {
    this.#changes += 1;
    this.#lastChange = Date.now();
  }

  #isBusy(): boolean {
    const now = Date.now();
    const awaited = [...this.#open.values()].some(
      (answered) => answered === undefined || now - answered < unreadBodyMs,
    );
    return awaited || now - this.#lastChange < quietMs;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Resolves when the page has drawn itself once and what was queued then has run; also when it cannot be asked. */
async function nextTick(page: Page): Promise<void> {
  await page
    .evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    .catch(() => undefined);
}

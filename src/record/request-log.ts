/** The requests that a page makes, in the order in which it makes them, with the fields of the record. */
import type { Page, Request } from "playwright-core";
import type { NetworkRequest } from "../trajectory/index.ts";

/** Kept of a body or a response, in characters. */
const bodyLength = 20_000;
const keptHeaders = /^(?:accept|x-requested-with|referer|sec-fetch-.+)$/;
/** Only these answers are worth their text; images, scripts and styles are no evidence. */
const textTypes = /^(?:application\/(?:[\w.+-]*\+)?json|text\/(?:plain|xml|html)|application\/xml)/;
const dataTypes = new Set(["fetch", "xhr"]);
const quietMs = 60;
const pollMs = 20;

interface Entry {
  source: Request;
  record: NetworkRequest;
  done: Promise<void>;
}

function cut(text: string): string {
  return text.length > bodyLength
    ? `${text.slice(0, bodyLength)}… [${text.length - bodyLength} characters more]`
    : text;
}

async function startOf(request: Request): Promise<NetworkRequest> {
  const headers = await request.allHeaders().catch(() => request.headers());
  const kept = Object.entries(headers).filter(([name]) => keptHeaders.test(name));
  const body = request.postData();
  const started = request.timing().startTime;
  return {
    method: request.method(),
    url: request.url(),
    resourceType: request.resourceType(),
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))) }),
    ...(body === null ? {} : { body: cut(body) }),
    startedAt: new Date(started > 0 ? started : Date.now()).toISOString(),
  };
}

async function endOf(request: Request, entry: NetworkRequest): Promise<void> {
  const response = await request.response().catch(() => null);
  if (response === null) return;
  entry.status = response.status();
  const contentType = response.headers()["content-type"];
  if (contentType === undefined) return;
  entry.contentType = contentType;
  if (!dataTypes.has(request.resourceType()) || !textTypes.test(contentType)) return;
  const text = await response.text().catch(() => undefined);
  if (text !== undefined) entry.response = cut(text);
}

/** Pictures and scripts that are part of the page itself were never sent anywhere. */
function isInline(request: Request): boolean {
  return /^(?:data|blob):/.test(request.url());
}

/** Listens to a page; `take` hands over what was requested since the last call. */
export class RequestLog {
  readonly #page: Page;
  #entries: Entry[] = [];
  #open = 0;
  #lastChange = Date.now();

  readonly #onRequest = (source: Request): void => {
    if (isInline(source)) return;
    this.#open += 1;
    this.#lastChange = Date.now();
    const record: NetworkRequest = { method: source.method(), url: source.url() };
    const done = startOf(source).then((start) => {
      Object.assign(record, start);
    });
    this.#entries.push({ source, record, done });
  };

  readonly #onEnd = (source: Request): void => {
    if (isInline(source)) return;
    this.#open = Math.max(0, this.#open - 1);
    this.#lastChange = Date.now();
    const entry = this.#entries.find((candidate) => candidate.source === source);
    if (entry !== undefined) entry.done = entry.done.then(() => endOf(source, entry.record));
  };

  constructor(page: Page) {
    this.#page = page;
    page.on("request", this.#onRequest);
    page.on("requestfinished", this.#onEnd);
    page.on("requestfailed", this.#onEnd);
  }

  /** Waits until nothing has been under way for a moment, at most `limitMs`. */
  async settle(limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline && (this.#open > 0 || Date.now() - this.#lastChange < quietMs)) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** The requests since the last call, complete as far as their answers have come. */
  async take(): Promise<NetworkRequest[]> {
    const entries = this.#entries;
    this.#entries = [];
    await Promise.all(entries.map(({ done }) => done.catch(() => undefined)));
    return entries.map(({ record }) => record);
  }

  close(): void {
    this.#page.off("request", this.#onRequest);
    this.#page.off("requestfinished", this.#onEnd);
    this.#page.off("requestfailed", this.#onEnd);
  }
}

/** A real HTTP server on loopback that answers from a script and keeps every request: the base of the model stubs. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body exactly as it came. */
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly body: unknown;
  /** Requests that were being answered when this one came, itself included. */
  readonly inFlight: number;
}

/** What a stub sends back. */
export interface HttpReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Waits before the answer begins. */
  readonly delayMs?: number;
  readonly body: string;
  /** Sends half of the body and cuts the connection. */
  readonly cut?: boolean;
  /** Sends the head and half of the body, and nothing more. */
  readonly stall?: boolean;
}

export interface HttpStub {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function send(reply: HttpReply, response: ServerResponse): Promise<void> {
  if (reply.delayMs !== undefined) await sleep(reply.delayMs);
  if (response.destroyed) return;
  response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
  const half = reply.body.slice(0, Math.ceil(reply.body.length / 2));
  if (reply.cut) response.write(half, () => response.destroy());
  else if (reply.stall) response.write(half);
  else response.end(reply.body);
}

/** Starts a server; `answer` is asked once for each request, in the order of their arrival. */
export async function startHttpStub(
  answer: (request: RecordedRequest, index: number) => HttpReply,
): Promise<HttpStub> {
  const requests: RecordedRequest[] = [];
  let inFlight = 0;
  const server = createServer((request, response) => {
    inFlight += 1;
    const arrivedWith = inFlight;
    response.once("close", () => {
      inFlight -= 1;
    });
    const handle = async (): Promise<void> => {
      const text = await bodyOf(request);
      const recorded = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        text,
        body: parsed(text),
        inFlight: arrivedWith,
      };
      requests.push(recorded);
      await send(answer(recorded, requests.length - 1), response);
    };
    handle().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stub has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

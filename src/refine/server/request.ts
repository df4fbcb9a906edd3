/** One request: its body within bounds, and the signal that ends its work. */

import { setMaxListeners } from "node:events";
import { type HeldBody, readBody } from "./body.ts";
import type { ServerContext, Shared } from "./environment.ts";
import { Refusal } from "./problem.ts";

/** Uses the request's body, which is held as long as `use` takes. */
export async function withBody<Result>(
  c: ServerContext,
  { limits, held }: Shared,
  use: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  const body: HeldBody = await readBody(c.env.incoming, limits, held);
  try {
    return await use(body.bytes);
  } finally {
    body.release();
  }
}

/**
 * Does the work of one request. Its signal is aborted when the time is up, when the server stops for good, and when
 * the client has gone.
 *
 * @param keepOn whether the work goes on without the client, who will come back for it
 */
export async function working<Result>(
  c: ServerContext,
  { limits: { requestSeconds }, abort }: Shared,
  keepOn: boolean,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  // Every item of a batch listens to it.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(
    () => controller.abort(new Refusal("judge-too-slow", `not done within ${requestSeconds} s`)),
    requestSeconds * 1000,
  );
  const onAbort = (): void => controller.abort(abort.reason);
  const onClose = (): void => {
    if (!keepOn && !c.env.outgoing.writableFinished)
      controller.abort(new Refusal("bad-request", "the client has gone"));
  };
  abort.addEventListener("abort", onAbort, { once: true });
  c.env.outgoing.once("close", onClose);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    abort.removeEventListener("abort", onAbort);
    c.env.outgoing.off("close", onClose);
  }
}

/** An answer in JSON. */
export function json(text: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

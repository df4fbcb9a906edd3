/** The routes of jobs: taken in now, judged later, asked after or listened to. */
import { Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { readBatch } from "./batch.ts";
import { mustBeJson } from "./body.ts";
import type { Routes, ServerContext, ServerEnvironment, Shared } from "./environment.ts";
import { checkedKey, digestOfBytes } from "./idempotency.ts";
import type { Job } from "./jobs/job.ts";
import { Refusal } from "./problem.ts";
import { json, withBody } from "./request.ts";

/** So often something is sent, so that nobody on the way takes the connection for dead. */
const beatMs = 15_000;

function found(c: ServerContext, { jobs }: Shared): Job {
  const job = jobs.find(c.req.param("id") ?? "");
  if (job === undefined) throw new Refusal("not-found", "there is no such job", { field: "id" });
  return job;
}

const jobText = async (job: Job): Promise<string> => JSON.stringify(await job.answer());

function postJob(shared: Shared) {
  const { jobs, rewards, limits } = shared;
  return async (c: ServerContext): Promise<Response> => {
    mustBeJson(c.env.incoming.headers["content-type"]);
    const key = checkedKey(c.req.header("idempotency-key"));
    const { job, replayed } = await withBody(c, shared, (bytes) => {
      const batch = readBatch(bytes, rewards, limits);
      const idempotency = key === undefined ? undefined : { key, body: digestOfBytes(bytes) };
      return jobs.accept({ ...batch, idempotency });
    });
    return json(await jobText(job), 202, {
      location: `/v1/jobs/${job.head.id}`,
      ...(replayed ? { "idempotency-replayed": "true" } : {}),
    });
  };
}

/** Results that a client has had already, by the id of the last event it saw. */
function seenBefore(id: string | undefined): number {
  if (id === undefined || id === "") return 0;
  if (!/^\d{1,15}$/.test(id))
    throw new Refusal("bad-request", "must be the id of an event, a whole number", {
      field: "Last-Event-ID",
    });
  return Number(id);
}

/** Sends the results in the order in which they were finished; each event's id is how many there are with it. */
async function tell(stream: SSEStreamingApi, job: Job, seen: number, stop: AbortSignal): Promise<void> {
  let gone = false;
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = () => {
      gone = true;
      resolve();
    };
  });
  stream.onAbort(leave);
  stop.addEventListener("abort", leave, { once: true });
  const beat = setInterval(() => void stream.write(": still here\n\n"), beatMs);
  try {
    for (let sent = seen; !gone; ) {
      // Taken before looking, so that what happens meanwhile is not missed.
      const { news, ended, status } = job;
      for (const result of (await job.results()).slice(sent)) {
        sent += 1;
        await stream.writeSSE({ id: String(sent), event: "item", data: JSON.stringify(result) });
        if (gone) return;
      }
      if (ended || status === "halted") {
        const { total } = job.head;
        await stream.writeSSE({
          event: "end",
          data: JSON.stringify({ status, total, finished: job.finished }),
        });
        return;
      }
      await Promise.race([news, left]);
    }
  } finally {
    clearInterval(beat);
    stop.removeEventListener("abort", leave);
  }
}

function getEvents(shared: Shared) {
  return (c: ServerContext): Response => {
    // A stream whose body nobody reads would wait for ever.
    if (c.env.incoming.method === "HEAD")
      throw new Refusal("method-not-allowed", "allowed here: GET", { headers: { allow: "GET" } });
    const job = found(c, shared);
    const seen = seenBefore(c.req.header("last-event-id"));
    c.header("cache-control", "no-store");
    return streamSSE(c, (stream) => tell(stream, job, seen, shared.stop));
  };
}

export function jobsRoutes(shared: Shared): Routes {
  return new Hono<ServerEnvironment>()
    .post("/jobs", postJob(shared))
    .get("/jobs/:id", async (c) => json(await jobText(found(c, shared))))
    .get("/jobs/:id/events", getEvents(shared))
    .delete("/jobs/:id", async (c) => {
      const job = found(c, shared);
      await shared.jobs.cancel(job);
      return json(await jobText(job));
    });
}

/** The routes that judge while the client waits: one trajectory, and a batch. */
import { Hono } from "hono";
import { readBatch } from "./batch.ts";
import { mediaType, mustBeJson, parseJsonText } from "./body.ts";
import type { Routes, ServerContext, ServerEnvironment, Shared } from "./environment.ts";
import { type Answer, checkedKey, digestOfBytes } from "./idempotency.ts";
import { takeTrajectory } from "./intake.ts";
import { isPassing, judgeAll, rewardItem } from "./items.ts";
import { judgedBy } from "./jobs/jobs.ts";
import { readParts } from "./multipart.ts";
import { json, withBody, working } from "./request.ts";
import type { RewardsAnswer, VerdictAnswer } from "./schemas.ts";

/** What the client sent for one verdict. */
interface OneRun {
  value: unknown;
  images?: ReadonlyMap<string, Uint8Array>;
  digest: () => string;
}

async function oneRun(c: ServerContext, bytes: Buffer, { limits }: Shared): Promise<OneRun> {
  const { headers } = c.env.incoming;
  if (mediaType(headers["content-type"]) !== "multipart/form-data") {
    mustBeJson(headers["content-type"]);
    return { value: parseJsonText(bytes), digest: () => digestOfBytes(bytes) };
  }
  const { trajectory, images, digest } = await readParts(headers, bytes, limits);
  return { value: trajectory, images, digest: () => digest };
}

function replayable({ status, text, replayed }: Answer & { replayed: boolean }): Response {
  return json(text, status, replayed ? { "idempotency-replayed": "true" } : {});
}

function postVerdict(shared: Shared) {
  const { judging, limits, answers, rules } = shared;
  return async (c: ServerContext): Promise<Response> => {
    const key = checkedKey(c.req.header("idempotency-key"));
    return withBody(c, shared, async (bytes) => {
      const { value, images, digest } = await oneRun(c, bytes, shared);
      const answer = await answers.once("verdicts", key, digest, async () => {
        const leave = judging.admit(1);
        try {
          const { trajectory, problems } = await takeTrajectory(value, "", limits, images);
          const verdict = await working(c, shared, key !== undefined, (signal) =>
            judging.verdict(trajectory, signal),
          );
          const reward = rewardItem(verdict, problems, { rules, verdict: false });
          const text = JSON.stringify({ verdict, reward } satisfies VerdictAnswer);
          return { status: 200, text, passing: false };
        } finally {
          leave();
        }
      });
      return replayable(answer);
    });
  };
}

function postRewards(shared: Shared) {
  const { judging, limits, answers, rewards } = shared;
  const by = judgedBy(judging);
  return async (c: ServerContext): Promise<Response> => {
    mustBeJson(c.env.incoming.headers["content-type"]);
    const key = checkedKey(c.req.header("idempotency-key"));
    return withBody(c, shared, async (bytes) => {
      const answer = await answers.once(
        "rewards",
        key,
        () => digestOfBytes(bytes),
        async () => {
          const { values, ...options } = readBatch(bytes, rewards, limits);
          const leave = judging.admit(values.length);
          try {
            const items = await working(c, shared, key !== undefined, (signal) =>
              judgeAll(values, judging, limits, options, signal),
            );
            return {
              status: 200,
              text: JSON.stringify({ ...by, rewards: items } satisfies RewardsAnswer),
              passing: items.some(isPassing),
            };
          } finally {
            leave();
          }
        },
      );
      return replayable(answer);
    });
  };
}

export function judgingRoutes(shared: Shared): Routes {
  return new Hono<ServerEnvironment>()
    .post("/verdicts", postVerdict(shared))
    .post("/rewards", postRewards(shared));
}

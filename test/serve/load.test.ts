/** Many clients at once, more than there is room for, and a stop in the middle of it. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  authorization,
  gate,
  jobIn,
  plainRun,
  refused,
  rewardServers,
  rewardsIn,
  waitingJudge,
} from "./serving.ts";

const start = rewardServers();

test("1,000 clients at once are all answered, each with its own run", async () => {
  const { post } = await start();
  const answers = await Promise.all(
    Array.from({ length: 1000 }, async (_unused, i) => {
      const { rewards } = await rewardsIn(post("/v1/rewards", { trajectories: [plainRun(`run/${i}`)] }));
      return rewards[0] !== undefined && "trajectoryId" in rewards[0] ? rewards[0].trajectoryId : rewards[0];
    }),
  );
  expect(answers).toEqual(Array.from({ length: 1000 }, (_unused, i) => `run/${i}`));
});

test("beyond the queue clients are told when to come again, and those in it are answered", async () => {
  const waiting = gate();
  let judging = 0;
  let most = 0;
  const judge = waitingJudge(async () => {
    judging += 1;
    most = Math.max(most, judging);
    await waiting.opened;
    judging -= 1;
  });
  const { post, get } = await start({ judge, concurrency: 3, limits: { queue: 20 } });
  const ask = (items: number) =>
    post("/v1/rewards", {
      trajectories: Array.from({ length: items }, (_unused, i) => plainRun(`good/${i}`)),
    });
  let open = 0;
  const held = Array.from({ length: 20 }, () =>
    ask(1).finally(() => {
      open -= 1;
    }),
  );
  open += 20;
  while (!(await (await get("/metrics")).text()).includes("trajudge_queue_length 17")) await sleep(5);
  for (const items of [1, 20]) {
    const response = await ask(items);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await refused(response)).toMatchObject({ status: 429, type: "urn:trajudge:problem:busy" });
  }
  expect((await refused(await post("/v1/verdicts", plainRun("x")))).status).toBe(429);
  expect((await get("/health")).status).toBe(200);
  expect(open).toBe(20);
  waiting.open();
  for (const { status } of await Promise.all(held)) expect(status).toBe(200);
  expect(most).toBe(3);
  expect((await ask(20)).status).toBe(200);
});

test("a batch whose time is up has what was judged, and a problem for the rest", async () => {
  const judge = waitingJudge((id) => (id === "good/0" ? Promise.resolve() : new Promise(() => undefined)));
  const { post } = await start({ judge, concurrency: 2, limits: { requestSeconds: 0.2 } });
  const trajectories = [0, 1, 2, 3].map((i) => plainRun(`good/${i}`));
  const { rewards } = await rewardsIn(post("/v1/rewards", { trajectories }));
  expect(rewards).toMatchObject([{ reward: 1 }, ...[1, 2, 3].map(() => ({ error: { status: 504 } }))]);
  expect((await refused(await post("/v1/verdicts", plainRun("good/1")))).status).toBe(504);
});

test("what a client has left is not judged, unless it has a key and will come back", async () => {
  const begun: string[] = [];
  const waiting = gate();
  const judge = waitingJudge((id) => {
    begun.push(id);
    return waiting.opened;
  });
  const { url, post, get } = await start({ judge, concurrency: 1 });
  const leaving = async (name: string, headers: Record<string, string> = {}) => {
    const gone = new AbortController();
    const body = JSON.stringify({ trajectories: [plainRun(`${name}/0`), plainRun(`${name}/1`)] });
    const sent = fetch(`${url}/v1/rewards`, {
      method: "POST",
      headers: { ...authorization, "content-type": "application/json", ...headers },
      body,
      signal: gone.signal,
    });
    while (!begun.includes(`${name}/0`)) await sleep(2);
    gone.abort();
    await expect(sent).rejects.toThrow();
    return body;
  };
  await leaving("plain");
  while (!(await (await get("/metrics")).text()).includes("trajudge_in_flight 0")) await sleep(2);
  expect(begun).toEqual(["plain/0"]);
  const body = await leaving("keyed", { "idempotency-key": "k" });
  waiting.open();
  expect((await rewardsIn(post("/v1/rewards", body, { "idempotency-key": "k" }))).rewards).toHaveLength(2);
  expect(begun).toEqual(["plain/0", "keyed/0", "keyed/1"]);
});

test("a stop lets running requests finish, takes no new ones, and leaves jobs to the next start", async () => {
  const waiting = gate();
  const begun: string[] = [];
  const judge = waitingJudge((id) => {
    begun.push(id);
    return waiting.opened;
  });
  const { server, post, get, url } = await start({ judge, concurrency: 4 });
  const running = post("/v1/rewards", { trajectories: [plainRun("good/1")] });
  const { id } = await jobIn(
    post("/v1/jobs", { trajectories: Array.from({ length: 9 }, (_unused, i) => plainRun(`job/${i}`)) }),
    202,
  );
  const stream = await get(`/v1/jobs/${id}/events`);
  while (begun.length < 4) await sleep(2);
  // A second request on a connection that is open already: the listener is closed to new ones.
  const stopped = server.stop();
  await expect(fetch(`${url}/health`)).rejects.toThrow();
  expect(await stream.text()).toBe("");
  waiting.open();
  expect((await rewardsIn(running)).rewards).toMatchObject([{ reward: 1 }]);
  await stopped;
  expect(begun.filter((name) => name.startsWith("job/")).length).toBeLessThan(9);
});

test("a stop does not wait for connections on which nothing is asked", async () => {
  const { server, url } = await start({ limits: { stopSeconds: 3600 } });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const closed = once(socket, "close");
  await server.stop();
  await closed;
});

test("a stop gives up what does not end in time", async () => {
  const { server, post } = await start({
    judge: waitingJudge(() => new Promise(() => undefined)),
    limits: { stopSeconds: 0.1 },
  });
  const running = post("/v1/verdicts", plainRun("x"));
  await sleep(20);
  await server.stop();
  expect(await refused(await running)).toMatchObject({ status: 503, type: "urn:trajudge:problem:stopping" });
});

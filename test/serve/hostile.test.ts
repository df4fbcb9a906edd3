/** Requests that mean no good, or are plainly wrong: each is refused with a problem document, and the server goes on. */
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  authorization,
  type Client,
  plainRun,
  problemShape,
  refused,
  rewardServers,
  rewardsIn,
  token,
} from "./serving.ts";

const start = rewardServers();

/** Sends bytes as they are, and gives what comes back until the server closes. */
async function raw(url: string, ...pieces: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  for (const piece of pieces) socket.write(piece);
  await closed;
  return text;
}

/** The problem document in a raw answer. */
function problemIn(answer: string): { status: number; detail: string } {
  expect(answer).toMatch(/content-type: application\/problem\+json/i);
  const problem = problemShape.parse(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${problem.status} `));
  return problem;
}

const head = (path: string, ...headers: string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    ...headers,
  ]
    .map((line) => `${line}\r\n`)
    .join("");

async function isWell({ get }: Client): Promise<void> {
  expect((await get("/health")).status).toBe(200);
}

test("a missing, wrong, or nearly right token is refused everywhere but at health", async () => {
  const { url } = await start();
  const wrong = [
    undefined,
    "",
    token,
    `Basic ${token}`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token}x`,
    "Bearer",
  ];
  for (const path of ["/v1/rewards", "/metrics", "/openapi.json", "/v1/jobs/x", "/nowhere"])
    for (const value of wrong) {
      const response = await fetch(`${url}${path}`, {
        headers: value === undefined ? {} : { authorization: value },
      });
      expect(response.headers.get("www-authenticate")).toBe('Bearer realm="trajudge"');
      const problem = await refused(response);
      expect([problem.status, JSON.stringify(problem).includes(token)]).toEqual([401, false]);
    }
});

test("unknown paths and methods are refused, with the methods that are allowed", async () => {
  const { url, get } = await start();
  for (const path of [
    "/",
    "/v1",
    "/v1/reward",
    "/v1/jobs/a/b",
    "/v1/%2e%2e/x",
    "/v1/jobs/%00",
    "/v1/jobs/..%2f..%2fetc",
  ])
    expect((await refused(await get(path))).status).toBe(404);
  for (const [path, method, allow] of [
    ["/v1/rewards", "GET", "POST"],
    ["/v1/jobs/x", "PUT", "GET, HEAD, DELETE"],
    ["/health", "POST", "GET, HEAD"],
    ["/v1/jobs", "OPTIONS", "POST"],
  ] as const) {
    const response = await fetch(`${url}${path}`, { method, headers: authorization });
    expect([response.headers.get("allow"), (await refused(response)).status]).toEqual([allow, 405]);
  }
  for (const method of ["TRACE", "BREW", "PROPFIND"]) {
    const answer = await raw(
      url,
      `${method} /v1/rewards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 405]).toContain(problemIn(answer).status);
  }
});

test("bodies that cannot be read say why", async () => {
  const client = await start();
  const { post } = client;
  const cases: [unknown, Record<string, string>, number, string][] = [
    ['{"trajectories": [', {}, 400, "not JSON"],
    ["", {}, 400, "not JSON"],
    ["[]", {}, 422, "body"],
    ["null", {}, 422, "body"],
    [{ trajectories: [] }, {}, 422, "trajectories"],
    [{ trajectories: {} }, {}, 422, "trajectories"],
    [{ trajectories: [1], other: 1 }, {}, 422, "other"],
    [{ trajectories: [1], options: { reward: { progress: -1 } } }, {}, 422, "options.reward.progress"],
    [{ trajectories: [1], options: { reward: { clip: [2, 1] } } }, {}, 422, "options.reward.clip"],
    [{ trajectories: [1], options: { verdict: 1 } }, {}, 422, "options.verdict"],
    [{}, { "content-type": "text/plain" }, 415, "text/plain"],
    [{}, { "content-encoding": "gzip" }, 415, "gzip"],
  ];
  for (const [body, headers, status, says] of cases) {
    const problem = await refused(await post("/v1/rewards", body, headers));
    expect([problem.status, problem.detail]).toEqual([status, expect.stringContaining(says)]);
  }
  const latin = await fetch(`${client.url}/v1/rewards`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: new Uint8Array([0x22, 0xe9, 0x22]),
  });
  expect((await refused(latin)).detail).toContain("UTF-8");
  await isWell(client);
});

test("more than the limits is refused, and the limit is named", async () => {
  const client = await start({
    limits: { bodyBytes: 20_000, trajectories: 2, steps: 3, images: 2, values: 500, textLength: 2000 },
  });
  const { post, url } = client;
  const step = { observation: {}, action: { type: "click" as const }, index: 0 };
  const cases: [object, string][] = [
    [{ steps: [step, step, step, step] }, "steps: may have 3 steps, saw 4"],
    [{ answer: "x".repeat(3000) }, "may have 2000 characters"],
    [{ requests: Array(500).fill(1) }, "may have 500 fields and list entries, saw more"],
    [
      {
        steps: [1, 2, 3].map((n) => ({ ...step, observation: { screenshot: `data:image/png;base64,${n}` } })),
      },
      "may have 2 screenshots, saw 3",
    ],
  ];
  for (const [changes, says] of cases) {
    const problem = await refused(await post("/v1/verdicts", plainRun("x", changes)));
    expect([problem.status, problem.detail]).toEqual([413, expect.stringContaining(says)]);
  }
  expect((await refused(await post("/v1/rewards", { trajectories: [1, 2, 3] }))).detail).toBe(
    "trajectories: may have 2 entries, saw 3",
  );
  expect((await refused(await post("/v1/rewards", "x".repeat(20_001)))).status).toBe(413);
  // Announced, and not announced at all: nothing beyond the limit is waited for.
  expect(problemIn(await raw(url, `${head("/v1/rewards", "Content-Length: 9999999999")}\r\n`)).status).toBe(
    413,
  );
  const chunk = `${(10_000).toString(16)}\r\n${"x".repeat(10_000)}\r\n`;
  const chunked = await raw(
    url,
    `${head("/v1/rewards", "Transfer-Encoding: chunked")}\r\n`,
    chunk,
    chunk,
    chunk,
  );
  expect(problemIn(chunked).status).toBe(413);
  await isWell(client);
});

test("all bodies together are bounded", async () => {
  const { post } = await start({ limits: { bufferedBytes: 1000 } });
  const response = await post("/v1/rewards", "x".repeat(2000));
  expect([response.headers.get("retry-after"), (await refused(response)).status]).toEqual(["1", 429]);
  expect((await post("/v1/rewards", { trajectories: [1] })).status).toBe(200);
});

test("a head or a body that drips in is cut off with a problem, while others are served", async () => {
  const client = await start({ limits: { bodySeconds: 0.3 } });
  const slow = [
    raw(client.url, "POST /v1/rewards HTTP/1.1\r\nHost: x\r\nX-Slow: "),
    raw(client.url, head("/v1/rewards", "Content-Length: 100")),
    raw(client.url, `${head("/v1/rewards", "Content-Length: 100")}\r\n{"traj`),
    raw(client.url, `${head("/v1/rewards", "Transfer-Encoding: chunked")}\r\n5\r\n{"tra`),
  ];
  await isWell(client);
  for (const answer of await Promise.all(slow)) expect(problemIn(answer).status).toBe(408);
  await isWell(client);
});

test("what is no HTTP is answered with a problem, and the connection closed", async () => {
  const client = await start();
  const { url } = client;
  const lines = (text: string) => text.replaceAll("\n", "\r\n");
  const cases: [string, number][] = [
    ["\x16\x03\x01\x02\x00\x01\x00", 400],
    [lines("GET\n\n"), 400],
    [lines("GET / HTTP/9.9\n\n"), 400],
    [lines(`${head("/v1/rewards", "Content-Length: 1", "Transfer-Encoding: chunked")}\n`), 400],
    [lines(`GET / HTTP/1.1\nHost: x\nX-Big: ${"y".repeat(20_000)}\n\n`), 431],
    [lines("GET / HTTP/1.1\nHost: a b\nConnection: close\n\n"), 400],
    [lines("GET \\\\x HTTP/1.1\nHost: x\nConnection: close\n\n"), 400],
    [lines("GET http:// HTTP/1.1\nHost: x\nConnection: close\n\n"), 400],
  ];
  for (const [bytes, status] of cases)
    expect([bytes, problemIn(await raw(url, bytes)).status]).toEqual([bytes, status]);
  await isWell(client);
});

test("paths of images that leave the request are refused, also when a part has that name", async () => {
  const client = await start();
  const paths = [
    "../../etc/passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "http://127.0.0.1:1/x.png",
    "C:\\x.png",
    "\\\\host\\x.png",
    "a/../../x.png",
    "x\0.png",
    "missing.png",
  ];
  for (const path of paths) {
    const run = plainRun("x", { final: { screenshot: path } });
    const problem = await refused(await client.post("/v1/verdicts", run));
    expect([problem.status, problem.field]).toEqual([422, "final.screenshot"]);
    if (path === "missing.png") continue;
    const form = new FormData();
    form.append("trajectory", JSON.stringify(run));
    form.append(path, new Blob(["x"]), "x.png");
    const response = await fetch(`${client.url}/v1/verdicts`, {
      method: "POST",
      headers: authorization,
      body: form,
    });
    expect([400, 422]).toContain((await refused(response)).status);
  }
  expect(await readdir(`${client.data}/jobs`)).toEqual([]);
});

const dataUrl = (bytes: Uint8Array, type = "png"): string =>
  `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;

/** A PNG that says it is large: its head only, and pixels that unpack to nothing but zeros. */
async function bomb(side: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } })
    .png()
    .toBuffer();
  const header = Buffer.from(small.subarray(12, 33));
  header.writeUInt32BE(side, 4);
  header.writeUInt32BE(side, 8);
  header.writeUInt32BE(crc32(header.subarray(0, 17)), 17);
  const data = deflateSync(Buffer.alloc(1_000_000));
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("IDAT"), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([small.subarray(0, 12), header, chunk, small.subarray(-12)]);
}

test("image bombs and what is no image are refused, and nothing of them is unpacked", async () => {
  const client = await start();
  const cases: [string, number, string][] = [
    [dataUrl(await bomb(60_000)), 413, "60000 × 60000"],
    [dataUrl(await bomb(6000)), 413, "6000 × 6000"],
    [dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "svg+xml"), 422, "no PNG"],
    [dataUrl(Buffer.from("\x89PNG\r\n\x1a\nnothing", "latin1")), 422, "final.screenshot"],
    ["data:image/png;base64,", 422, "empty"],
    ["data:text/html,<b>", 422, "no base64 image"],
  ];
  const before = process.memoryUsage().rss;
  for (const [screenshot, status, says] of cases) {
    const problem = await refused(
      await client.post("/v1/verdicts", plainRun("x", { final: { screenshot } })),
    );
    expect([problem.status, problem.detail]).toEqual([status, expect.stringContaining(says)]);
    const batch = await client.post("/v1/rewards", {
      trajectories: [plainRun("x", { final: { screenshot } })],
    });
    expect(await batch.json()).toMatchObject({ rewards: [{ error: { status } }] });
  }
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(300);
});

test("nesting without end is refused before anything recurses into it", async () => {
  const client = await start();
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const run = JSON.stringify(plainRun("x")).replace(/}$/, `,"extra":{"a":${deep}}}`);
  const problem = await refused(await client.post("/v1/verdicts", run));
  expect([problem.status, problem.detail]).toEqual([422, expect.stringContaining("levels deep")]);
  expect(await (await client.post("/v1/rewards", `{"trajectories":[${run}]}`)).json()).toMatchObject({
    rewards: [{ error: { status: 422 } }],
  });
});

test("a run that is all words to be looked for in all others is judged in the time of its size", async () => {
  const { post } = await start();
  const words = (letter: string) =>
    Array.from({ length: 150_000 }, (_unused, i) => `${letter}${i}x`).join(" ");
  const run = plainRun("x", { answer: words("a"), final: { text: words("b") } });
  // Without a bound this takes minutes, and nobody else is served meanwhile.
  expect((await post("/v1/verdicts", run)).status).toBe(200);
});

test("others are served while a batch is read of which every entry is wrong", async () => {
  const { post, get } = await start();
  const run = { ...plainRun("x"), messages: Array(8000).fill({}) };
  let done = false;
  const batch = post("/v1/rewards", { trajectories: Array(60).fill(run) }).finally(() => {
    done = true;
  });
  let served = 0;
  for (; !done; served += 1) expect((await get("/health")).status).toBe(200);
  const { rewards } = await rewardsIn(batch);
  expect(new Set(rewards.map((item) => "error" in item && item.error.status))).toEqual(new Set([422]));
  expect(served).toBeGreaterThan(20);
});

test("keys that JavaScript knows are keys like others", async () => {
  const { post } = await start();
  const text = JSON.stringify(plainRun("x")).replace(
    /}$/,
    ',"__proto__":{"steps":[]},"constructor":{"prototype":1}}',
  );
  const response = await post(
    "/v1/rewards",
    `{"trajectories":[${text}],"options":{"reward":{"__proto__":{"success":9}}}}`,
  );
  expect([200, 422]).toContain(response.status);
  expect(Object.hasOwn(Object.prototype, "steps") || Object.hasOwn(Object.prototype, "success")).toBe(false);
});

test("parts that are cut, doubled, nameless or too many are refused", async () => {
  const client = await start({ limits: { images: 3 } });
  const run = JSON.stringify(plainRun("x"));
  const send = (body: string, type = "multipart/form-data; boundary=b") =>
    fetch(`${client.url}/v1/verdicts`, {
      method: "POST",
      headers: { ...authorization, "content-type": type },
      body,
    });
  const part = (name: string, value: string, more = ""): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const whole = part("trajectory", run);
  expect((await send(`${whole}--b--\r\n`)).status).toBe(200);
  const cases: [string, string | undefined, number][] = [
    [`${whole}--b--\r\n`, "multipart/form-data", 400],
    [whole, undefined, 400],
    [whole.slice(0, 60), undefined, 400],
    ["", undefined, 400],
    ["--b--\r\n", undefined, 422],
    [`${part("other", run)}--b--\r\n`, undefined, 422],
    [`${whole}${whole}--b--\r\n`, undefined, 422],
    [`${part("trajectory", "{")}--b--\r\n`, undefined, 400],
    [`${part("", "x")}${whole}--b--\r\n`, undefined, 422],
    [
      `${whole}${[1, 2, 3, 4, 5].map((n) => part(`f${n}`, "x", '; filename="x"')).join("")}--b--\r\n`,
      undefined,
      413,
    ],
  ];
  for (const [body, type, status] of cases) {
    const problem = await refused(await send(body, type));
    expect([body.slice(-80), problem.status]).toEqual([body.slice(-80), status]);
  }
});

test("no bytes of a multipart body make the server fail or wait", async () => {
  const client = await start({ limits: { bodySeconds: 5 } });
  const run = JSON.stringify(plainRun("x"));
  const whole = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="trajectory"\r\n\r\n${run}\r\n--b\r\nContent-Disposition: form-data; name="a.png"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nxyz\r\n--b--\r\n`,
  );
  const mutation = fc.record({
    at: fc.integer({ min: 0, max: whole.length }),
    cut: fc.integer({ min: 0, max: 40 }),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom("--b", "\r\n--b\r\n", "--b--", "\r\n\r\n", 'name="', "\0", "filename*=UTF-8''%ff")
        .map((text) => Buffer.from(text)),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      let body = whole;
      for (const { at, cut, insert } of mutations)
        body = Buffer.concat([body.subarray(0, at), insert, body.subarray(at + cut)]);
      const response = await fetch(`${client.url}/v1/verdicts`, {
        method: "POST",
        headers: { ...authorization, "content-type": "multipart/form-data; boundary=b" },
        body: new Uint8Array(body),
      });
      if (response.status === 200) await response.text();
      else expect((await refused(response)).status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});

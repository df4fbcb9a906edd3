/** `trajudge serve` as a program: its token, its address, its warnings, its end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packageRoot } from "../../src/package-root.ts";
import { trajudge } from "../command-line.ts";
import { clientOf, plainRun, rewardsIn } from "./serving.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trajudge-serve-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts the program, and waits until what it says matches. */
async function started(words: string[], until: RegExp, environment: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      join(packageRoot, "cli.ts"),
      "serve",
      "--port",
      "0",
      "--data",
      join(folder, "data"),
      ...words,
    ],
    {
      cwd: packageRoot,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, TRAJUDGE_TOKEN: "", ...environment },
    },
  );
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said.err += String(chunk);
      if (until.test(said.err)) resolve();
    });
    child.once("exit", () => reject(new Error(said.err)));
  });
  return { child, said, url: /http:\/\/\S+:\d+/.exec(said.err)?.[0] ?? "" };
}

test("draws a token, prints it once, serves with it, and ends with 0 when it is told to", async () => {
  const { child, said, url } = await started(["--reward", "failure=-1"], /Token \(shown once\): \S+\n/);
  const token = /Token \(shown once\): (\S+)/.exec(said.err)?.[1] ?? "";
  expect(token).toMatch(/^[\w-]{43}$/);
  const headers = { authorization: `Bearer ${token}` };
  const body = { trajectories: [plainRun("x", { stop: "step-limit" })] };
  expect((await rewardsIn(clientOf(url).post("/v1/rewards", body, headers))).rewards).toMatchObject([
    { reward: -1 },
  ]);
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
  expect(said.err.split(token)).toHaveLength(2);
  expect([said.out, said.err]).toEqual([
    "",
    expect.stringContaining("Stopping: finishing the requests under way"),
  ]);
});

test("the token of a file or of the environment is not printed; another address than loopback is warned about", async () => {
  const file = join(folder, "token");
  await writeFile(file, "  a-token-in-a-file-0123\n");
  for (const [words, environment, token] of [
    [["--token-file", file, "--host", "0.0.0.0"], {}, "a-token-in-a-file-0123"],
    [[], { TRAJUDGE_TOKEN: "a-token-in-the-environment" }, "a-token-in-the-environment"],
  ] as const) {
    const { child, said, url } = await started([...words], /Listening/, environment);
    const response = await clientOf(url.replace("0.0.0.0", "127.0.0.1")).get("/metrics", {
      authorization: `Bearer ${token}`,
    });
    expect(response.status).toBe(200);
    expect([said.err.includes(token), said.err.includes("Warning: --host 0.0.0.0")]).toEqual([
      false,
      words.length > 0,
    ]);
    child.kill("SIGINT");
    expect((await once(child, "exit"))[0]).toBe(0);
  }
});

test("wrong use is one line and exit code 2", async () => {
  const short = join(folder, "short");
  await writeFile(short, "abc\n");
  const data = ["--data", join(folder, "data"), "--port", "0"];
  for (const [words, says] of [
    [
      ["--token-file", short],
      "the token must be 16 to 512 visible ASCII characters without blanks, saw one of 3",
    ],
    [["--token-file", join(folder, "none")], "cannot be read: ENOENT"],
    [["--max", "queue=0"], "server limits: queue: too small: expected number to be >=1, saw 0"],
    [["--max", "queues=5"], 'server limits: unrecognized key: "queues"'],
    [["--reward", "progress=-2"], "reward options: progress"],
    [["--judge", "nobody"], 'judge "nobody": no such judge'],
    [["--judge", "end-to-end"], 'needs a model for role "vision"'],
    [["--level", "step"], "judges at level trajectory, not step"],
    [["--port", "70000"], "Give a port from 0 to 65535."],
    [["--host", "256.0.0.1"], "256.0.0.1:0: cannot listen: ENOTFOUND"],
  ] as const) {
    const { code, err, out } = await trajudge("serve", ...data, ...words);
    expect([words, code, out]).toEqual([words, 2, ""]);
    expect(err).toContain(says);
  }
});

test.skipIf(process.platform !== "linux")("a data folder that cannot be made is said at once", async () => {
  const { code, err } = await trajudge("serve", "--data", "/proc/none/of/these", "--port", "0");
  expect([code, err]).toEqual([2, expect.stringMatching(/^trajudge: \/proc\/none: .*cannot be made there/)]);
});

test("two servers do not share a data folder", async () => {
  const { child } = await started([], /Token/);
  const { code, err } = await trajudge("serve", "--data", join(folder, "data"), "--port", "0");
  expect([code, err]).toEqual([2, expect.stringMatching(/process \d+ on .* is writing this run/)]);
  child.kill("SIGTERM");
  await once(child, "exit");
});

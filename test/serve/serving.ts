/** Reward servers for tests: in this process on a free port of loopback, with a data folder of their own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { z } from "zod";
import { resolveJudge } from "../../judges/index.ts";
import { defineJudge, type Judge, type PrepareOptions, prepareJudge } from "../../src/judging/index.ts";
import { type RewardServer, type RewardServerOptions, startRewardServer } from "../../src/refine/index.ts";
import { jobSchema, rewardsAnswerSchema, verdictAnswerSchema } from "../../src/refine/server/schemas.ts";
import type { Trajectory } from "../../src/trajectory/index.ts";
import { kettleRun } from "../fixtures/trajectories.ts";

export const token = "a-token-for-the-tests";
export const authorization = { authorization: `Bearer ${token}` };
const jsonHeaders = { ...authorization, "content-type": "application/json" };

export const problemShape = z.strictObject({
  type: z.string().startsWith("urn:trajudge:problem:"),
  title: z.string().min(1),
  status: z.number(),
  detail: z.string().min(1),
  field: z.string().optional(),
});

/** An answer, checked against what is documented of it. */
async function checked<Schema extends z.ZodType>(
  answer: Response | Promise<Response>,
  status: number,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await answer;
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status}: ${text}`);
  return schema.parse(JSON.parse(text));
}

type Answer = Response | Promise<Response>;
export const verdictIn = (answer: Answer) => checked(answer, 200, verdictAnswerSchema);
export const rewardsIn = (answer: Answer) => checked(answer, 200, rewardsAnswerSchema);
export const jobIn = (answer: Answer, status = 200) => checked(answer, status, jobSchema);

/** A run without screenshots. */
export function plainRun(id: string, changes: Partial<Trajectory> = {}): Trajectory {
  const run = kettleRun({ id });
  const steps = run.steps.map((step) => ({ ...step, observation: { url: step.observation.url ?? "" } }));
  return { ...run, steps, final: { url: "https://shop.test/basket" }, ...changes };
}

export interface Client {
  server: RewardServer;
  url: string;
  data: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The problem document of a refusal, checked. */
  refused(response: Response): Promise<z.infer<typeof problemShape>>;
}

interface Starting extends Partial<Omit<RewardServerOptions, "judge">> {
  judge?: Judge;
  prepare?: PrepareOptions;
}

export async function refused(response: Response): Promise<z.infer<typeof problemShape>> {
  if (response.headers.get("content-type") !== "application/problem+json")
    throw new Error(`${response.status} ${response.headers.get("content-type")}: ${await response.text()}`);
  const problem = problemShape.parse(await response.json());
  if (problem.status !== response.status) throw new Error(`${response.status} holds ${problem.status}`);
  return problem;
}

/** Requests to a server at an address. */
export function clientOf(url: string): Omit<Client, "server" | "data"> {
  return {
    url,
    post: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { ...jsonHeaders, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers: { ...authorization, ...headers } }),
    refused,
  };
}

/** Called once at the top of a test file; gives the way to start servers in its tests. */
export function rewardServers(): (options?: Starting) => Promise<Client> {
  const open: { server: RewardServer; data: string; own: boolean }[] = [];
  afterEach(async () => {
    for (const { server, data, own } of open.splice(0)) {
      server.abort();
      await server.stop();
      if (own) await rm(data, { recursive: true, force: true });
    }
  });
  return async ({ judge, prepare = {}, data: given, ...options } = {}) => {
    const data = given ?? (await mkdtemp(join(tmpdir(), "trajudge-serve-")));
    const prepared = prepareJudge(judge ?? (await resolveJudge("offline")), prepare);
    const server = await startRewardServer({ judge: prepared, token, data, ...options });
    open.push({ server, data, own: given === undefined });
    return { server, data, ...clientOf(server.url) };
  };
}

/** A judge that waits for what the test says, and calls a run with "good" in its id a success. */
export function waitingJudge(wait: (id: string) => Promise<unknown>): Judge {
  return defineJudge({
    id: "waiting",
    summary: "waits",
    levels: ["trajectory"],
    options: z.strictObject({}),
    async judge(view) {
      await wait(view.id);
      return { outcome: view.id.includes("good") ? "success" : "failure", score: null, reasoning: "waited" };
    },
  });
}

/** A promise, and the way to settle it. */
export function gate(): { open(): void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

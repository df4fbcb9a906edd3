/** What the routes share: the judge, the limits, what is remembered, and what stops them. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { RewardOptions, RewardRules } from "../reward.ts";
import type { HeldBytes } from "./body.ts";
import type { Answers } from "./idempotency.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Judging } from "./judging.ts";
import type { Limits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";

export interface Shared {
  judging: Judging;
  jobs: Jobs;
  limits: Limits;
  held: HeldBytes;
  answers: Answers;
  metrics: Metrics;
  /** The server's reward rules as they were given, and with defaults. */
  rewards: RewardOptions;
  rules: RewardRules;
  version: string;
  checkToken(authorization: string | undefined): void;
  /** Aborted: nothing new is begun. */
  stop: AbortSignal;
  /** Aborted: what is under way is given up. */
  abort: AbortSignal;
  /** A line for whoever runs the server; holds nothing of a trajectory. */
  log(line: string): void;
}

export type ServerEnvironment = { Bindings: HttpBindings };
export type ServerContext = Context<ServerEnvironment>;
export type Routes = Hono<ServerEnvironment>;

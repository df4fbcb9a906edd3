/** Starts and stops the reward server: a Node server with bounds on connections and time. */
import { setMaxListeners } from "node:events";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { lockFolder, makeFolder } from "../../batch/index.ts";
import type { PreparedJudge } from "../../judging/index.ts";
import { packageInfo } from "../../package-root.ts";
import { InputError } from "../../trajectory/index.ts";
import { type RewardOptions, rewardRules } from "../reward.ts";
import { serverApp, toRefusal } from "./app.ts";
import { HeldBytes } from "./body.ts";
import type { Shared } from "./environment.ts";
import { Answers } from "./idempotency.ts";
import { Jobs } from "./jobs/jobs.ts";
import { Judging } from "./judging.ts";
import { type Limits, limitsOf, type ServerLimits } from "./limits.ts";
import { Metrics } from "./metrics.ts";
import { Refusal, refusalResponse } from "./problem.ts";
import { tokenCheck } from "./token.ts";

export interface RewardServerOptions {
  judge: PreparedJudge;
  /** The bearer token that every request but /health must carry: 16 to 512 visible ASCII characters. */
  token: string;
  /** The folder of the jobs, made when it is not there; one process a folder. */
  data: string;
  /** The server's reward rules; a batch may state others. */
  rewards?: RewardOptions;
  limits?: ServerLimits;
  /** Verdicts made at the same time. Default 8. */
  concurrency?: number;
  /** Default 127.0.0.1: this machine only. */
  host?: string;
  /** 0, the default, takes a free one. */
  port?: number;
  /** Gets a line about errors of the server itself; it holds nothing of a trajectory. */
  log?: (line: string) => void;
}

export interface RewardServer {
  /** Where it listens, such as `http://127.0.0.1:4711`. */
  url: string;
  /**
   * Stops: no new requests; those under way are finished within `limits.stopSeconds`, or given up. Unfinished jobs go on
   * after the next start.
   */
  stop(): Promise<void>;
  /** Gives up at once what is under way, while or instead of stopping. */
  abort(): void;
}

/** One process a folder: a second one would judge every job twice. */
async function lockData(data: string): Promise<() => Promise<void>> {
  await makeFolder(data);
  return lockFolder(data);
}

/** Listening fails for reasons that the user can mend. */
function listening(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new InputError(`${host}:${port}: cannot listen: ${error.code ?? error.message}`)),
    );
    server.listen({ host, port, backlog: 2048 }, () => {
      const address = server.address();
      if (address !== null && typeof address === "object") resolve(address);
    });
  });
}

/** Problems that arise before there is a request: a torn or slow head, a head that is too large. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex, { bodySeconds }: Limits): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? new Refusal("too-slow", `the request must come within ${bodySeconds} s`)
      : error.code === "HPE_HEADER_OVERFLOW"
        ? new Refusal("head-too-large", "the head is larger than the server takes")
        : new Refusal("bad-request", `no HTTP request: ${error.code ?? "unknown"}`);
  const text = JSON.stringify(refusal.document);
  const headers = { ...refusal.allHeaders, connection: "close", "content-length": Buffer.byteLength(text) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${text}`);
}

function nodeServer(shared: Shared): Server {
  const { limits } = shared;
  const app = serverApp(shared);
  const listener = getRequestListener(app.fetch, {
    // What cannot be made a request of, such as a wrong Host or address, never reaches the app.
    errorHandler: (error) =>
      refusalResponse(
        error instanceof RequestError
          ? new Refusal("bad-request", `no HTTP request: ${error.message}`)
          : toRefusal(error, shared),
      ),
  });
  const milliseconds = limits.bodySeconds * 1000;
  const server = createServer(
    {
      // The routes' own limit comes first and can say more; these hold where no route was reached yet.
      headersTimeout: milliseconds,
      requestTimeout: milliseconds + 2000,
      connectionsCheckingInterval: Math.min(5000, milliseconds / 2),
      keepAliveTimeout: 30_000,
      maxHeaderSize: 16 * 1024,
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = limits.connections;
  server.on("clientError", (error, socket) => refuseConnection(error, socket, limits));
  return server;
}

/** How many requests are not answered yet. */
function countRequests(server: Server): () => number {
  let count = 0;
  server.on("request", (_request, response) => {
    count += 1;
    response.once("close", () => {
      count -= 1;
    });
  });
  return () => count;
}

/**
 * Starts the reward server.
 *
 * @throws InputError for a token, limits or rules that are out of range, a data folder in use or with unfinished jobs of
 *   another judge, or an address that cannot be listened on
 */
export async function startRewardServer(options: RewardServerOptions): Promise<RewardServer> {
  const { judge, token, data, rewards = {}, concurrency = 8, host = "127.0.0.1", port = 0 } = options;
  const { log = () => undefined } = options;
  const limits = limitsOf(options.limits);
  const rules = rewardRules(rewards);
  const checkToken = tokenCheck(token);
  const stop = new AbortController();
  const abort = new AbortController();
  // Every request listens to them.
  setMaxListeners(0, stop.signal, abort.signal);
  const judging: Judging = new Judging(
    judge,
    { concurrency, queue: limits.queue },
    {
      verdict: (verdict) => metrics.judged(verdict),
      used: (call) => metrics.used(call),
      givenUp: () => metrics.givenUp(),
    },
  );
  const metrics = new Metrics({
    queued: () => judging.queued,
    inFlight: () => judging.inFlight,
    unfinishedJobs: () => jobs.unfinished,
  });
  const unlock = await lockData(data);
  let jobs: Jobs;
  let server: Server;
  let address: AddressInfo;
  try {
    jobs = await Jobs.open(data, judging, limits, log);
    server = nodeServer({
      judging,
      jobs,
      limits,
      held: new HeldBytes(limits.bufferedBytes),
      answers: new Answers(),
      metrics,
      rewards,
      rules,
      version: packageInfo().version,
      checkToken,
      stop: stop.signal,
      abort: abort.signal,
      log,
    });
    address = await listening(server, host, port);
  } catch (error) {
    await unlock();
    throw error;
  }

  const unanswered = countRequests(server);
  const giveUp = (): void => {
    abort.abort(new Refusal("stopping", "the server has stopped"));
    jobs.abort();
  };
  let stopping: Promise<void> | undefined;
  const finish = async (): Promise<void> => {
    stop.abort();
    jobs.stop();
    const timer = setTimeout(giveUp, limits.stopSeconds * 1000);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Connections become idle one after the other, when their last answer is sent. Those on which nothing was ever asked
    // are not idle to Node.
    const sweep = setInterval(
      () => (unanswered() === 0 ? server.closeAllConnections() : server.closeIdleConnections()),
      20,
    );
    // What is given up at the last moment still has to be said.
    const late = setTimeout(() => server.closeAllConnections(), (limits.stopSeconds + 1) * 1000);
    await closed;
    clearInterval(sweep);
    clearTimeout(late);
    await Promise.all([judging.onIdle(), jobs.close()]);
    clearTimeout(timer);
    await unlock();
  };
  const shownHost = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${shownHost}:${address.port}`,
    stop: () => {
      stopping ??= finish();
      return stopping;
    },
    abort: giveUp,
  };
}

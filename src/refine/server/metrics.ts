/** What the server counts, in the text format of Prometheus. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ModelUsage } from "../../models/index.ts";
import type { Verdict } from "../../trajectory/index.ts";

/** Numbers that are read when they are asked for. */
export interface Gauges {
  queued(): number;
  inFlight(): number;
  unfinishedJobs(): number;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<"method" | "route" | "status">;
  readonly #durations: Histogram<"route">;
  readonly #verdicts: Counter<"outcome">;
  readonly #givenUp: Counter;
  readonly #tokens: Counter<"kind">;
  readonly #cost: Counter;
  readonly #unpriced: Counter;
  /** Looked up once: every request needs its own. */
  readonly #series = new Map<
    string,
    { requests: Counter.Internal; durations: Histogram.Internal<"route"> }
  >();

  constructor(gauges: Gauges) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: "trajudge_http_requests_total",
      help: "Requests answered, by method, route and status.",
      labelNames: ["method", "route", "status"],
      registers,
    });
    this.#durations = new Histogram({
      name: "trajudge_http_request_duration_seconds",
      help: "Time from a request's head to its answer, by route.",
      labelNames: ["route"],
      buckets: seconds,
      registers,
    });
    this.#verdicts = new Counter({
      name: "trajudge_verdicts_total",
      help: "Verdicts made, by outcome.",
      labelNames: ["outcome"],
      registers,
    });
    this.#givenUp = new Counter({
      name: "trajudge_verdicts_given_up_total",
      help: "Verdicts given up while they were made; the call under way may cost what nothing here counts.",
      registers,
    });
    this.#tokens = new Counter({
      name: "trajudge_model_tokens_total",
      help: "Tokens of the judge's models: input, output, and cached ones among the input.",
      labelNames: ["kind"],
      registers,
    });
    this.#cost = new Counter({
      name: "trajudge_model_cost_usd_total",
      help: "Cost of the models' calls whose prices are known, in USD.",
      registers,
    });
    this.#unpriced = new Counter({
      name: "trajudge_verdicts_unpriced_total",
      help: "Verdicts whose cost is not known.",
      registers,
    });
    const gauge = (name: string, help: string, read: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    };
    gauge("trajudge_queue_length", "Items that wait for a verdict.", gauges.queued);
    gauge("trajudge_in_flight", "Items that are being judged.", gauges.inFlight);
    gauge("trajudge_jobs_unfinished", "Jobs that are not finished.", gauges.unfinishedJobs);
  }

  answered(method: string, route: string, status: number, milliseconds: number): void {
    const name = `${method} ${route} ${status}`;
    let series = this.#series.get(name);
    if (series === undefined) {
      series = {
        requests: this.#requests.labels({ method, route, status: String(status) }),
        durations: this.#durations.labels({ route }),
      };
      this.#series.set(name, series);
    }
    series.requests.inc();
    series.durations.observe(milliseconds / 1000);
  }

  judged({ outcome, usage }: Pick<Verdict, "outcome" | "usage">): void {
    this.#verdicts.inc({ outcome: outcome ?? "unscored" });
    if (usage.costUsd === null) this.#unpriced.inc();
  }

  givenUp(): void {
    this.#givenUp.inc();
  }

  /** One call of a model. */
  used({ inputTokens, outputTokens, cachedTokens, costUsd }: ModelUsage): void {
    this.#tokens.inc({ kind: "input" }, inputTokens);
    this.#tokens.inc({ kind: "output" }, outputTokens);
    this.#tokens.inc({ kind: "cached" }, cachedTokens);
    if (costUsd !== null) this.#cost.inc(costUsd);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

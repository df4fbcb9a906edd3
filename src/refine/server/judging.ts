/** The judge behind the server: one queue for requests and jobs, bounded, with time limits. */
import PQueue from "p-queue";
import { redactText } from "../../evidence/index.ts";
import type { PreparedJudge, UnkeyedVerdict } from "../../judging/index.ts";
import { untilAborted } from "../../judging/until-aborted.ts";
import type { ModelUsage } from "../../models/index.ts";
import { InputError, type Trajectory, trajectoryDigest, type Verdict } from "../../trajectory/index.ts";
import { Refusal } from "./problem.ts";

/** How long verdicts may follow each other before whoever else waits for the processor gets it, in ms. */
const longestTurn = 10;
/** Weight of the newest verdict in the mean duration. */
const newest = 0.1;

/** What a judge throws is about the judge and not about a request: a missing model, a wrong key. */
function refusalOf(error: unknown): unknown {
  return InputError.isInstance(error)
    ? new Refusal("judge-unavailable", redactText(error.message).text)
    : error;
}

/** What is told of the verdicts. */
export interface JudgingEvents {
  /** A verdict is made. */
  verdict(verdict: UnkeyedVerdict): void;
  /** A model has answered a call; it costs the same when no verdict comes of it. */
  used(call: ModelUsage): void;
  /** A verdict was given up while it was being made. */
  givenUp(): void;
}

export class Judging {
  readonly judge: PreparedJudge;
  readonly concurrency: number;
  readonly #queue: PQueue;
  readonly #limit: number;
  readonly #events: JudgingEvents;
  #admitted = 0;
  #turnBegan = 0;
  #meanMs = 0;

  constructor(judge: PreparedJudge, options: { concurrency: number; queue: number }, events: JudgingEvents) {
    this.judge = judge;
    this.concurrency = options.concurrency;
    this.#queue = new PQueue({ concurrency: options.concurrency });
    this.#limit = options.queue;
    this.#events = events;
  }

  /** Items that wait for their turn. */
  get queued(): number {
    return this.#queue.size;
  }

  /** Items that are being judged. */
  get inFlight(): number {
    return this.#queue.pending;
  }

  /** Resolves when nothing is judged or waits. */
  onIdle(): Promise<void> {
    return this.#queue.onIdle();
  }

  /**
   * Makes room for the items of one request.
   *
   * @returns gives the room back
   * @throws Refusal (429) that says when to try again
   */
  admit(items: number): () => void {
    if (this.#admitted + items > this.#limit) {
      const wait = Math.ceil((this.#admitted * this.#meanMs) / this.concurrency / 1000);
      throw new Refusal("busy", `${this.#admitted} items wait and ${this.#limit} may, saw ${items} more`, {
        headers: { "retry-after": String(Math.min(60, Math.max(1, wait))) },
      });
    }
    this.#admitted += items;
    return () => {
      this.#admitted -= items;
    };
  }

  /**
   * A verdict with its key, when its turn has come.
   *
   * @param digest the trajectory's digest, where it is known already
   * @throws as {@link Judging.assess}
   */
  async verdict(trajectory: Trajectory, signal: AbortSignal, digest?: string): Promise<Verdict> {
    const key = this.judge.keyOf(digest ?? (await trajectoryDigest(trajectory)));
    return { key, ...(await this.assess(trajectory, signal)) };
  }

  /**
   * A verdict without its key, when its turn has come.
   *
   * @throws Refusal when the judge cannot judge, and the signal's reason
   */
  async assess(trajectory: Trajectory, signal: AbortSignal): Promise<UnkeyedVerdict> {
    try {
      // Whoever is aborted need not wait for the turn, and is passed over when it comes.
      const verdict = await untilAborted(
        this.#queue.add(() => this.#assess(trajectory, signal)),
        signal,
      );
      this.#events.verdict(verdict);
      return verdict;
    } catch (error) {
      throw signal.aborted ? signal.reason : refusalOf(error);
    }
  }

  async #assess(trajectory: Trajectory, signal: AbortSignal): Promise<UnkeyedVerdict> {
    await this.turn();
    signal.throwIfAborted();
    const began = performance.now();
    try {
      // A judge of the user's own need not look at its signal: its place in the queue is free all the same.
      return await untilAborted(this.judge.assess(trajectory, { signal, used: this.#events.used }), signal);
    } catch (error) {
      if (signal.aborted) this.#events.givenUp();
      throw error;
    } finally {
      const took = performance.now() - began;
      this.#meanMs = this.#meanMs === 0 ? took : this.#meanMs + newest * (took - this.#meanMs);
    }
  }

  /**
   * Awaited between pieces of work that never wait for anything, such as the verdicts of a judge without a model: after
   * some time the server looks at its sockets again.
   */
  async turn(): Promise<void> {
    const now = performance.now();
    if (now - this.#turnBegan < longestTurn) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnBegan = performance.now();
  }
}

/**
 * The gate in front of one provider: after a 429 everybody who calls it waits and fewer call at a time, and the number
 * grows back with success. Without a 429 it lets everyone pass: how many run at once is the batch's concern.
 */

type Passage = "ok" | "rate-limited" | "other";

export interface Slot {
  /** Gives the place back. @param pauseMs for `rate-limited`: how long nobody shall call */
  release(how: Passage, pauseMs?: number): void;
}

interface Waiter {
  enter: () => void;
}

/** Thrown when the gate stays shut for longer than a caller may wait. */
export class GateShut extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`no call for another ${Math.ceil(waitMs / 1000)} s`);
    this.waitMs = waitMs;
  }
}

export class Gate {
  #limit = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  #peak = 0;
  #successes = 0;
  #pausedUntil = 0;
  /** Slots handed out before the last halving: their 429s belong to the same burst and do not halve again. */
  #generation = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: Waiter[] = [];

  /** How many may call at once; infinite until the provider has asked to slow down. */
  get limit(): number {
    return this.#limit;
  }

  /**
   * Waits for a place.
   *
   * @throws the signal's reason when it is aborted; GateShut when the gate stays shut for longer than `maxWaitMs`
   */
  async acquire(signal: AbortSignal | undefined, maxWaitMs: number): Promise<Slot> {
    signal?.throwIfAborted();
    const pause = this.#pausedUntil - Date.now();
    if (pause > maxWaitMs) throw new GateShut(pause);
    if (pause > 0 || this.#waiting.length > 0 || this.#inFlight >= this.#limit) await this.#queue(signal);
    else this.#inFlight += 1;
    this.#peak = Math.max(this.#peak, this.#inFlight);
    return this.#slot();
  }

  #queue(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        enter: () => {
          signal?.removeEventListener("abort", leave);
          this.#inFlight += 1;
          resolve();
        },
      };
      const leave = (): void => {
        const place = this.#waiting.indexOf(waiter);
        if (place === -1) return;
        this.#waiting.splice(place, 1);
        this.#admit();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiter);
      this.#admit();
    });
  }

  #slot(): Slot {
    const generation = this.#generation;
    let held = true;
    return {
      release: (how, pauseMs = 0) => {
        if (!held) return;
        held = false;
        if (how === "rate-limited") this.#slowDown(generation, pauseMs);
        if (how === "ok") this.#speedUp();
        this.#inFlight -= 1;
        this.#admit();
      },
    };
  }

  #slowDown(generation: number, pauseMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + pauseMs);
    this.#successes = 0;
    if (generation !== this.#generation) return;
    this.#generation += 1;
    this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, this.#inFlight) / 2));
  }

  /** One more place for each full round of successes, until as many may call as ever did. */
  #speedUp(): void {
    if (this.#limit === Number.POSITIVE_INFINITY) return;
    this.#successes += 1;
    if (this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit = this.#limit + 1 >= this.#peak ? Number.POSITIVE_INFINITY : this.#limit + 1;
  }

  #admit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pause = this.#pausedUntil - Date.now();
    if (pause > 0) {
      if (this.#waiting.length > 0)
        this.#timer = setTimeout(() => this.#admit(), Math.min(pause, 2 ** 31 - 1));
      return;
    }
    while (this.#waiting.length > 0 && this.#inFlight < this.#limit) this.#waiting.shift()?.enter();
  }
}

/** One gate for each provider and host, shared by every client of this process that calls it. */
const gates = new Map<string, Gate>();

export function gateOf(provider: string, origin: string): Gate {
  const name = `${provider} ${origin}`;
  const gate = gates.get(name) ?? new Gate();
  gates.set(name, gate);
  return gate;
}

/** The one retry layer: what is tried again, after how long, and when it ends. */
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "./fault.ts";
import { type Gate, GateShut, type Slot } from "./gate.ts";

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly maxRetries: number;
  /** How long all waits of one call may take together, in milliseconds. */
  readonly maxWaitMs: number;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The first wait, in milliseconds; it doubles with each attempt. */
  readonly backoffMs: number;
}

const longestBackoffMs = 30_000;
/** An attempt that timed out has cost a full time-out: one more, then the call is given up. */
const timeoutRetries = 1;

function backoff(policy: RetryPolicy, attempt: number): number {
  const full = Math.min(longestBackoffMs, policy.backoffMs * 2 ** attempt);
  return full * (0.5 + Math.random() / 2);
}

/** Settles as soon as the signal is aborted, whatever the promise does. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
    promise.catch(() => undefined);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function once<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(policy.timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    return await orAborted(attempt(either), either);
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new Fault("timeout", `no answer within ${policy.timeoutMs / 1000} s`);
    throw error;
  }
}

async function enter(
  gate: Gate,
  signal: AbortSignal | undefined,
  maxWaitMs: number,
  last: Fault | undefined,
): Promise<Slot> {
  try {
    return await gate.acquire(signal, maxWaitMs);
  } catch (error) {
    if (!(error instanceof GateShut)) throw error;
    throw new Fault("rate-limited", `${last?.message ?? "HTTP 429 to an earlier call"}; ${error.message}`);
  }
}

/**
 * Calls until there is an answer.
 *
 * @param attempt throws a {@link Fault}
 * @throws Fault when the attempts or the time are used up, or at once when trying again is no use; the signal's reason
 *   when it is aborted
 */
export async function withRetries<T>(
  gate: Gate,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let waited = 0;
  /** A wait that the gate does for us. */
  let owed = 0;
  let timeouts = 0;
  let last: Fault | undefined;
  for (let round = 0; ; round += 1) {
    const slot = await enter(gate, signal, policy.maxWaitMs - waited, last);
    waited += owed;
    owed = 0;
    try {
      const result = await once(policy, signal, attempt);
      slot.release("ok");
      return result;
    } catch (error) {
      if (!(error instanceof Fault)) {
        slot.release("other");
        throw error;
      }
      last = error;
      const wait = error.retryAfterMs ?? backoff(policy, round);
      // Before anything else: even a call that gives up tells the others to wait.
      slot.release(error.kind === "rate-limited" ? "rate-limited" : "other", wait);
      if (error.kind === "timeout") timeouts += 1;
      const again = error.kind === "rate-limited" || error.kind === "server" || error.kind === "connection";
      if (!again && !(error.kind === "timeout" && timeouts <= timeoutRetries)) throw error;
      if (round >= policy.maxRetries)
        throw new Fault(error.kind, `${error.message}, after ${round + 1} attempts`, { cause: error });
      if (waited + wait > policy.maxWaitMs)
        throw new Fault(error.kind, `${error.message}; it asks to wait ${Math.ceil(wait / 1000)} s`, {
          cause: error,
        });
      if (error.kind === "rate-limited") owed = wait;
      else {
        await pause(wait, signal);
        waited += wait;
      }
    }
  }
}

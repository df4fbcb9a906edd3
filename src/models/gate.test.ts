import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Gate, GateShut, type Slot } from "./gate.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const enter = (gate: Gate, count: number): Promise<Slot[]> =>
  Promise.all(Array.from({ length: count }, () => gate.acquire(undefined, 60_000)));

/** Whether a promise has settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  const state = { done: false };
  promise.then(
    () => {
      state.done = true;
    },
    () => {
      state.done = true;
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  return state.done;
}

describe("Gate", () => {
  test("lets everybody pass before the first 429", async () => {
    expect(await enter(new Gate(), 50)).toHaveLength(50);
  });

  test("a burst of 429s halves the number of callers once", async () => {
    const gate = new Gate();
    for (const slot of await enter(gate, 8)) slot.release("rate-limited", 100);
    expect(gate.limit).toBe(4);
  });

  test("keeps everybody out until the pause is over, then lets half of them in", async () => {
    const gate = new Gate();
    for (const slot of await enter(gate, 4)) slot.release("rate-limited", 1000);
    const waiting = Array.from({ length: 4 }, () => gate.acquire(undefined, 60_000));
    await vi.advanceTimersByTimeAsync(999);
    expect(await Promise.all(waiting.map(settled))).toEqual([false, false, false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(waiting.map(settled))).toEqual([true, true, false, false]);
  });

  test("grows by one for each round of successes, back to no limit", async () => {
    const gate = new Gate();
    for (const slot of await enter(gate, 8)) slot.release("rate-limited", 0);
    const limits: number[] = [];
    for (let call = 0; call < 15; call += 1) {
      (await gate.acquire(undefined, 0)).release("ok");
      limits.push(gate.limit);
    }
    expect(limits.slice(0, 9)).toEqual([4, 4, 4, 5, 5, 5, 5, 5, 6]);
    expect(limits.at(-1)).toBe(7);
  });

  test("a server error does not slow anybody down", async () => {
    const gate = new Gate();
    for (const slot of await enter(gate, 8)) slot.release("other", 1000);
    expect(gate.limit).toBe(Number.POSITIVE_INFINITY);
    expect(await settled(gate.acquire(undefined, 0))).toBe(true);
  });

  test("a caller that may not wait as long is told at once", async () => {
    const gate = new Gate();
    (await gate.acquire(undefined, 0)).release("rate-limited", 3_600_000);
    await expect(gate.acquire(undefined, 1000)).rejects.toThrow(GateShut);
  });

  test("an aborted caller leaves the queue at once and blocks nobody", async () => {
    const gate = new Gate();
    (await gate.acquire(undefined, 0)).release("rate-limited", 1000);
    const controller = new AbortController();
    const leaving = gate.acquire(controller.signal, 60_000);
    const staying = gate.acquire(undefined, 60_000);
    const left = expect(leaving).rejects.toThrow("enough");
    controller.abort(new Error("enough"));
    await left;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await settled(staying)).toBe(true);
  });

  test("a slot is given back once, however often it is released", async () => {
    const gate = new Gate();
    const [first] = await enter(gate, 2);
    first?.release("rate-limited", 0);
    first?.release("rate-limited", 0);
    expect(gate.limit).toBe(1);
  });
});

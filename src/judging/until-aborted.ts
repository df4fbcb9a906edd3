/** Waiting that ends with a signal. */

/**
 * What the promise comes to, or the signal's reason as soon as it is aborted; the promise itself goes on.
 *
 * @throws what the promise is rejected with, and the signal's reason
 */
export async function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  try {
    // In this order an abort that has come already wins over a promise that is settled already.
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

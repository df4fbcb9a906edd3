/** Ctrl-C: the first finishes what is under way, the second gives it up; both leave a run that can be resumed. */
import type { Console } from "./console.ts";

export interface Interrupt {
  stop: AbortSignal;
  abort: AbortSignal;
  dispose(): void;
}

/** Listens for SIGINT and SIGTERM until disposed. */
export function onInterrupt(
  console: Console,
  notice = "Stopping: finishing the verdicts under way (Ctrl-C again gives them up).",
): Interrupt {
  const stop = new AbortController();
  const abort = new AbortController();
  const listener = (): void => {
    if (stop.signal.aborted) {
      abort.abort();
      return;
    }
    console.err(notice);
    stop.abort();
  };
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  return {
    stop: stop.signal,
    abort: abort.signal,
    dispose: () => {
      process.off("SIGINT", listener);
      process.off("SIGTERM", listener);
    },
  };
}

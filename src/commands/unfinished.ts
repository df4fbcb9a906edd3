/** Notices when the process ends before the command is done, which would otherwise look like success. */
import { writeSync } from "node:fs";

const stderr = 2;
const stopped = 3;
/** Node's own code for an await that nothing can settle any more. */
const neverSettled = 13;

/**
 * Watches for an early end: code of the user's own that calls `process.exit`, or that waits for what never comes.
 * The exit code then says that the command was stopped.
 *
 * @returns to be called once the command is done
 */
export function watchForEnd(): () => void {
  let idle = false;
  // Only a process that has nothing left to do gets here; `process.exit` goes past it.
  const onIdle = (): void => {
    idle = true;
  };
  const onExit = (code: number): void => {
    if (code !== 0 && code !== neverSettled) return;
    const why = idle
      ? "something waits for what never comes (a judge of your own whose promise is never settled?)"
      : "something ended the process (a judge of your own that calls process.exit?)";
    writeSync(stderr, `trajudge: stopped before the command was done: ${why}; what was judged is kept\n`);
    process.exitCode = stopped;
  };
  process.once("beforeExit", onIdle);
  process.once("exit", onExit);
  return () => {
    process.off("beforeExit", onIdle);
    process.off("exit", onExit);
  };
}

/** Where a command prints: results to stdout, progress and notices to stderr, colour only where it is wanted. */
import pico from "picocolors";

type Colors = ReturnType<typeof pico.createColors>;

export interface Console {
  /** One line, or several, of the result. */
  out(text: string): void;
  /** A notice or progress line for people. */
  err(text: string): void;
  /** Replaces the progress line of a terminal; nothing elsewhere. */
  status(text: string): void;
  /** Styles for stdout; plain when it is no terminal or NO_COLOR is set. */
  colors: Colors;
  /** Columns of the terminal; 80 where there is none. */
  columns: number;
  /** Whether stderr is a terminal, so that one line can be redrawn. */
  live: boolean;
}

/** 128 + SIGPIPE, which shells know. */
const brokenPipe = 141;
const wrongUse = 2;
const clearLine = "\r\u001b[2K";

/** The console of this process. */
export function processConsole(): Console {
  const { stdout, stderr, env } = process;
  const live = stderr.isTTY === true && env["TERM"] !== "dumb";
  const forced = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0";
  const colored =
    env["NO_COLOR"] === undefined && (forced || stdout.isTTY === true) && env["TERM"] !== "dumb";
  let statusShown = false;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has gone (`| head`): end as other programs do, quietly and not as a success.
    if (error.code === "EPIPE") process.exit(brokenPipe);
    stderr.write(`trajudge: the output cannot be written: ${error.message}\n`);
    process.exit(wrongUse);
  });
  // Nobody reads the notices any more: no reason to stop a batch.
  stderr.on("error", () => undefined);
  const clear = (): void => {
    if (statusShown) stderr.write(clearLine);
    statusShown = false;
  };
  return {
    out: (text) => {
      clear();
      stdout.write(`${text}\n`);
    },
    err: (text) => {
      clear();
      stderr.write(`${text}\n`);
    },
    status: (text) => {
      if (!live) return;
      clear();
      if (text === "") return;
      stderr.write(text);
      statusShown = true;
    },
    colors: pico.createColors(colored),
    columns: stdout.columns ?? 80,
    live,
  };
}

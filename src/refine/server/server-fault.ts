/** Errors of the server itself, as its log and its answers name them: never by a message, which may hold what a client sent. */

/** What the operating system calls the error, such as ENOSPC; undefined when it comes from elsewhere. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "syscall" in error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The frames of a stack without the message. */
const framesOf = (error: Error): string =>
  (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 4)
    .map((line) => line.trim())
    .join(" ");

/** A line for the log. */
export const faultLine = (error: unknown): string =>
  error instanceof Error ? `${systemCode(error) ?? error.name} ${framesOf(error)}` : typeof error;

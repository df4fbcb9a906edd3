/** Runs the command line in this process, and keeps what it prints. */
import pico from "picocolors";
import type { Console } from "../src/commands/console.ts";
import { main } from "../src/commands/program.ts";

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs `trajudge` with these words. */
export async function trajudge(...words: string[]): Promise<Ran> {
  const lines = { out: [] as string[], err: [] as string[] };
  const console: Console = {
    out: (text) => lines.out.push(text),
    err: (text) => lines.err.push(text),
    status: () => undefined,
    colors: pico.createColors(false),
    columns: 80,
    live: false,
  };
  const code = await main(words, console);
  return { code, out: lines.out.join("\n"), err: lines.err.join("\n") };
}

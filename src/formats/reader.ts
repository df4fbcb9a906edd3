/** What a reader of a recorded-run format is. */
import type { Trajectory } from "../trajectory/index.ts";
import type { Folder } from "./folder.ts";

export interface ReadContext {
  /** Reports something of the next trajectory to be yielded that could not be read; reading goes on. */
  problem(where: string, what: string): void;
  /** Reports a run that cannot be read at all, in a file that holds several; reading goes on. */
  unreadable(where: string, what: string): void;
  signal: AbortSignal | undefined;
}

/** One recorded-run format. */
export interface Reader {
  /** What `--format` and `source.format` say. */
  id: string;
  /** One line for the list of formats. */
  summary: string;
  /** Whether this file begins a run (or holds runs) of this format. Looks at names and content, never throws. */
  detect(folder: Folder, name: string): boolean | Promise<boolean>;
  /**
   * The runs that the file begins or holds, one at a time. `source.format`, `source.path` and `problems` are
   * completed by the caller.
   *
   * @throws RunError when the file's only run cannot be read
   */
  read(folder: Folder, name: string, context: ReadContext): AsyncIterable<Trajectory>;
}

/** Declares a reader; it takes effect when it stands in the registry (registry.ts). */
export function defineReader(reader: Reader): Reader {
  return reader;
}

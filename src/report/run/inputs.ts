/** The recorded runs of a report, read again from where they were judged, or from where the user says they are now. */
import { existsSync } from "node:fs";
import { readTrajectories } from "../../formats/index.ts";
import { InputError, type Trajectory } from "../../trajectory/index.ts";
import type { ReportRow } from "../rows.ts";

export interface Reread {
  trajectories: AsyncIterable<Trajectory>;
  /** Paths that are not there any more; grows while the runs are read, like the next. */
  gone: Set<string>;
  problems: string[];
}

/**
 * Streams the runs of the rows, each once.
 *
 * @param inputs where to look instead of where the rows say they were read from
 */
export function rereadRuns(rows: readonly ReportRow[], inputs: readonly string[] | undefined): Reread {
  const gone = new Set<string>();
  const problems: string[] = [];
  const paths = inputs ?? [...new Set(rows.flatMap(({ item }) => item.path ?? []))];
  const wanted = new Set(rows.map(({ item }) => item.id));
  async function* read(): AsyncGenerator<Trajectory> {
    for (const path of paths) {
      if (!existsSync(path)) {
        if (inputs !== undefined) throw new InputError(`${path}: no such file or folder`);
        gone.add(path);
        continue;
      }
      const runs = readTrajectories(path, {
        onUnreadable: ({ where, what }) => problems.push(`${where}: ${what}`),
      });
      for await (const trajectory of runs) if (wanted.delete(trajectory.id)) yield trajectory;
    }
  }
  return { trajectories: read(), gone, problems };
}

/** Several judges against the same people: each one's document, how they differ, and what they are worth together. */
import type { Pair } from "../src/trajectory/pair.ts";
import { calibrate } from "./calibrate.ts";
import { type Comparison, compareAll } from "./comparison.ts";
import type { CalibrationDocument } from "./document.ts";
import type { CalibrateOptions } from "./options.ts";
import { type Panel, panelOf } from "./panel.ts";

export interface JudgesDocument {
  judges: (CalibrationDocument & { judge: string })[];
  /** Every two judges on the runs that both decided; p-values corrected for their number. */
  comparisons: Comparison[];
  /** Null with fewer than two judges. */
  panel: Panel | null;
}

/**
 * Calibrates several judges.
 *
 * @param judges each judge's pairs by its name; runs are matched by id
 */
export function calibrateJudges(
  judges: Readonly<Record<string, readonly Pair[]>>,
  options?: CalibrateOptions,
): JudgesDocument {
  return {
    judges: Object.entries(judges).map(([judge, pairs]) => ({ judge, ...calibrate(pairs, options) })),
    comparisons: compareAll(judges, options),
    panel: Object.keys(judges).length < 2 ? null : panelOf(judges, options),
  };
}

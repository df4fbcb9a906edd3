/** A pair: what a judge and a person said about the same trajectory. The input of every calibration. */
import type { Outcome, StepClass } from "./verdict.ts";

export interface Pair {
  /** The trajectory, or the row of a pairs file. */
  id: string;
  /** The reference; null when there is none (the pair then counts only as unlabelled). */
  human: Outcome | null;
  /** The verdict; null = unscored. */
  judge: Outcome | null;
  /** The judge's own score in [0, 1]; null or absent when it gave none. */
  score?: number | null;
  /** What intervals resample by: usually benchmark and task. Absent: the pair is its own cluster. */
  cluster?: string;
  /** Fields to group by (benchmark, agent, …). */
  group?: Record<string, string>;
  /** The chance with which a plan chose this item for labelling, in (0, 1]. */
  probability?: number;
  /** Step classes of both sides where both are known, aligned by index. */
  steps?: { index: number; human: StepClass; judge: StepClass | null }[];
}

/** How a Reflexion loop is asked for, what it says on the way, and what it gives back. */
import type { Usage } from "../../trajectory/index.ts";
import type { LoopParts } from "./play-task.ts";
import type { ReflexionRecord, TrialRecord } from "./trial-record.ts";

export interface ReflexionProgress {
  /** Tasks asked for, and those whose loop has ended. */
  tasks: number;
  finished: number;
  /** Trials on disk, and of them the ones that this start has played. */
  trials: number;
  fresh: number;
  /** Trials that the evaluator called a success, and those it could not judge. */
  accepted: number;
  unscored: number;
  usage: Usage;
}

export interface ReflexionOptions
  extends Pick<LoopParts, "environment" | "actor" | "evaluator" | "reflector"> {
  /** The loop's folder; one that holds a loop of the same configuration is resumed. */
  out: string;
  /** Package name and version, for the records. */
  package: string;
  /** Task ids; all of the environment's when absent. */
  tasks?: readonly string[];
  /** k: trials of a task, at most. Default 3. */
  trials?: number;
  memory?: Partial<LoopParts["memory"]>;
  /** What follows an outcome that decides nothing. Default: unsure and unscored are tried again, blocked stops. */
  undecided?: Partial<LoopParts["undecided"]>;
  /** What of actor and environment their names do not tell, such as a seed: another value is another loop. */
  settings?: Readonly<Record<string, unknown>>;
  /** Tasks played at the same time. Default 1. */
  concurrency?: number;
  /** Stop between two trials once the whole loop has spent this much, USD. */
  budgetUsd?: number;
  /** Aborted: no new trial is begun, those under way are finished. */
  stop?: AbortSignal;
  /** Aborted: trials under way are given up too, without a record. */
  abort?: AbortSignal;
  onProgress?: (progress: ReflexionProgress) => void;
  now?: () => Date;
}

/** What a start of a loop came to. */
export interface ReflexionResult {
  /** As written to reflexion.json. */
  record: ReflexionRecord;
  /** Tasks of this start that have not come to their end; the folder may hold open tasks of other starts besides. */
  left: number;
  /** Every trial on disk, task by task. */
  trials: TrialRecord[];
}

/** How a Reflexion loop is asked for, what it says on the way, and what it gives back. */
import type { Usage } from "../../trajectory/index.ts";
import type { LoopParts } from "./play-task.ts";
import type { ReflexionRecord, TrialRecord } from "./trial-record.ts";

/** How far a loop is, told after each trial. */
export interface ReflexionProgress {
  /** Tasks that this start was asked for. */
  tasks: number;
  /** Of them, those whose loop has ended. */
  finished: number;
  /** Trials on disk, of all starts and tasks. */
  trials: number;
  /** Of them, the ones that this start has played. */
  fresh: number;
  /** Trials on disk that the evaluator called a success. */
  accepted: number;
  /** Trials on disk that it could not judge. */
  unscored: number;
  /** Of all starts, trials that broke off included. */
  usage: Usage;
}

/** How a loop is asked for. All but `out`, `tasks`, `concurrency`, `budgetUsd`, signals and callbacks is its configuration. */
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
  /** How many reflections of a task are kept, and how many characters of each. Default 3 of 1,000. */
  memory?: Partial<LoopParts["memory"]>;
  /** What follows an outcome that decides nothing. Default: unsure and unscored are tried again, blocked stops. */
  undecided?: Partial<LoopParts["undecided"]>;
  /** What of actor and environment their names do not tell, such as a seed: another value is another loop. */
  settings?: Readonly<Record<string, unknown>>;
  /** Tasks played at the same time. Default 1. */
  concurrency?: number;
  /** Stop between two trials once the whole loop has spent this much, USD; what trials that broke off cost counts too. */
  budgetUsd?: number;
  /** Aborted: no new trial is begun, those under way are finished. */
  stop?: AbortSignal;
  /** Aborted: trials under way are given up too, without a record. */
  abort?: AbortSignal;
  /** Called at the start and after each trial. */
  onProgress?: (progress: ReflexionProgress) => void;
  /** Told in a sentence what the user should know and need not decide. */
  onNotice?: (notice: string) => void;
  /** The time that records are given. */
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

/** The self-reflection of a Reflexion loop: from an attempt that was not accepted to advice for the next one. */
import type { TrajectoryView, Usage } from "../../trajectory/index.ts";
import type { LiveTask } from "../live/environment.ts";
import type { Evaluation } from "./evaluator.ts";

/** All that a reflector is told. Neither truth nor reference is in it. */
export interface ReflectionRequest {
  readonly task: LiveTask;
  /** From 0: the attempt that is reflected on. */
  readonly trial: number;
  /** The attempt, without secrets. */
  readonly trajectory: TrajectoryView;
  readonly evaluation: Evaluation;
  /** What is remembered of earlier attempts, the oldest first. */
  readonly earlier: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** What came of reflecting. */
export interface Reflection {
  /** The note for the next trial. Null when there is none; then `error` says why. */
  readonly text: string | null;
  readonly error?: string;
  /** Absent for a reflector that asks no model. */
  readonly usage?: Usage;
}

/** Shinn et al. (2023), section 3: the Self-Reflection model. */
export interface Reflector {
  readonly name: string;
  readonly model?: string;
  /** Another version reflects otherwise; one loop has one. */
  readonly version: string;
  /** @throws InputError when it can never reflect, and the signal's reason; a model's failure is a null text */
  reflect(request: ReflectionRequest): Promise<Reflection>;
}

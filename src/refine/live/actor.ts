/** Who acts in an environment: from what is seen to the next action. */
import type { Usage } from "../../trajectory/index.ts";
import type { LiveAction, LiveObservation, LiveTask } from "./environment.ts";

/** An action that was taken, with what came of it. */
export interface TakenAction {
  readonly url: string;
  readonly thought?: string;
  readonly action: LiveAction;
  /** The element acted on, as a person would name it. */
  readonly target?: string;
  readonly error?: string;
}

/** All that an actor knows when it decides. */
export interface Situation {
  readonly task: LiveTask;
  /** From 0: which attempt at this task it is. */
  readonly trial: number;
  /** What it told itself after earlier attempts, the oldest first. */
  readonly reflections: readonly string[];
  /** What it did in this attempt. */
  readonly history: readonly TakenAction[];
  readonly observation: LiveObservation;
  readonly signal?: AbortSignal;
}

/** What an actor does next. */
export interface Decision {
  /** Its own words on why: recorded as a claim, never as evidence. */
  readonly thought?: string;
  readonly action: LiveAction;
  /** What it took to decide; absent for an actor that asks no model. */
  readonly usage?: Usage;
}

/**
 * An agent. It keeps nothing between calls: everything it may know is in the situation, so that episodes can run at
 * the same time and a stopped loop can go on. Randomness comes from a seed, the task, the trial and the history's length.
 */
export interface Actor {
  readonly name: string;
  readonly model?: string;
  /** The hash of what else decides how it acts, such as its prompt or seed: a loop of another version is another loop. */
  readonly version?: string;
  /**
   * @throws ModelError when a model gives no usable action: the episode ends with stop `error`, unless the provider
   *   failed (`rate-limited`, `provider`, `timeout`), which leaves the trial unplayed
   */
  decide(situation: Situation): Promise<Decision>;
}

/** Where an agent acts live: what it sees, what it can do, and how an episode ends as a recorded run. */
import type { Outcome, StepClass, StopReason, Trajectory } from "../../trajectory/index.ts";

/** What an agent is told about its task. What it is judged by (reference, oracle) is not here. */
export interface LiveTask {
  readonly id: string;
  readonly instruction: string;
  readonly description?: string;
  readonly startUrl: string;
  /** Actions that an episode may take; the last may still be an answer. */
  readonly maxSteps: number;
}

/** A thing on the page that can be acted on. */
export interface LiveElement {
  /** Names it in an action that answers this observation; the next observation may name it otherwise. */
  readonly ref: string;
  /** ARIA role, such as `link`, `button`, `textbox`, `combobox`, `checkbox`. */
  readonly role: string;
  /** Its accessible name: what a person reads on it or beside it. */
  readonly text: string;
  /** What a field holds now, or `checked`; absent for what holds nothing. */
  readonly value?: string;
  /** What can be chosen, for a list of options. */
  readonly options?: readonly string[];
  /** Left, top, width and height in CSS pixels of the viewport. */
  readonly box?: readonly [x: number, y: number, width: number, height: number];
  /** Its picture, cut from the screenshot; absent when it is out of view or pictures were not asked for. */
  readonly image?: Uint8Array;
}

/** What an agent sees before it acts. */
export interface LiveObservation {
  readonly url: string;
  readonly title: string;
  /** JPEG or PNG of the viewport; absent when the page could not be painted. */
  readonly screenshot?: Uint8Array;
  /** The page as text, with the refs of the elements that can be acted on. */
  readonly accessibilityTree: string;
  readonly elements: readonly LiveElement[];
}

/** What an agent can do. `element` is the ref of a {@link LiveElement} of the observation that it answers. */
export type LiveAction =
  | { readonly type: "click"; readonly element: string }
  | { readonly type: "type"; readonly element: string; readonly text: string }
  | { readonly type: "select"; readonly element: string; readonly option: string }
  | { readonly type: "press"; readonly key: string }
  /** Pixels; negative is up. */
  | { readonly type: "scroll"; readonly by: number }
  | { readonly type: "back" }
  | { readonly type: "wait" }
  /** Ends the episode with an answer to the user. */
  | { readonly type: "answer"; readonly text: string }
  /** Ends the episode: the task cannot be done, and why. */
  | { readonly type: "infeasible"; readonly text: string };

/** What is true of an ended episode, where the environment knows it. */
export interface LiveTruth {
  readonly outcome: Extract<Outcome, "success" | "failure" | "blocked">;
  readonly steps: readonly StepClass[];
}

/** An episode that has ended. */
export interface EndedEpisode {
  /** As it was recorded, with its images. */
  readonly trajectory: Trajectory;
  /** From an oracle; null where the environment has none. */
  readonly truth: LiveTruth | null;
}

/** One attempt at a task, by one agent, alone in its own state of the world. */
export interface LiveEpisode {
  observe(): Promise<LiveObservation>;
  /**
   * Carries an action out and records it. What the page refuses (nothing of this ref, hidden, too late) is the
   * result's error and part of the recording; the episode goes on. `answer` and `infeasible` are for `end`.
   */
  act(
    action: Exclude<LiveAction, { type: "answer" | "infeasible" }>,
    thought?: string,
  ): Promise<{ readonly error?: string }>;
  /** Ends the episode: records the last state, the answer when there is one, and writes the trajectory. */
  end(how: {
    readonly stop: StopReason;
    readonly answer?: string;
    readonly thought?: string;
  }): Promise<EndedEpisode>;
  /** Lets everything go without a record, after an error. Does nothing after `end`. */
  abandon(): Promise<void>;
}

/** What an episode is begun with. */
export interface EpisodeStart {
  readonly taskId: string;
  /** The folder that gets trajectory.json and frames/. */
  readonly folder: string;
  /** The id of the trajectory. */
  readonly trajectoryId: string;
  /** Who acts, for the recording. */
  readonly agent: { readonly name: string; readonly model?: string };
}

/** A world with tasks. Episodes may run at the same time; none sees anything of another. */
export interface LiveEnvironment {
  /** Names it in trajectories (source.benchmark) and reports. */
  readonly name: string;
  readonly tasks: readonly LiveTask[];
  /** Starts an episode at the task's first page. @throws InputError for a task that it does not have */
  reset(start: EpisodeStart): Promise<LiveEpisode>;
  close(): Promise<void>;
}

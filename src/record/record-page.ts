/** Records what an agent does on a Playwright page as a native trajectory. */
import type { Page } from "playwright-core";
import type { Action, Trajectory } from "../trajectory/index.ts";
import { recordedPage } from "./recorded-page.ts";
import { Recorder, type RecordOptions, type RunEnd } from "./recorder.ts";

/** A recording under way. */
export interface Recording {
  /** The page to use instead of the one given: its actions are recorded. */
  page: Page;
  /** The agent's own words, kept with its next action. */
  think(thought: string): void;
  /**
   * Records an action that is no call of the page: waiting, or what is refused before the page is asked. An error of
   * `carryOut` is recorded with it and thrown on.
   */
  perform(action: Action, carryOut: () => Promise<unknown>): Promise<unknown>;
  /** Resolves when the page has come to rest after the last action. */
  settled(): Promise<void>;
  /** Records the last state and the answer, writes the trajectory and lets the page go. */
  finish(end?: RunEnd): Promise<Trajectory>;
}

/**
 * Records a page: use the returned `page` instead of the one given, then `finish`.
 *
 * Before each action it stores the frame, the visible text and the accessibility tree, then the action with its
 * element, then the requests the action caused; at the end the last state. What is typed into a password field, and
 * everything else that is secret by its form, is removed before it is written. The trajectory is written before each
 * action is carried out, so that a run that dies leaves what it had done.
 *
 * @throws InputError when the agent acts after `finish`
 * @example
 * const recording = recordPage(page, { folder: "runs/24", id: "my-site/my-agent/24", task: { instruction } });
 * await agent.run(recording.page);
 * await recording.finish({ answer: agent.answer });
 */
export function recordPage(page: Page, options: RecordOptions): Recording {
  const recorder = new Recorder(page, options);
  return {
    page: recordedPage(page, (aim, carryOut) => recorder.perform(aim, carryOut)),
    think: (thought) => recorder.think(thought),
    perform: (action, carryOut) => recorder.perform({ page, action: { ...action }, options: {} }, carryOut),
    settled: () => recorder.settled(),
    finish: (end = {}) => recorder.finish(end),
  };
}

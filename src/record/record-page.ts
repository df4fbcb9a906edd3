/** Records what an agent does on a Playwright page as a native trajectory. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ConsoleMessage, Download, Locator, Page } from "playwright-core";
import { redactTrajectory } from "../evidence/redaction.ts";
import {
  type Action,
  InputError,
  type StopReason,
  type Task,
  type Trajectory,
  trajectorySchemaId,
} from "../trajectory/index.ts";
import { observe } from "./observe.ts";
import { recordedPage } from "./recorded-page.ts";
import { RequestLog } from "./request-log.ts";
import { recordedValue, TypedSecrets } from "./secrets.ts";
import { describeTarget } from "./target.ts";

export interface RecordOptions {
  /** The folder that gets trajectory.json and frames/; made when it is not there. */
  folder: string;
  /** The run's id, such as `my-benchmark/my-agent/task-24`. */
  id: string;
  task: Task;
  agent?: Trajectory["agent"];
  benchmark?: string;
  /** JPEG quality of the frames, 1 to 100. Default 60. */
  quality?: number;
  /** Record the accessibility tree of every state. Default true. */
  accessibilityTree?: boolean;
  /** How long to wait, at most, for the page to come to rest after an action, in milliseconds. Default 3000. */
  settleMs?: number;
  /** How long to wait for an action's element, in milliseconds. Default 5000. */
  targetMs?: number;
}

/** How the run ended. */
export interface RunEnd {
  answer?: string;
  stop?: StopReason;
  /** Whatever else should be kept with the run; no judge sees it. */
  extra?: Record<string, unknown>;
}

/** A recording under way. */
export interface Recording {
  /** The page to use instead of the one given: its actions are recorded. */
  page: Page;
  /** The agent's own words, kept with its next action. */
  think(thought: string): void;
  /** Records the last state and the answer, writes the trajectory and lets the page go. */
  finish(end?: RunEnd): Promise<Trajectory>;
}

const consoleErrorLimit = 100;

class Recorder {
  readonly #page: Page;
  readonly #options: Required<
    Pick<RecordOptions, "quality" | "accessibilityTree" | "settleMs" | "targetMs">
  > &
    RecordOptions;
  readonly #log: RequestLog;
  readonly #secrets = new TypedSecrets();
  readonly #trajectory: Trajectory;
  readonly #consoleErrors: { step: number; text: string }[] = [];
  readonly #downloads: { step: number; url: string; file: string }[] = [];
  #frames = 0;
  #lastFrame: { path: string; bytes: Uint8Array } | undefined;
  #thought: string | undefined;
  #busy: Promise<unknown> = Promise.resolve();
  #finished = false;

  readonly #onConsole = (message: ConsoleMessage): void => {
    if (message.type() === "error" && this.#consoleErrors.length < consoleErrorLimit) {
      this.#consoleErrors.push({
        step: this.#trajectory.steps.length - 1,
        text: message.text().slice(0, 500),
      });
    }
  };

  readonly #onDownload = (download: Download): void => {
    this.#downloads.push({
      step: this.#trajectory.steps.length - 1,
      url: download.url(),
      file: download.suggestedFilename(),
    });
  };

  constructor(page: Page, options: RecordOptions) {
    this.#page = page;
    this.#options = { quality: 60, accessibilityTree: true, settleMs: 3000, targetMs: 5000, ...options };
    this.#log = new RequestLog(page);
    page.on("console", this.#onConsole);
    page.on("download", this.#onDownload);
    this.#trajectory = {
      schema: trajectorySchemaId,
      id: options.id,
      task: options.task,
      ...(options.agent === undefined ? {} : { agent: options.agent }),
      source: {
        format: "native",
        ...(options.benchmark === undefined ? {} : { benchmark: options.benchmark }),
      },
      steps: [],
    };
  }

  think(thought: string): void {
    this.#thought = thought;
  }

  /** One action after the other, whatever the agent awaits. */
  perform(aim: { locator?: Locator; action: Action }, carryOut: () => Promise<unknown>): Promise<unknown> {
    if (this.#finished)
      throw new InputError(`${this.#options.id}: the recording is finished; act on the page itself`);
    const turn = this.#busy.catch(() => undefined).then(() => this.#step(aim, carryOut));
    this.#busy = turn;
    return turn;
  }

  async #step(
    { locator, action }: { locator?: Locator; action: Action },
    carryOut: () => Promise<unknown>,
  ): Promise<unknown> {
    await this.#closeStep();
    const described =
      locator === undefined ? undefined : await describeTarget(locator, this.#options.targetMs);
    if (described?.isPassword === true && action.type === "type" && action.value !== undefined) {
      this.#secrets.add(action.value);
      action.value = recordedValue(action.value, true);
    }
    const index = this.#trajectory.steps.length;
    const { observation, problems } = await this.#observe();
    this.#addProblems(`steps[${index}].observation`, problems);
    const step: Trajectory["steps"][number] = {
      index,
      observation,
      ...(this.#thought === undefined ? {} : { thought: this.#thought }),
      action: {
        ...action,
        raw: [action.raw, described?.target.selector, action.value]
          .filter((part) => part !== undefined)
          .join(" "),
        ...(described === undefined ? {} : { target: described.target }),
      },
      startedAt: new Date().toISOString(),
    };
    this.#thought = undefined;
    // What the page asked for by itself before the first action belongs to no step.
    const before = await this.#log.take();
    if (before.length > 0) this.#trajectory.requests = [...(this.#trajectory.requests ?? []), ...before];
    this.#trajectory.steps.push(step);
    try {
      return await carryOut();
    } catch (error) {
      step.action.error = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "failed";
      throw error;
    }
  }

  /** Waits for what the last action set off, and gives its requests to it. */
  async #closeStep(): Promise<void> {
    await this.#log.settle(this.#options.settleMs);
    const step = this.#trajectory.steps.at(-1);
    if (step === undefined) return;
    const requests = await this.#log.take();
    if (requests.length > 0) step.requests = [...(step.requests ?? []), ...requests];
    await this.#write();
  }

  #observe(): ReturnType<typeof observe> {
    const { quality, accessibilityTree } = this.#options;
    return observe(this.#page, { quality, accessibilityTree, saveFrame: (bytes) => this.#saveFrame(bytes) });
  }

  /** A screen that did not change is stored once. */
  async #saveFrame(bytes: Uint8Array): Promise<string> {
    if (this.#lastFrame !== undefined && Buffer.compare(this.#lastFrame.bytes, bytes) === 0)
      return this.#lastFrame.path;
    const path = `frames/${this.#frames}.jpg`;
    this.#frames += 1;
    await mkdir(join(this.#options.folder, "frames"), { recursive: true });
    await writeFile(join(this.#options.folder, path), bytes);
    this.#lastFrame = { path, bytes };
    return path;
  }

  #addProblems(where: string, problems: readonly string[]): void {
    if (problems.length === 0) return;
    this.#trajectory.problems = [
      ...(this.#trajectory.problems ?? []),
      ...problems.map((what) => ({ where, what })),
    ];
  }

  /** The whole record so far, redacted; a run that dies leaves what it had done. */
  async #write(): Promise<Trajectory> {
    const { trajectory } = redactTrajectory(this.#secrets.removeDeep(this.#trajectory));
    const path = join(this.#options.folder, "trajectory.json");
    await mkdir(this.#options.folder, { recursive: true });
    await writeFile(`${path}.new`, `${JSON.stringify(trajectory, null, 1)}\n`);
    await rename(`${path}.new`, path);
    return trajectory;
  }

  async finish({ answer, stop, extra }: RunEnd): Promise<Trajectory> {
    await this.#busy.catch(() => undefined);
    this.#finished = true;
    await this.#closeStep();
    const { observation, problems } = await this.#observe();
    this.#log.close();
    this.#page.off("console", this.#onConsole);
    this.#page.off("download", this.#onDownload);
    this.#addProblems("final", problems);
    const recorded = this.#trajectory;
    recorded.final = observation;
    if (answer !== undefined) {
      const index = recorded.steps.length;
      const type = stop === "infeasible" ? "infeasible" : "answer";
      recorded.steps.push({
        index,
        observation,
        ...(this.#thought === undefined ? {} : { thought: this.#thought }),
        action: { raw: `${type} ${answer}`, type, value: answer },
        startedAt: new Date().toISOString(),
      });
      recorded.answer = answer;
    }
    recorded.stop = stop ?? (answer === undefined ? "unknown" : "answered");
    const kept = {
      ...(this.#consoleErrors.length === 0 ? {} : { consoleErrors: this.#consoleErrors }),
      ...(this.#downloads.length === 0 ? {} : { downloads: this.#downloads }),
      ...extra,
    };
    if (Object.keys(kept).length > 0) recorded.extra = kept;
    return this.#write();
  }
}

/**
 * Records a page: use the returned `page` instead of the one given, then `finish`.
 *
 * Before each action it stores the frame, the visible text and the accessibility tree, then the action with its
 * element, then the requests the action caused; at the end the last state. What is typed into a password field, and
 * everything else that is secret by its form, is redacted before it is written. The trajectory is written after each
 * step, so that a run that dies leaves what it had done.
 *
 * @example
 * const recording = await recordPage(page, { folder: "runs/24", id: "my-site/my-agent/24", task: { instruction } });
 * await agent.run(recording.page);
 * await recording.finish({ answer: agent.answer });
 */
export async function recordPage(page: Page, options: RecordOptions): Promise<Recording> {
  const recorder = new Recorder(page, options);
  await mkdir(options.folder, { recursive: true });
  return {
    page: recordedPage(page, (aim, carryOut) => recorder.perform(aim, carryOut)),
    think: (thought) => recorder.think(thought),
    finish: (end = {}) => recorder.finish(end),
  };
}

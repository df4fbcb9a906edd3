/** Turns the actions on a page into the steps of a trajectory. */
import type { Page } from "playwright-core";
import {
  type Action,
  InputError,
  type Observation,
  type StopReason,
  type Task,
  type Trajectory,
  trajectorySchemaId,
} from "../trajectory/index.ts";
import { observe } from "./observe.ts";
import { PageEvents } from "./page-events.ts";
import type { Aim } from "./recorded-page.ts";
import { RequestLog } from "./request-log.ts";
import { RunFiles } from "./run-files.ts";
import { passwordMark, TypedSecrets } from "./secrets.ts";
import { describeTarget } from "./target.ts";

export interface RecordOptions {
  /** The folder that gets trajectory.json and frames/; made when it is not there. */
  folder: string;
  /** The run's id, such as `my-benchmark/my-agent/task-24`. */
  id: string;
  task: Task;
  agent?: Trajectory["agent"];
  benchmark?: string;
  /** Secrets that the agent was given, such as its password: removed wherever they occur, before they are typed too. */
  secrets?: readonly string[];
  /** JPEG quality of the frames, 1 to 100. Default 60. */
  quality?: number;
  /** Record the accessibility tree of every state. Default true. */
  accessibilityTree?: boolean;
  /** Requests for pictures, styles, scripts and fonts are recorded too. Default true. */
  assets?: boolean;
  /** How long to wait, at most, for the page to come to rest after an action, in milliseconds. Default 3000. */
  settleMs?: number;
  /** How long to wait for an action's element when the action states no time itself, in milliseconds. Default 5000. */
  targetMs?: number;
}

/** How the run ended. */
export interface RunEnd {
  answer?: string;
  stop?: StopReason;
  /** Whatever else should be kept with the run; no judge sees it. */
  extra?: Record<string, unknown>;
}

type Step = Trajectory["steps"][number];

const defaults = { quality: 60, accessibilityTree: true, assets: true, settleMs: 3000, targetMs: 5000 };
const passwordName = /passw|passphrase|\bpwd\b/i;
/** Runs in the page: whether what is typed now goes into a password field. */
const focusIsPassword = `document.activeElement?.type === "password"`;

export class Recorder {
  readonly #options: RecordOptions & typeof defaults;
  readonly #log: RequestLog;
  readonly #events: PageEvents;
  readonly #files: RunFiles;
  readonly #secrets = new TypedSecrets();
  readonly #trajectory: Trajectory;
  /** The page that was acted on last. */
  #page: Page;
  #thought: string | undefined;
  #busy: Promise<unknown> = Promise.resolve();
  #finished = false;

  constructor(page: Page, options: RecordOptions) {
    this.#page = page;
    this.#options = { ...defaults, ...options };
    for (const secret of options.secrets ?? []) this.#secrets.add(secret);
    this.#files = new RunFiles(options.folder);
    this.#log = new RequestLog(page, this.#options.assets);
    this.#events = new PageEvents(
      () => this.#trajectory.steps.length - 1,
      (opened) => this.#log.follow(opened),
    );
    this.#events.follow(page);
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

  async settled(): Promise<void> {
    await this.#busy.catch(() => undefined);
    await this.#log.settle(this.#page, this.#options.settleMs);
  }

  /** Records an action and carries it out; one after the other, whatever the agent awaits. */
  perform(aim: Aim, carryOut: () => Promise<unknown>): Promise<unknown> {
    if (this.#finished)
      throw new InputError(`${this.#options.id}: the recording is finished; act on the page itself`);
    const turn = this.#busy.catch(() => undefined).then(() => this.#step(aim, carryOut));
    this.#busy = turn;
    return turn;
  }

  async #step(aim: Aim, carryOut: () => Promise<unknown>): Promise<unknown> {
    await this.#closeStep();
    if (aim.page !== this.#page) {
      this.#page = aim.page;
      await this.#log.settle(this.#page, this.#options.settleMs);
    }
    const { action } = aim;
    const index = this.#trajectory.steps.length;
    await this.#aimAt(aim);
    const observation = await this.#observe(`steps[${index}].observation`);
    // What the page asked for by itself before the first action belongs to no step.
    const before = await this.#log.take();
    if (before.length > 0) this.#trajectory.requests = [...(this.#trajectory.requests ?? []), ...before];
    this.#addStep(observation, action);
    await this.#write();
    try {
      return await carryOut();
    } catch (error) {
      action.error = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "failed";
      throw error;
    }
  }

  /** Adds the element that the action is aimed at, and takes the value away that goes into a password field. */
  async #aimAt({ page, action, element, selector, atFocus, options }: Aim): Promise<void> {
    let isPassword = false;
    if (element !== undefined) {
      const handle = await element(options.timeout ?? this.#options.targetMs);
      const described = handle === null ? undefined : await describeTarget(handle, options.position);
      if (described !== undefined) action.target = described.target;
      isPassword = described?.isPassword ?? passwordName.test(selector ?? "");
    } else if (atFocus === true) {
      isPassword = await page.evaluate<boolean>(focusIsPassword).catch(() => false);
    }
    const { type, value } = action;
    if (isPassword && value !== undefined && (type === "type" || (type === "press" && value.length === 1))) {
      if (type === "type") this.#secrets.add(value);
      action.value = passwordMark;
    }
    action.raw = [action.raw, action.target?.selector, action.value].filter(Boolean).join(" ");
  }

  #addStep(observation: Observation, action: Action): void {
    const step: Step = {
      index: this.#trajectory.steps.length,
      observation,
      ...(this.#thought === undefined ? {} : { thought: this.#thought }),
      action,
      startedAt: new Date().toISOString(),
    };
    this.#thought = undefined;
    this.#trajectory.steps.push(step);
  }

  /** Waits for what the last action set off, and gives its requests to it. */
  async #closeStep(): Promise<void> {
    await this.#log.settle(this.#page, this.#options.settleMs);
    const step = this.#trajectory.steps.at(-1);
    if (step === undefined) return;
    const requests = await this.#log.take();
    if (requests.length > 0) step.requests = [...(step.requests ?? []), ...requests];
  }

  async #observe(where: string): Promise<Observation> {
    const { quality, accessibilityTree } = this.#options;
    const { observation, problems, passwords } = await observe(this.#page, {
      quality,
      accessibilityTree,
      saveFrame: (bytes) => this.#files.saveFrame(bytes),
    });
    for (const password of passwords) this.#secrets.addGrowing(password);
    if (problems.length > 0) {
      const found = problems.map((what) => ({ where, what }));
      this.#trajectory.problems = [...(this.#trajectory.problems ?? []), ...found];
    }
    return observation;
  }

  #write(): Promise<Trajectory> {
    return this.#files.saveTrajectory(this.#trajectory, this.#secrets.remover());
  }

  /** Records the last state and the answer; the record as it was written. */
  async finish({ answer, stop, extra }: RunEnd): Promise<Trajectory> {
    await this.#busy.catch(() => undefined);
    this.#finished = true;
    await this.#closeStep();
    if (this.#page.isClosed()) this.#page = this.#events.openPage() ?? this.#page;
    const observation = await this.#observe("final");
    this.#log.close();
    this.#events.close();
    const recorded = this.#trajectory;
    recorded.final = observation;
    if (answer !== undefined) {
      const type = stop === "infeasible" ? "infeasible" : "answer";
      this.#addStep(observation, { raw: `${type} ${answer}`, type, value: answer });
      recorded.answer = answer;
    }
    recorded.stop = stop ?? (answer === undefined ? "unknown" : "answered");
    const { consoleErrors, downloads } = this.#events;
    const kept = {
      ...(consoleErrors.length === 0 ? {} : { consoleErrors }),
      ...(downloads.length === 0 ? {} : { downloads }),
      ...extra,
    };
    if (Object.keys(kept).length > 0) recorded.extra = kept;
    return this.#write();
  }
}

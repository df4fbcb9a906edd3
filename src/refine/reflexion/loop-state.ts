/** A loop while it runs: what is on disk, what was spent, what went wrong, and whether it may go on. */
import { redactText } from "../../evidence/index.ts";
import { addUsage } from "../../judging/index.ts";
import { BudgetReached, InputError, oneLine, type Usage } from "../../trajectory/index.ts";
import type { LiveTask } from "../live/environment.ts";
import type { ReflexionOptions, ReflexionProgress } from "./options.ts";
import { isFinished } from "./play-task.ts";
import { nothingUsed, type ReflexionRecord, type TrialRecord, type UsageByPart } from "./trial-record.ts";

function addTo(sum: UsageByPart, usage: Readonly<UsageByPart>): void {
  for (const part of ["actor", "evaluator", "reflector"] as const)
    sum[part] = addUsage(sum[part], usage[part]);
}

const totalOf = ({ actor, evaluator, reflector }: Readonly<UsageByPart>): Usage =>
  addUsage(addUsage(actor, evaluator), reflector);

/** What a loop takes over from what is on disk. */
export interface Earlier {
  readonly known: Map<string, TrialRecord[]>;
  /** reflexion.json of an earlier start. */
  readonly record: Pick<ReflexionRecord, "tasks" | "unrecordedUsage"> | undefined;
}

/** The state of a loop while it runs: what is on disk, and what it may still do. */
export class LoopState {
  /** Those of this start. */
  readonly tasks: readonly LiveTask[];
  /** The ids of all tasks that this start or an earlier one was asked for. */
  readonly taskIds: readonly string[];
  readonly known: Map<string, TrialRecord[]>;
  /** Of all trials: those with a line, those under way, and those that broke off. */
  readonly usage: UsageByPart = { ...nothingUsed };
  /** Of trials that broke off or were given up. */
  readonly unrecordedUsage: UsageByPart = { ...nothingUsed };
  readonly faults: ReflexionRecord["faults"] = [];
  fresh = 0;
  fatal: unknown;
  readonly #options: ReflexionOptions;
  readonly #underWay = new Map<string, UsageByPart>();

  constructor(options: ReflexionOptions, tasks: readonly LiveTask[], { known, record }: Earlier) {
    this.#options = options;
    this.tasks = tasks;
    this.known = known;
    this.taskIds = [...new Set([...(record?.tasks ?? []), ...known.keys(), ...tasks.map(({ id }) => id)])];
    if (record !== undefined) addTo(this.unrecordedUsage, record.unrecordedUsage);
    addTo(this.usage, this.unrecordedUsage);
    for (const { usage } of this.trials()) addTo(this.usage, usage);
  }

  trials(): TrialRecord[] {
    return [...this.known.values()].flat();
  }

  /** How many of these tasks have come to their end. */
  #finishedOf(ids: readonly string[]): number {
    return ids.filter((id) => isFinished(this.known.get(id) ?? [])).length;
  }

  /** Tasks of this start that have not come to their end. */
  get left(): number {
    return this.tasks.length - this.#finishedOf(this.tasks.map(({ id }) => id));
  }

  get spent(): boolean {
    const { budgetUsd } = this.#options;
    return budgetUsd !== undefined && (totalOf(this.usage).costUsd ?? 0) >= budgetUsd;
  }

  get halted(): boolean {
    const { stop, abort } = this.#options;
    return this.fatal !== undefined || stop?.aborted === true || abort?.aborted === true || this.spent;
  }

  /** Counts what a trial under way has used, whatever becomes of it. */
  used(task: LiveTask, part: keyof UsageByPart, usage: Usage): void {
    const own = this.#underWay.get(task.id) ?? { ...nothingUsed };
    own[part] = addUsage(own[part], usage);
    this.#underWay.set(task.id, own);
    this.usage[part] = addUsage(this.usage[part], usage);
  }

  /** A trial is on disk. @throws InputError when its price is not known and a budget is to be kept */
  add(record: TrialRecord): void {
    this.#underWay.delete(record.taskId);
    this.known.set(record.taskId, [...(this.known.get(record.taskId) ?? []), record]);
    this.fresh += 1;
    if (this.#options.budgetUsd !== undefined && totalOf(this.usage).costUsd === null)
      throw new InputError("--budget: the price of a model is not known, so a budget cannot be kept");
  }

  /** No further trial is begun: this error would meet every task. */
  break(error: unknown): void {
    this.fatal ??= error;
  }

  /** A trial has left no line. A wrong key would meet every task; a page that broke meets one, and the others go on. */
  fail(task: LiveTask, error: unknown): void {
    const usage = this.#underWay.get(task.id);
    this.#underWay.delete(task.id);
    if (usage !== undefined) addTo(this.unrecordedUsage, usage);
    if (this.#options.abort?.aborted === true) return;
    if (InputError.isInstance(error) || BudgetReached.isInstance(error)) this.break(error);
    // Once the loop is broken its error is thrown, and is no fault of one task.
    if (this.fatal !== undefined) return;
    const message = oneLine(redactText(error instanceof Error ? error.message : String(error)).text, 300);
    this.faults.push({
      taskId: task.id,
      trial: this.known.get(task.id)?.length ?? 0,
      message,
      ...(usage === undefined || totalOf(usage).calls === 0 ? {} : { usage }),
    });
  }

  status(): ReflexionRecord["status"] {
    if (this.#finishedOf(this.taskIds) === this.taskIds.length) return "complete";
    if (this.spent) return "budget";
    return this.faults.length > 0 && !this.halted ? "faults" : "interrupted";
  }

  /** What reflexion.json says of it, now and over all starts. */
  record(): Pick<ReflexionRecord, "tasks" | "counts" | "faults" | "usage" | "unrecordedUsage"> {
    const trials = this.trials();
    return {
      tasks: [...this.taskIds],
      counts: {
        tasks: this.taskIds.length,
        finished: this.#finishedOf(this.taskIds),
        trials: trials.length,
        unscored: trials.filter(({ outcome }) => outcome === null).length,
      },
      faults: [...this.faults],
      usage: { ...this.usage },
      unrecordedUsage: { ...this.unrecordedUsage },
    };
  }

  progress(): ReflexionProgress {
    const trials = this.trials();
    return {
      tasks: this.tasks.length,
      finished: this.tasks.length - this.left,
      trials: trials.length,
      fresh: this.fresh,
      accepted: trials.filter(({ outcome }) => outcome === "success").length,
      unscored: trials.filter(({ outcome }) => outcome === null).length,
      usage: totalOf(this.usage),
    };
  }
}

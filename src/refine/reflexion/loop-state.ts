/** A loop while it runs: what is on disk, what was spent, what went wrong, and whether it may go on. */
import { redactText } from "../../evidence/index.ts";
import { addUsage, noUsage } from "../../judging/index.ts";
import { BudgetReached, InputError, oneLine, type Usage } from "../../trajectory/index.ts";
import type { LiveTask } from "../live/environment.ts";
import type { ReflexionOptions, ReflexionProgress } from "./options.ts";
import { isFinished } from "./play-task.ts";
import type { ReflexionRecord, TrialRecord } from "./trial-record.ts";

type Kinds = ReflexionRecord["usage"];

/** What all trials used, by whom. */
function usageOf(trials: Iterable<TrialRecord>): Kinds {
  const sum: Kinds = { actor: noUsage, evaluator: noUsage, reflector: noUsage };
  for (const { usage } of trials) addKinds(sum, usage);
  return sum;
}

function addKinds(sum: Kinds, usage: Kinds): void {
  for (const kind of ["actor", "evaluator", "reflector"] as const)
    sum[kind] = addUsage(sum[kind], usage[kind]);
}

const totalOf = ({ actor, evaluator, reflector }: Kinds): Usage =>
  addUsage(addUsage(actor, evaluator), reflector);

/** The state of a loop while it runs: what is on disk, and what it may still do. */
export class LoopState {
  readonly tasks: readonly LiveTask[];
  readonly known: Map<string, TrialRecord[]>;
  readonly usage: Kinds;
  readonly faults: ReflexionRecord["faults"] = [];
  fresh = 0;
  fatal: unknown;
  readonly #options: ReflexionOptions;

  constructor(options: ReflexionOptions, tasks: readonly LiveTask[], known: Map<string, TrialRecord[]>) {
    this.#options = options;
    this.tasks = tasks;
    this.known = known;
    this.usage = usageOf(this.trials());
  }

  trials(): TrialRecord[] {
    return [...this.known.values()].flat();
  }

  get finished(): number {
    return this.tasks.filter(({ id }) => isFinished(this.known.get(id) ?? [])).length;
  }

  get spent(): boolean {
    const { budgetUsd } = this.#options;
    return budgetUsd !== undefined && (totalOf(this.usage).costUsd ?? 0) >= budgetUsd;
  }

  get halted(): boolean {
    const { stop, abort } = this.#options;
    return this.fatal !== undefined || stop?.aborted === true || abort?.aborted === true || this.spent;
  }

  add(record: TrialRecord): void {
    this.known.set(record.taskId, [...(this.known.get(record.taskId) ?? []), record]);
    addKinds(this.usage, record.usage);
    this.fresh += 1;
    if (this.#options.budgetUsd !== undefined && totalOf(this.usage).costUsd === null)
      throw new InputError("--budget: the price of a model is not known, so a budget cannot be kept");
  }

  /** A wrong key would meet every task; a page that broke meets one, and the others go on. */
  fail(task: LiveTask, error: unknown): void {
    if (this.#options.abort?.aborted === true) return;
    if (InputError.isInstance(error) || BudgetReached.isInstance(error)) {
      this.fatal ??= error;
      return;
    }
    const message = oneLine(redactText(error instanceof Error ? error.message : String(error)).text, 300);
    this.faults.push({ taskId: task.id, trial: this.known.get(task.id)?.length ?? 0, message });
  }

  status(): ReflexionRecord["status"] {
    if (this.finished === this.tasks.length) return "complete";
    if (this.spent) return "budget";
    return this.faults.length > 0 && !this.halted ? "faults" : "interrupted";
  }

  progress(): ReflexionProgress {
    const trials = this.trials();
    return {
      tasks: this.tasks.length,
      finished: this.finished,
      trials: trials.length,
      fresh: this.fresh,
      accepted: trials.filter(({ outcome }) => outcome === "success").length,
      unscored: trials.filter(({ outcome }) => outcome === null).length,
      usage: totalOf(this.usage),
    };
  }
}

/** Labelling: one key, one line in the file; the first answer is blind, one given after the verdicts were seen says so. */
import type { Label, Outcome, StepClass } from "../trajectory/index.ts";
import type { ReviewData, ReviewRow } from "./data.ts";

export interface Rater {
  name: string;
  /** False: the judges' verdicts are shown from the start, so that every answer is a revealed one. */
  blind: boolean;
  kind: Label["kind"];
}

/** The judges' verdicts on this run may be seen: this rater has answered, or does not work blind. */
export function isRevealed(row: ReviewRow, { name, blind }: Rater): boolean {
  return !blind || row.answered.has(name);
}

const phaseNow = (row: ReviewRow, rater: Rater): "blind" | "revealed" =>
  isRevealed(row, rater) ? "revealed" : "blind";

/** The rater's newest label of a run. */
export function currentLabel(row: ReviewRow, rater: Rater): Label | undefined {
  const own = row.labels.get(rater.name);
  return own?.revealed ?? own?.blind;
}

function labelFor(row: ReviewRow, rater: Rater, changes: Partial<Label> & { outcome: Outcome }): Label {
  const probability = row.plan?.probability;
  return {
    trajectoryId: row.item.id,
    rater: rater.name,
    kind: rater.kind,
    phase: phaseNow(row, rater),
    ...(probability === undefined ? {} : { probability }),
    createdAt: new Date().toISOString(),
    ...changes,
  };
}

/** One rater's work: what was given, in order, so that it can be taken back. */
export class Labelling {
  readonly #data: ReviewData;
  readonly #rater: Rater;
  readonly #given: Label[] = [];
  /** Runs whose outcome was stated by key, and not only by classing steps. */
  readonly #stated = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(data: ReviewData, rater: Rater) {
    this.#data = data;
    this.#rater = rater;
  }

  /** One after the other: whether an answer is blind depends on what was given before it. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #give(label: Label): Promise<void> {
    await this.#data.addLabel(label);
    this.#given.push(label);
  }

  /** Labels a run; resolves when the label is on the disk. */
  label(row: ReviewRow, outcome: Outcome): Promise<void> {
    return this.#inTurn(() => this.#label(row, outcome));
  }

  async #label(row: ReviewRow, outcome: Outcome): Promise<void> {
    this.#stated.add(row.item.id);
    const before = currentLabel(row, this.#rater);
    const kept =
      before?.phase === phaseNow(row, this.#rater) && before.steps !== undefined
        ? { steps: before.steps }
        : {};
    await this.#give(labelFor(row, this.#rater, { outcome, ...kept }));
  }

  /** Classes a step; the outcome is success when some step is classed so, until the rater says otherwise. */
  classify(row: ReviewRow, step: number, stepClass: StepClass): Promise<void> {
    return this.#inTurn(() => this.#classify(row, step, stepClass));
  }

  async #classify(row: ReviewRow, step: number, stepClass: StepClass): Promise<void> {
    const before = currentLabel(row, this.#rater);
    const others = (before?.steps ?? []).filter(({ index }) => index !== step);
    const steps = [...others, { index: step, class: stepClass }].sort((a, b) => a.index - b.index);
    const followed = steps.some((each) => each.class === "success") ? "success" : "failure";
    // An outcome that the rater has stated stays; one that only followed from the steps follows them further.
    const isStated = before !== undefined && (before.steps === undefined || this.#stated.has(row.item.id));
    const outcome = isStated ? before.outcome : followed;
    await this.#give(
      labelFor(row, this.#rater, {
        outcome,
        steps,
        ...(before?.phase === undefined ? {} : { phase: before.phase }),
      }),
    );
  }

  /** Puts a note to the rater's label. @returns false when there is no label yet */
  note(row: ReviewRow, note: string): Promise<boolean> {
    return this.#inTurn(() => this.#note(row, note));
  }

  async #note(row: ReviewRow, note: string): Promise<boolean> {
    const before = currentLabel(row, this.#rater);
    if (before === undefined) return false;
    await this.#give({ ...before, note, createdAt: new Date().toISOString() });
    return true;
  }

  /** Takes the last given label back by a retraction, and sets in force what stood before it. @returns the run's id */
  undo(): Promise<string | undefined> {
    return this.#inTurn(() => this.#undo());
  }

  async #undo(): Promise<string | undefined> {
    const last = this.#given.pop();
    if (last === undefined) return undefined;
    await this.#data.addLabel({ ...last, retracted: true, createdAt: new Date().toISOString() });
    const before = this.#given.findLast(
      ({ trajectoryId, phase }) => trajectoryId === last.trajectoryId && phase === last.phase,
    );
    if (before !== undefined) await this.#data.addLabel({ ...before, createdAt: new Date().toISOString() });
    return last.trajectoryId;
  }
}

/** What is reviewed: the runs, every judge's outcome, every rater's label; details are read when they are looked at. */
import { z } from "zod";
import { runPaths } from "../batch/index.ts";
import { appendLabel, readLabels } from "../labels/index.ts";
import {
  check,
  type Label,
  type Outcome,
  outcomeSchema,
  type RunItem,
  runItemSchema,
  type Verdict,
  verdictSchema,
} from "../trajectory/index.ts";
import { indexedLines, lineAt } from "./indexed-lines.ts";

export interface JudgeMark {
  outcome: Outcome | null;
  score: number | null;
  /** Where the whole verdict is. */
  file: string;
  offset: number;
  length: number;
}

export interface ReviewRow {
  item: RunItem;
  /** By judge. */
  readonly marks: Map<string, JudgeMark>;
  /** The labels that count, by rater: the blind one, and the one after revealing. */
  labels: ReadonlyMap<string, { blind?: Label; revealed?: Label }>;
  /** Raters who have given a blind answer once, and so have seen the verdicts, even if they took it back. */
  answered: ReadonlySet<string>;
  /** Position in a plan, and the chance with which the plan chose it. */
  plan?: { position: number; probability?: number };
}

/** The few fields of a verdict that lists need: checking all of each would make 100,000 of them slow. */
const markSchema = z.object({
  trajectoryId: z.string(),
  judge: z.string(),
  outcome: outcomeSchema.nullable(),
  score: z.number().nullable(),
});
const planSchema = z.object({ trajectoryId: z.string(), probability: z.number().gt(0).max(1).optional() });

/** Lines between two looks at the clock, and the time after which the screen gets a chance to draw. */
const linesAtOnce = 500;
const drawEveryMs = 250;

/** Most runs of a large batch have no label: they share these. */
const noLabels: ReviewRow["labels"] = new Map();
const nobody: ReviewRow["answered"] = new Set();

const phaseOf = (label: Label): "blind" | "revealed" => label.phase ?? "blind";

/** The data of a review. Loading is in steps, so that the first rows can be shown while the rest is read. */
export class ReviewData {
  readonly rows: ReviewRow[] = [];
  readonly judges: string[] = [];
  readonly #runs: readonly string[];
  readonly #labelsFile: string;
  readonly #byId = new Map<string, ReviewRow>();
  readonly #read = new Map<string, number>();
  loaded = false;

  constructor(runs: readonly string[], labelsFile: string) {
    this.#runs = runs;
    this.#labelsFile = labelsFile;
  }

  get labelsFile(): string {
    return this.#labelsFile;
  }

  row(id: string): ReviewRow | undefined {
    return this.#byId.get(id);
  }

  #rowOf(item: RunItem): ReviewRow {
    const known = this.#byId.get(item.id);
    if (known !== undefined) {
      known.item = item;
      return known;
    }
    const row: ReviewRow = { item, marks: new Map(), labels: noLabels, answered: nobody };
    this.#byId.set(item.id, row);
    this.rows.push(row);
    return row;
  }

  /** Reads what the files hold beyond what was read before; calls `onProgress` now and then. */
  async load(onProgress: () => void = () => undefined): Promise<void> {
    let since = 0;
    let drawn = performance.now();
    const step = async (): Promise<void> => {
      since += 1;
      if (since < linesAtOnce) return;
      since = 0;
      const now = performance.now();
      if (now - drawn < (this.rows.length <= linesAtOnce ? 0 : drawEveryMs)) return;
      drawn = now;
      onProgress();
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (const run of this.#runs) {
      const { items, verdicts } = runPaths(run);
      for await (const line of indexedLines(items, this.#read.get(items))) {
        const item = runItemSchema.safeParse(line.value);
        if (item.success) this.#rowOf(item.data);
        this.#read.set(items, line.offset + line.length + 1);
        await step();
      }
      for await (const line of indexedLines(verdicts, this.#read.get(verdicts))) {
        const mark = markSchema.safeParse(line.value);
        this.#read.set(verdicts, line.offset + line.length + 1);
        if (mark.success)
          this.#addMark(mark.data, { file: verdicts, offset: line.offset, length: line.length });
        await step();
      }
    }
    if (!this.loaded) await this.#loadLabels();
    this.loaded = true;
    onProgress();
  }

  #addMark(
    { trajectoryId, judge, outcome, score }: z.output<typeof markSchema>,
    place: Pick<JudgeMark, "file" | "offset" | "length">,
  ): void {
    if (!this.judges.includes(judge)) this.judges.push(judge);
    this.#byId.get(trajectoryId)?.marks.set(judge, { outcome, score, ...place });
  }

  async #loadLabels(): Promise<void> {
    try {
      for (const label of (await readLabels(this.#labelsFile)).labels) this.#apply(label);
    } catch (error) {
      // A file that is not there yet is made by the first label; any other fault must be seen.
      if (!(error instanceof Error && error.message.endsWith("no such file"))) throw error;
    }
  }

  #apply(label: Label): void {
    const row = this.#byId.get(label.trajectoryId);
    if (row === undefined) return;
    const own = { ...row.labels.get(label.rater) };
    if (phaseOf(label) === "blind") row.answered = new Set([...row.answered, label.rater]);
    if (label.retracted === true) delete own[phaseOf(label)];
    else own[phaseOf(label)] = label;
    const labels = new Map(row.labels);
    if (own.blind === undefined && own.revealed === undefined) labels.delete(label.rater);
    else labels.set(label.rater, own);
    row.labels = labels;
  }

  /** Takes the order and the chances of a plan (JSON Lines of trajectoryId and probability). */
  async loadPlan(path: string): Promise<void> {
    let position = 0;
    for await (const { value } of indexedLines(path)) {
      const line = check(planSchema, value, path);
      const row = this.#byId.get(line.trajectoryId);
      if (row !== undefined)
        row.plan = { position, ...(line.probability === undefined ? {} : { probability: line.probability }) };
      position += 1;
    }
  }

  /** Adds a label: it is on the disk before anything else changes. */
  async addLabel(label: Label): Promise<void> {
    await appendLabel(this.#labelsFile, label);
    this.#apply(label);
  }

  /** A judge's whole verdict. */
  async verdict(row: ReviewRow, judge: string): Promise<Verdict | undefined> {
    const mark = row.marks.get(judge);
    if (mark === undefined) return undefined;
    const { file, offset, length } = mark;
    return check(verdictSchema, await lineAt(file, offset, length), `${file} at byte ${offset}`);
  }
}

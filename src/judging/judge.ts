/** What a judge is, and how one is defined. */
import { z } from "zod";
import type { Evidence } from "../evidence/index.ts";
import {
  type EvidenceKind,
  InputError,
  type Judgement,
  type Level,
  type TrajectoryView,
} from "../trajectory/index.ts";
import type { Asking, StepJudgement } from "./ask.ts";

export interface Logger {
  debug(message: string, data?: object): void;
  warn(message: string, data?: object): void;
}

/** All that a judge gets besides the trajectory: it touches network and disk only through this. */
export interface JudgeContext<Options> extends Asking {
  readonly options: Options;
  readonly evidence: Evidence;
  readonly signal: AbortSignal | undefined;
  readonly logger?: Logger;
}

export interface Judge<Schema extends z.ZodType = z.ZodType> {
  readonly id: string;
  /** One line for lists. */
  readonly summary: string;
  readonly levels: readonly Level[];
  /** Evidence without which it does not judge: the outcome is null, the error `missing-evidence`. */
  readonly requires: readonly EvidenceKind[];
  /** Evidence that it looks at when there is some; what is absent is listed in `verdict.missing`. */
  readonly uses: readonly EvidenceKind[];
  /** A strict object: an unknown option is an error. */
  readonly options: Schema;
  /** The prompts it asks, by id. */
  readonly prompts: readonly string[];
  /** The models it needs, such as `vision` and `text`; empty for a judge that works offline. */
  readonly roles: readonly string[];
  /** The models it needs under these options, where some of `roles` may not be needed. */
  rolesFor?(options: z.output<Schema>): readonly string[];
  /** Raised when the same input would be judged differently than before. */
  readonly codeVersion: number;
  /** Digests of files that the verdicts depend on, such as coefficients or recorded answers. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where its prompts are; the package's own folder when absent. */
  readonly promptFolder?: string;
  /** Judges the run. Never throws for a bad answer of a model; what it throws is a bug. */
  judge(view: TrajectoryView, context: JudgeContext<z.output<Schema>>): Promise<Judgement>;
  /** Judges what action `index` led to, from the past and the state after it. */
  judgeStep?(
    view: TrajectoryView,
    index: number,
    context: JudgeContext<z.output<Schema>>,
  ): Promise<StepJudgement>;
}

/** What may be left out when a judge is defined. */
type Defaulted = "requires" | "uses" | "prompts" | "roles" | "codeVersion";
export type JudgeDefinition<Schema extends z.ZodType> = Omit<Judge<Schema>, Defaulted> &
  Partial<Pick<Judge<Schema>, Defaulted>>;

const shape = z.looseObject({
  id: z.string().regex(/^[a-z0-9][\w.:-]*$/i, "must be a word"),
  summary: z.string().min(1),
  levels: z.array(z.enum(["trajectory", "step"])).min(1),
  judge: z.custom<unknown>((value) => typeof value === "function", "must be a function"),
  options: z.custom<unknown>(
    (value) => value instanceof Object && "safeParse" in value,
    "must be a zod schema",
  ),
});

/**
 * Defines a judge.
 *
 * @throws InputError when the definition lacks something, as only a judge written in JavaScript can
 */
export function defineJudge<Schema extends z.ZodType>(definition: JudgeDefinition<Schema>): Judge<Schema> {
  const read = shape.safeParse(definition);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new InputError(
      `judge ${JSON.stringify(definition?.id)}: ${issue?.path.join(".")}: ${issue?.message}`,
    );
  }
  if (definition.levels.includes("step") && definition.judgeStep === undefined)
    throw new InputError(`judge ${JSON.stringify(definition.id)}: levels: "step" needs a judgeStep`);
  return { requires: [], uses: [], prompts: [], roles: [], codeVersion: 1, ...definition };
}

/** Makes a judge ready to run over many trajectories, and runs it over one. */
import { randomBytes } from "node:crypto";
import {
  type Evidence,
  evidence,
  evidenceReadBy,
  type OcrEngine,
  pointNames,
  redactJudgement,
  redactTrajectory,
} from "../evidence/index.ts";
import { type ModelClient, type ModelUsage, toModel } from "../models/index.ts";
import {
  check,
  type EvidenceKind,
  InputError,
  type Level,
  type Run,
  type Trajectory,
  type TrajectoryView,
  trajectoryDigest,
  type Verdict,
  viewOf,
} from "../trajectory/index.ts";
import { answeredTexts, askWith } from "./ask.ts";
import { fenceWith } from "./fence.ts";
import type { Judge, JudgeContext } from "./judge.ts";
import { checkedJudgement, judgementOf, unscored } from "./judgement-of.ts";
import { type JudgeOptions, type PrepareOptions, refuseUnknown } from "./prepare-options.ts";
import { loadPrompts } from "./prompt.ts";
import { judgeSteps } from "./step-level.ts";
import { addUsage, noUsage } from "./usage.ts";
import { judgeVersion, verdictKey } from "./version.ts";

/** A verdict that nobody has to find again. */
export type UnkeyedVerdict = Omit<Verdict, "key">;

/** How one trajectory is judged. */
export interface AssessOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hears of each call of a model when it has been answered, also where no verdict comes of it. */
  readonly used?: (call: ModelUsage) => void;
}

/** A judge with its models, prompts and options: made once a run, then called for each trajectory. */
export interface PreparedJudge {
  readonly judge: Judge;
  readonly level: Level;
  /** The options with defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly version: string;
  /** Role → reference. */
  readonly models: Readonly<Record<string, string>>;
  /** Prompt id → content hash. */
  readonly prompts: Readonly<Record<string, string>>;
  /** The id of the OCR engine that it uses; absent when it uses none. */
  readonly ocr?: string;
  /** The key that the verdict on the trajectory with this digest has or will have. */
  keyOf(digest: string): string;
  /**
   * Judges, and leaves the verdict's key out, which costs a hash of the whole run and all its images.
   *
   * @throws as {@link PreparedJudge.run}
   */
  assess(trajectory: Trajectory, options?: AssessOptions): Promise<UnkeyedVerdict>;
  /**
   * Judges.
   *
   * @param digest the trajectory's digest, where it is known already: computing it reads every image
   * @throws InputError when no trajectory can be judged, and the signal's reason; nothing else
   */
  run(
    trajectory: Trajectory,
    options?: { signal?: AbortSignal | undefined; digest?: string },
  ): Promise<Verdict>;
}

function modelsFor(
  judge: Judge,
  options: unknown,
  given: PrepareOptions["models"] = {},
): Record<string, ModelClient> {
  return Object.fromEntries(
    (judge.rolesFor?.(options) ?? judge.roles).map((role) => {
      const model = given[role] ?? given["default"];
      if (model === undefined)
        throw new InputError(
          `judge ${judge.id}: needs a model for role "${role}"; name one, such as openai:gpt-5 (--model, or models.default in code)`,
        );
      return [role, toModel(model)];
    }),
  );
}

/** The evidence of a run. An action is named by what is written at its point only for a judge that shows actions to a model. */
async function evidenceOf(
  view: TrajectoryView,
  judge: Judge,
  ocr: OcrEngine | undefined,
  signal: AbortSignal | undefined,
  redact: boolean,
): Promise<Evidence> {
  if (ocr === undefined) return evidence;
  const showsActions = [...judge.requires, ...judge.uses].includes("actions");
  return evidenceReadBy(ocr, showsActions ? await pointNames(view, ocr, signal) : new Map(), redact);
}

const union = (...lists: readonly (readonly EvidenceKind[])[]): EvidenceKind[] => [...new Set(lists.flat())];

/**
 * Makes a judge ready: reads its options, its prompts and its models.
 *
 * @throws InputError before anything is judged: unknown option, missing model or key, unsound prompt, a level that the
 *   judge does not know
 */
export function prepareJudge(judge: Judge, options: PrepareOptions = {}): PreparedJudge {
  refuseUnknown(options);
  const level = options.level ?? "trajectory";
  if (!judge.levels.includes(level))
    throw new InputError(`judge ${judge.id}: judges at level ${judge.levels.join(" and ")}, not ${level}`);
  const judgeOptions: unknown = check(
    judge.options,
    options.judgeOptions ?? {},
    `judge ${judge.id}: options`,
  );
  const prompts = loadPrompts(judge.prompts, options.promptOverrides, judge.promptFolder);
  const hashes = Object.fromEntries(Object.entries(prompts).map(([id, prompt]) => [id, prompt.hash]));
  const models = modelsFor(judge, judgeOptions, options.models);
  const refs = Object.fromEntries(Object.entries(models).map(([role, model]) => [role, model.ref]));
  const redact = options.redact ?? true;
  const ocr = Object.keys(models).length > 0 || judge.uses.includes("ocr") ? options.ocr : undefined;
  const version = judgeVersion(judge, judgeOptions, hashes, { redact, ocr: ocr?.id });
  const fence = fenceWith(options.secret ?? randomBytes(32).toString("hex"));
  const answered = answeredTexts();
  const now = options.now ?? (() => new Date());
  const keyOf = (digest: string): string => verdictKey(digest, version, refs, level, options.sample);

  async function judged(trajectory: Trajectory, { signal, used }: AssessOptions) {
    // Here and not only on the way to a model: a judge without one may quote what it sees.
    const view = viewOf(redact ? redactTrajectory(trajectory).trajectory : trajectory);
    const seen = await evidenceOf(view, judge, ocr, signal, redact);
    const available = seen.available(view);
    const absent = judge.requires.filter((kind) => !available.includes(kind));
    const missing = union(
      absent,
      judge.uses.filter((kind) => !available.includes(kind)),
    );
    let usage = noUsage;
    if (absent.length > 0) {
      const message = `judge ${judge.id} requires ${absent.join(", ")}, which the trajectory does not hold`;
      return { judgement: unscored("missing-evidence", message), usage, missing };
    }
    const asking = askWith({
      answered,
      prompts,
      models,
      requires: judge.requires,
      stepCount: view.steps.length,
      fence,
      redact,
      signal,
      used: (call) => {
        usage = addUsage(usage, call);
        used?.(call);
      },
    });
    const context: JudgeContext<unknown> = {
      options: judgeOptions,
      evidence: seen,
      ...asking,
      signal,
      ...(options.logger === undefined ? {} : { logger: options.logger }),
    };
    try {
      const step = judge.judgeStep?.bind(judge);
      const said =
        level === "step" && step !== undefined
          ? await judgeSteps(view, (index) => step(view, index, context))
          : await judge.judge(view, context);
      signal?.throwIfAborted();
      const judgement = checkedJudgement(said, judge);
      return { judgement, usage, missing: union(missing, judgement.missing ?? []) };
    } catch (error) {
      return { judgement: judgementOf(error, judge, signal), usage, missing };
    }
  }

  async function assess(trajectory: Trajectory, how: AssessOptions = {}): Promise<UnkeyedVerdict> {
    how.signal?.throwIfAborted();
    const { judgement, usage, missing } = await judged(trajectory, how);
    return {
      trajectoryId: trajectory.id,
      judge: judge.id,
      judgeVersion: version,
      models: refs,
      level,
      ...(redact ? redactJudgement(judgement) : judgement),
      ...(missing.length === 0 ? {} : { missing }),
      stepCount: trajectory.steps.length,
      usage,
      createdAt: now().toISOString(),
    };
  }

  return {
    judge,
    level,
    options: judgeOptions instanceof Object ? { ...judgeOptions } : {},
    version,
    models: refs,
    prompts: hashes,
    ...(ocr === undefined ? {} : { ocr: ocr.id }),
    keyOf,
    assess,
    async run(trajectory, { signal, digest } = {}) {
      signal?.throwIfAborted();
      const key = keyOf(digest ?? (await trajectoryDigest(trajectory)));
      return { key, ...(await assess(trajectory, { signal })) };
    },
  };
}

/** The judge as run.json names it. */
export function runJudgeOf({
  judge,
  version,
  options,
  models,
  prompts,
  ocr,
}: PreparedJudge): Run["judges"][number] {
  return {
    id: judge.id,
    version,
    options: { ...options },
    models: { ...models },
    prompts: { ...prompts },
    ...(ocr === undefined ? {} : { ocr }),
  };
}

/**
 * Judges one trajectory.
 *
 * @throws InputError as {@link prepareJudge}, and the signal's reason; a bad answer of a model is a verdict without outcome
 */
export async function judgeTrajectory(
  trajectory: Trajectory,
  judge: Judge,
  options: JudgeOptions = {},
): Promise<Verdict> {
  return prepareJudge(judge, options).run(trajectory, { signal: options.signal });
}

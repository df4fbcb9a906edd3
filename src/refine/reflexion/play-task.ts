/** The loop at one task: try, evaluate, reflect, try again; everything is decided by the evaluation, never by the truth. */
import { redactTrajectory } from "../../evidence/index.ts";
import { noUsage } from "../../judging/index.ts";
import {
  isLasting,
  ModelError,
  type Outcome,
  oneLine,
  type Trajectory,
  trajectoryDigest,
  type Usage,
  type Verdict,
  viewOf,
} from "../../trajectory/index.ts";
import type { Actor } from "../live/actor.ts";
import type { EndedEpisode, LiveEnvironment, LiveTask } from "../live/environment.ts";
import type { Evaluation, Evaluator } from "./evaluator.ts";
import { keptReflection, remembered } from "./memory.ts";
import { type PlayedTrial, playTrial } from "./play-trial.ts";
import type { Reflection, Reflector } from "./reflector.ts";
import type { MemoryRules, TrialRecord, UndecidedRules, UsageByPart } from "./trial-record.ts";

export interface LoopParts {
  readonly environment: LiveEnvironment;
  readonly actor: Actor;
  readonly evaluator: Evaluator;
  readonly reflector: Reflector;
  /** k: trials of a task, at most. */
  readonly trials: number;
  readonly memory: MemoryRules;
  readonly undecided: UndecidedRules;
  readonly folderOf: (taskId: string, trial: number) => string;
  readonly now: () => Date;
}

/** A trial with all that came of it. */
export interface FinishedTrial {
  readonly record: TrialRecord;
  readonly ended: EndedEpisode;
  readonly verdict: Verdict;
  readonly digest: string;
}

export interface TaskCourse {
  /** Trials of an earlier start, the first one first. */
  readonly earlier: readonly TrialRecord[];
  /** Asked before each trial. */
  readonly halted: () => boolean;
  /** Called before a trial is played; clears what a stopped start has left. */
  readonly prepare: (trial: number) => Promise<void>;
  /** Keeps the trial; the next begins when the promise is kept. */
  readonly keep: (trial: FinishedTrial) => Promise<void>;
  /** Told what was used as soon as it is known, be the trial ever finished or not. */
  readonly used: (part: keyof UsageByPart, usage: Usage) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Whether the task is tried again: not after a success, nor the last trial; after an open outcome as the rules say. */
export function after(
  outcome: Outcome | null,
  trial: number,
  { trials, undecided }: Pick<LoopParts, "trials" | "undecided">,
): TrialRecord["next"] {
  if (outcome === "success" || trial + 1 >= trials) return "stop";
  return outcome === "failure" ? "retry" : undecided[outcome ?? "unscored"];
}

/** True when the newest trial ended the task's loop. */
export function isFinished(trials: readonly Pick<TrialRecord, "next">[]): boolean {
  return trials.at(-1)?.next === "stop";
}

/**
 * The run without the requirements that the environment states in it. The actor is not told them; an evaluator that
 * quotes them, or a reflector that reads them, would tell it.
 */
function withoutRequirements(trajectory: Trajectory): Trajectory {
  const { requirements: _requirements, ...task } = trajectory.task;
  return { ...trajectory, task };
}

/** What an evaluator that must not see the truth is given: neither oracle, reference nor requirements; the images stay. */
function withoutTruth(ended: EndedEpisode): EndedEpisode {
  const { extra: _extra, task, ...rest } = withoutRequirements(ended.trajectory);
  const { reference: _reference, ...visible } = task;
  return { trajectory: { ...rest, task: visible }, truth: null };
}

/** `bazaar/scripted/shop-1/0`: the same for the same trial of the same loop. */
const trajectoryIdOf = ({ environment, actor }: LoopParts, task: LiveTask, trial: number): string =>
  [environment.name, actor.name, task.id, trial].join("/");

/** An unscored trial says nothing to reflect on: it is tried again with the memory as it was. */
async function reflectionOn(
  parts: LoopParts,
  task: LiveTask,
  trial: number,
  { ended }: PlayedTrial,
  evaluation: Evaluation,
  course: { earlier: readonly string[]; signal: AbortSignal | undefined },
): Promise<Reflection> {
  if (evaluation.outcome === null) return { text: null };
  return parts.reflector.reflect({
    task,
    trial,
    trajectory: viewOf(redactTrajectory(withoutRequirements(ended.trajectory)).trajectory),
    evaluation,
    ...course,
  });
}

async function tryOnce(
  parts: LoopParts,
  task: LiveTask,
  trials: readonly TrialRecord[],
  { used, signal }: TaskCourse,
): Promise<FinishedTrial> {
  const { evaluator, memory, now } = parts;
  const trial = trials.length;
  const reflections = remembered(trials, memory);
  const trajectoryId = trajectoryIdOf(parts, task, trial);
  const folder = parts.folderOf(task.id, trial);
  const played = await playTrial({
    ...parts,
    task,
    trial,
    reflections,
    folder,
    trajectoryId,
    used: (decision) => used("actor", decision),
    signal,
  });
  const { ended, usage, actorError } = played;
  const digest = await trajectoryDigest(ended.trajectory);
  const shown = evaluator.seesTruth ? ended : withoutTruth(ended);
  // The key of the verdict names the run as it lies on the disk, so that `judge` on the same folders finds it again.
  const evaluation = await evaluator.evaluate(shown, { digest, signal });
  used("evaluator", evaluation.verdict.usage);
  const { error } = evaluation.verdict;
  // An outage says nothing about the trial: it is left unplayed, as one of the actor's provider is.
  if (error !== undefined && isLasting(error.kind))
    throw new ModelError(error.kind, `the evaluator: ${error.message}`);
  const next = after(evaluation.outcome, trial, parts);
  const reflection: Reflection =
    next === "retry"
      ? await reflectionOn(parts, task, trial, played, evaluation, { earlier: reflections, signal })
      : { text: null };
  const reflecting = reflection.usage ?? noUsage;
  used("reflector", reflecting);
  const { verdict, outcome, reward } = evaluation;
  const record: TrialRecord = {
    taskId: task.id,
    trial,
    trajectoryId,
    verdictKey: verdict.key,
    outcome,
    score: verdict.score,
    reward,
    ...(verdict.error === undefined ? {} : { error: verdict.error }),
    stop: ended.trajectory.stop ?? "unknown",
    steps: ended.trajectory.steps.length,
    ...(actorError === undefined ? {} : { actorError }),
    truth: ended.truth?.outcome ?? null,
    next,
    reflection: reflection.text === null ? null : keptReflection(reflection.text, memory),
    ...(reflection.error === undefined ? {} : { reflectionError: oneLine(reflection.error, 500) }),
    usage: { actor: usage, evaluator: verdict.usage, reflector: reflecting },
    createdAt: now().toISOString(),
  };
  return { record, ended, verdict, digest };
}

/**
 * Plays a task until its loop ends or the course is halted.
 *
 * @returns all of its trials, those of an earlier start first
 * @throws what environment, evaluator and reflector throw; trials that were kept stay
 * @see Shinn et al. (2023), Reflexion, algorithm 1
 */
export async function playTask(parts: LoopParts, task: LiveTask, course: TaskCourse): Promise<TrialRecord[]> {
  const trials = [...course.earlier];
  while (!isFinished(trials) && !course.halted()) {
    await course.prepare(trials.length);
    const finished = await tryOnce(parts, task, trials, course);
    await course.keep(finished);
    trials.push(finished.record);
  }
  return trials;
}

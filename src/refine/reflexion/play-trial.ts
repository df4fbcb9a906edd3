/** One trial: observe, decide, act, until an answer, the limit of actions or an error of the actor. */
import { Folder } from "../../formats/index.ts";
import { addUsage, noUsage } from "../../judging/index.ts";
import {
  framePaths,
  imagesOf,
  isLasting,
  ModelError,
  oneLine,
  type Usage,
  withImages,
} from "../../trajectory/index.ts";
import type { Actor, Decision, TakenAction } from "../live/actor.ts";
import type {
  EndedEpisode,
  EpisodeStart,
  LiveEnvironment,
  LiveEpisode,
  LiveObservation,
  LiveTask,
} from "../live/environment.ts";

/** What a trial is begun with. */
export interface TrialStart {
  readonly environment: LiveEnvironment;
  readonly actor: Actor;
  readonly task: LiveTask;
  /** From 0. */
  readonly trial: number;
  /** What the actor is told of earlier trials, the oldest first. */
  readonly reflections: readonly string[];
  /** Where the environment writes the run. */
  readonly folder: string;
  readonly trajectoryId: string;
  /** Told what each decision used as soon as it is known: a trial that breaks off has cost something too. */
  readonly used?: ((usage: Usage) => void) | undefined;
  /** Aborted: the trial is given up and leaves no record. */
  readonly signal?: AbortSignal | undefined;
}

/** A trial that came to its end. */
export interface PlayedTrial {
  /** The recorded run, and the truth where the environment knows it. */
  readonly ended: EndedEpisode;
  /** What the actor used. */
  readonly usage: Usage;
  /** What broke the trial off: the actor's model gave no usable action. */
  readonly actorError?: string;
}

function taken(
  { url, elements }: LiveObservation,
  { action, thought }: Decision,
  error: string | undefined,
): TakenAction {
  const target = "element" in action ? elements.find(({ ref }) => ref === action.element)?.text : undefined;
  return {
    url,
    action,
    ...(thought === undefined ? {} : { thought }),
    ...(target === undefined ? {} : { target }),
    ...(error === undefined ? {} : { error }),
  };
}

type Played = Omit<PlayedTrial, "ended"> & { readonly how: Parameters<LiveEpisode["end"]>[0] };

async function play(
  episode: LiveEpisode,
  { actor, task, trial, reflections, used, signal }: TrialStart,
): Promise<Played> {
  const history: TakenAction[] = [];
  let usage = noUsage;
  const spend = (more: Usage | undefined): void => {
    if (more === undefined) return;
    usage = addUsage(usage, more);
    used?.(more);
  };
  while (history.length < task.maxSteps) {
    signal?.throwIfAborted();
    const observation = await episode.observe();
    let decision: Decision;
    try {
      decision = await actor.decide({
        task,
        trial,
        reflections,
        history,
        observation,
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (!ModelError.isInstance(error)) throw error;
      spend(error.usage);
      // That a provider is away says nothing about the actor: no trial of it was played.
      if (isLasting(error.kind)) throw error;
      return { usage, actorError: oneLine(error.message, 500), how: { stop: "error" } };
    }
    spend(decision.usage);
    const { action, thought } = decision;
    const said = thought === undefined ? {} : { thought };
    if (action.type === "answer") return { usage, how: { stop: "answered", answer: action.text, ...said } };
    if (action.type === "infeasible")
      return { usage, how: { stop: "infeasible", answer: action.text, ...said } };
    const { error } = await episode.act(action, thought);
    history.push(taken(observation, decision, error));
  }
  return { usage, how: { stop: "step-limit" } };
}

/** The run able to open its images: an environment may leave them in the run's folder only. */
async function withItsImages(ended: EndedEpisode, folder: string): Promise<EndedEpisode> {
  const { trajectory } = ended;
  const onDisk = framePaths(trajectory).some((path) => !path.startsWith("data:"));
  if (!onDisk || imagesOf(trajectory) !== undefined) return ended;
  return { ...ended, trajectory: withImages(trajectory, await Folder.open(folder)) };
}

/**
 * Plays a trial. An actor's {@link ModelError} ends the episode with stop `error`, unless its provider failed
 * ({@link isLasting}); that and whatever else is thrown (the environment's fault, an abort) leaves no record.
 *
 * @throws what the environment throws, InputError among it, a lasting ModelError, and the signal's reason
 */
export async function playTrial(start: TrialStart): Promise<PlayedTrial> {
  const { environment, actor, task, folder, trajectoryId, signal } = start;
  signal?.throwIfAborted();
  const opening: EpisodeStart = {
    taskId: task.id,
    folder,
    trajectoryId,
    agent: { name: actor.name, ...(actor.model === undefined ? {} : { model: actor.model }) },
  };
  const episode = await environment.reset(opening);
  try {
    const { how, ...played } = await play(episode, start);
    return { ...played, ended: await withItsImages(await episode.end(how), folder) };
  } catch (error) {
    await episode.abandon();
    throw error;
  }
}

/** One trial: observe, decide, act, until an answer, the limit of actions or an error of the actor. */
import { Folder } from "../../formats/index.ts";
import { addUsage, noUsage } from "../../judging/index.ts";
import { framePaths, imagesOf, ModelError, oneLine, type Usage, withImages } from "../../trajectory/index.ts";
import type { Actor, Decision, TakenAction } from "../live/actor.ts";
import type {
  EndedEpisode,
  EpisodeStart,
  LiveEnvironment,
  LiveEpisode,
  LiveObservation,
  LiveTask,
} from "../live/environment.ts";

export interface TrialStart {
  readonly environment: LiveEnvironment;
  readonly actor: Actor;
  readonly task: LiveTask;
  /** From 0. */
  readonly trial: number;
  readonly reflections: readonly string[];
  readonly folder: string;
  readonly trajectoryId: string;
  /** Aborted: the trial is given up and leaves no record. */
  readonly signal?: AbortSignal | undefined;
}

export interface PlayedTrial {
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
  { actor, task, trial, reflections, signal }: TrialStart,
): Promise<Played> {
  const history: TakenAction[] = [];
  let usage = noUsage;
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
      if (error.usage !== undefined) usage = addUsage(usage, error.usage);
      return { usage, actorError: oneLine(error.message, 500), how: { stop: "error" } };
    }
    if (decision.usage !== undefined) usage = addUsage(usage, decision.usage);
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
 * Plays a trial. An actor's {@link ModelError} ends the episode with stop `error`; whatever else is thrown (the
 * environment's fault, an abort) leaves no record.
 *
 * @throws what the environment throws, InputError among it, and the signal's reason
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

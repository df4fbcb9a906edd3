/** Plays one trial in a live environment, as a loop does. */
import type { Actor, TakenAction } from "../../src/refine/live/actor.ts";
import type { EndedEpisode, LiveEnvironment } from "../../src/refine/live/environment.ts";
import { ModelError } from "../../src/trajectory/index.ts";

export interface Trial {
  readonly environment: LiveEnvironment;
  readonly actor: Actor;
  readonly taskId: string;
  readonly folder: string;
  readonly trial?: number;
  readonly reflections?: readonly string[];
}

export interface Played extends EndedEpisode {
  readonly history: readonly TakenAction[];
  /** Why the actor gave no action, when it did not. */
  readonly fault?: ModelError;
}

/** Observes, decides and acts until the actor says that it is done, gives no action, or has no step left. */
export async function playLive(options: Trial): Promise<Played> {
  const { environment, actor, taskId, folder, trial = 0, reflections = [] } = options;
  const task = environment.tasks.find(({ id }) => id === taskId);
  if (task === undefined) throw new Error(`there is no task ${taskId}`);
  const episode = await environment.reset({
    taskId,
    folder,
    trajectoryId: `live/${actor.name}/${taskId}/${trial}`,
    agent: { name: actor.name },
  });
  const history: TakenAction[] = [];
  try {
    while (history.length < task.maxSteps) {
      const observation = await episode.observe();
      const { action, thought } = await actor.decide({ task, trial, reflections, history, observation });
      const said = thought === undefined ? {} : { thought };
      if (action.type === "answer" || action.type === "infeasible") {
        const stop = action.type === "answer" ? "answered" : "infeasible";
        return { ...(await episode.end({ stop, answer: action.text, ...said })), history };
      }
      const target =
        "element" in action
          ? observation.elements.find(({ ref }) => ref === action.element)?.text
          : undefined;
      const { error } = await episode.act(action, thought);
      history.push({
        url: observation.url,
        ...said,
        action,
        ...(target === undefined ? {} : { target }),
        ...(error === undefined ? {} : { error }),
      });
    }
    return { ...(await episode.end({ stop: "step-limit" })), history };
  } catch (error) {
    if (ModelError.isInstance(error))
      return { ...(await episode.end({ stop: "error" })), history, fault: error };
    throw error;
  } finally {
    await episode.abandon();
  }
}

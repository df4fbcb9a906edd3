/** Plays one trial in a live environment, as a loop does. */
import type { Actor, TakenAction } from "../../src/refine/live/actor.ts";
import type { EndedEpisode, LiveEnvironment } from "../../src/refine/live/environment.ts";

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
}

/** Observes, decides and acts until the actor says that it is done, or has no step left. */
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
  try {
    const history: TakenAction[] = [];
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
    await episode.abandon();
    throw error;
  }
}

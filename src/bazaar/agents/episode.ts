/** One episode: a scripted agent at a task, recorded as a native trajectory, with the oracle's truth about it. */
import type { Browser } from "playwright-core";
import type { RecordOptions } from "../../record/index.ts";
import type { Label, StopReason, Trajectory } from "../../trajectory/index.ts";
import type { Move } from "../moves.ts";
import type { Truth } from "../oracle.ts";
import type { Bazaar } from "../site/server.ts";
import type { LoggedRequest } from "../site/visitors.ts";
import type { BazaarTask } from "../tasks/task.ts";
import { carryOut, thoughtAt } from "./act.ts";
import type { Casting } from "./casting.ts";
import { openStage, type Words } from "./stage.ts";

export interface EpisodeOptions {
  bazaar: Bazaar;
  browser: Browser;
  casting: Casting;
  /** The folder of the run; trajectory.json and frames/ go there. */
  folder: string;
  /** Other choices for the recorder. */
  recording?: Partial<RecordOptions>;
}

/** The id of the run that an agent makes at a task. */
export function episodeId({ agent, task }: Casting): string {
  return `bazaar/${agent.name}/${task.id}`;
}

function stopOf(moves: readonly Move[], task: BazaarTask): StopReason {
  const last = moves.at(-1)?.do;
  if (last === "answer") return "answered";
  if (last === "infeasible") return "infeasible";
  return moves.length >= task.maxSteps ? "step-limit" : "unknown";
}

function wordsOf(move: Move | undefined): Words | undefined {
  return move?.do === "answer" || move?.do === "infeasible"
    ? { text: move.text, gaveUp: move.do === "infeasible" }
    : undefined;
}

export interface Episode {
  trajectory: Trajectory;
  truth: Truth;
  /** What the server was asked, the first page included. */
  log: readonly LoggedRequest[];
}

/** Plays an episode as a visitor of its own. */
export async function playEpisode(options: EpisodeOptions): Promise<Episode> {
  const { casting, ...setup } = options;
  const { task, agent, moves } = casting;
  const stage = await openStage({ ...setup, task, id: episodeId(casting), agent: { name: agent.name } });
  try {
    const words = wordsOf(moves.at(-1));
    for (const move of words === undefined ? moves : moves.slice(0, -1)) {
      stage.recording.think(thoughtAt(move));
      // An agent that meets an error goes on, as real ones do; the recording holds the error.
      await carryOut(stage.recording.page, move).catch(() => undefined);
      await stage.look();
    }
    const last = moves.at(-1);
    if (words !== undefined && last !== undefined) stage.recording.think(thoughtAt(last));
    return { ...(await stage.finish(stopOf(moves, task), words)), log: stage.log };
  } finally {
    await stage.close();
  }
}

/** The oracle's truth as a label. */
export function labelOf(trajectory: Trajectory, truth: Truth): Label {
  return {
    trajectoryId: trajectory.id,
    rater: "oracle",
    kind: "oracle",
    outcome: truth.outcome,
    steps: truth.steps.map((each, index) => ({ index, class: each })),
  };
}

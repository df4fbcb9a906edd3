/** One episode: a scripted agent at a task, recorded as a native trajectory, with the oracle's truth about it. */
import type { Browser } from "playwright-core";
import { type RecordOptions, recordPage } from "../../record/index.ts";
import type { Label, StopReason, Trajectory } from "../../trajectory/index.ts";
import type { Move } from "../moves.ts";
import { oracle, type Truth } from "../oracle.ts";
import { account } from "../site/account-routes.ts";
import type { Bazaar } from "../site/server.ts";
import type { LoggedRequest } from "../site/visitors.ts";
import type { BazaarTask } from "../tasks/task.ts";
import type { World } from "../tasks/world.ts";
import { carryOut, pageState, thoughtAt } from "./act.ts";
import type { Casting } from "./casting.ts";

export interface EpisodeOptions {
  bazaar: Bazaar;
  browser: Browser;
  casting: Casting;
  /** The folder of the run; trajectory.json and frames/ go there. */
  folder: string;
  /** Other choices for the recorder. */
  recording?: Partial<RecordOptions>;
}

const viewport = { width: 1024, height: 720 };

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

export interface Episode {
  trajectory: Trajectory;
  truth: Truth;
  /** What the server was asked, the first page included. */
  log: readonly LoggedRequest[];
}

/** Plays an episode as a visitor of its own. */
export async function playEpisode(options: EpisodeOptions): Promise<Episode> {
  const { bazaar, browser, casting, folder } = options;
  const { task, agent, moves } = casting;
  const { visitor, cookie } = bazaar.newVisitor();
  const context = await browser.newContext({
    viewport,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  try {
    await context.addCookies([cookie]);
    const real = await context.newPage();
    real.setDefaultTimeout(5000);
    const recording = recordPage(real, {
      folder,
      id: episodeId(casting),
      benchmark: "bazaar",
      task: {
        id: task.id,
        instruction: task.instruction,
        ...(task.description === undefined ? {} : { description: task.description }),
        startUrl: bazaar.url + task.startPath,
        maxSteps: task.maxSteps,
        requirements: [...task.requirements],
        reference: { ...task.reference, path: [...task.reference.path] },
      },
      agent: { name: agent.name },
      secrets: [account.password],
      quality: 90,
      accessibilityTree: false,
      assets: false,
      ...options.recording,
    });
    await real.goto(bazaar.url + task.startPath);
    const worlds: World[] = [];
    const look = async (move?: Move): Promise<void> => {
      await recording.settled();
      worlds.push({
        state: structuredClone(visitor.state),
        log: [...visitor.log],
        page: await pageState(real),
        answer: move?.do === "answer" || move?.do === "infeasible" ? move.text : null,
        gaveUp: move?.do === "infeasible",
      });
    };
    await look();
    for (const move of moves) {
      recording.think(thoughtAt(move));
      // An agent that meets an error goes on, as real ones do; the recording holds the error.
      await carryOut(recording.page, move).catch(() => undefined);
      await look(move);
    }
    const last = moves.at(-1);
    const stop = stopOf(moves, task);
    const said = last?.do === "answer" || last?.do === "infeasible" ? { answer: last.text } : {};
    const trajectory = await recording.finish({ stop, ...said });
    return { trajectory, truth: oracle(task, worlds), log: visitor.log };
  } finally {
    await context.close();
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

/** An actor of known skill, whose reflections help with a known chance: what a Reflexion loop is measured with. */
import type { Actor, Situation } from "../../refine/live/actor.ts";
import { successAfterReflection } from "../../refine/reflexion/expected-success.ts";
import { digest, InputError } from "../../trajectory/index.ts";
import { thoughtAt } from "../agents/act.ts";
import { cast, expectedOutcome } from "../agents/casting.ts";
import { seeded, seedOf } from "../agents/random.ts";
import { pickFrom } from "../agents/scripted-agent.ts";
import { agents } from "../agents/scripts.ts";
import type { Move } from "../moves.ts";
import { tasks } from "../tasks/index.ts";
import type { BazaarTask } from "../tasks/task.ts";
import { resolveMove } from "./resolve-move.ts";

/** Raised when the same settings come to play other trials. */
const codeVersion = 1;

/** How well the scripted actor does. */
export interface ScriptedActorOptions {
  /** The chance, from 0 to 1, that a trial is done right where no reflection helps. */
  readonly skill: number;
  /** The chance, from 0 to 1, that a trial after at least one reflection is done right because of it. */
  readonly learning: number;
  /** Another seed draws other trials. Default 1. */
  readonly seed?: number;
}

/** The ways to get a task wrong: those after which the oracle says failure. */
function faultsAt(task: BazaarTask, seed: number): (readonly Move[])[] {
  return agents
    .flatMap((agent) => cast(agent, task, seed) ?? [])
    .filter((each) => !each.agent.succeeds && expectedOutcome(each) === "failure")
    .map(({ moves }) => moves);
}

/**
 * What is done at a trial. All is drawn from seed, task and trial, in a fixed order, so that a trial differs between two
 * settings only where the setting decides it.
 */
export function movesAt(
  task: BazaarTask,
  trial: number,
  hasReflection: boolean,
  { skill, learning, seed = 1 }: ScriptedActorOptions,
): readonly Move[] {
  const random = seeded(seedOf(`${seed} ${task.id} ${trial}`));
  const [helps, succeeds] = [random() < learning, random() < skill];
  if ((hasReflection && helps) || succeeds) return task.way;
  return pickFrom(faultsAt(task, seed + trial), random) ?? [];
}

/**
 * An actor for the Bazaar that goes a task's shortest way, or makes one of the scripted agents' faults. A trial without
 * a reflection is done right with chance `skill`, one after reflections with chance {@link successAfterReflection}. What
 * is written in a reflection is not read, only that there is one. A task that is blocked for everyone is blocked for it
 * too.
 *
 * @throws InputError for a chance outside [0, 1]; `decide` throws it for a task that the Bazaar does not have
 */
export function scriptedActor(options: ScriptedActorOptions): Actor {
  const { skill, learning, seed = 1 } = options;
  // It throws for a chance that is none.
  successAfterReflection(skill, learning);
  return {
    name: "scripted",
    version: digest({ code: codeVersion, skill, learning, seed }),
    async decide({ task: { id }, trial, reflections, history, observation }: Situation) {
      const task = tasks.find((each) => each.id === id);
      if (task === undefined)
        throw new InputError(`scripted actor: the Bazaar has no task ${JSON.stringify(id)}`);
      const move = movesAt(task, trial, reflections.length > 0, options)[history.length];
      // A script that ends without a word: the agent stands still until its steps are used up.
      if (move === undefined) return { action: { type: "wait" } };
      return { thought: thoughtAt(move), action: resolveMove(move, observation) };
    },
  };
}

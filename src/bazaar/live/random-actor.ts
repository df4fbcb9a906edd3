/** An actor that takes any action that the page offers, each as likely as the others. */
import type { Actor, Situation } from "../../refine/live/actor.ts";
import type { LiveAction, LiveElement, LiveObservation } from "../../refine/live/environment.ts";
import { digest } from "../../trajectory/index.ts";
import { seeded, seedOf } from "../agents/random.ts";
import { pickFrom } from "../agents/scripted-agent.ts";
import { fieldRoles } from "./aria.ts";

/** Raised when the same seed comes to take other actions. */
const codeVersion = 1;

const scrollBy = 400;

/** What is typed into a field: a word of the task, as people's first tries are. */
function wordOf(instruction: string, random: () => number): string {
  return pickFrom(instruction.match(/[\p{L}\p{N}]+/gu) ?? [], random) ?? "a";
}

/** What has no size cannot be seen, and no mouse reaches it. */
const hasSize = ({ box }: LiveElement): boolean => box !== undefined && box[2] > 0 && box[3] > 0;

/** One action an element and an option, and the page's own. */
function actionsOn({ elements }: LiveObservation, word: string): LiveAction[] {
  const onElements = elements.filter(hasSize).flatMap((element): LiveAction[] => {
    const { ref, role, options } = element;
    if (options !== undefined) return options.map((option) => ({ type: "select", element: ref, option }));
    return fieldRoles.has(role)
      ? [{ type: "type", element: ref, text: word }]
      : [{ type: "click", element: ref }];
  });
  return [
    ...onElements,
    { type: "press", key: "Enter" },
    { type: "scroll", by: scrollBy },
    { type: "scroll", by: -scrollBy },
    { type: "back" },
  ];
}

/**
 * An actor for comparison: it never says that it is done, so that an episode of it ends at the step limit.
 *
 * @param seed another seed takes other actions; default 1
 */
export function randomActor({ seed = 1 }: { readonly seed?: number } = {}): Actor {
  return {
    name: "random",
    version: digest({ code: codeVersion, seed }),
    async decide({ task, trial, history, observation }: Situation) {
      const random = seeded(seedOf(`${seed} ${task.id} ${trial} ${history.length}`));
      const word = wordOf(task.instruction, random);
      return { action: pickFrom(actionsOn(observation, word), random) ?? { type: "wait" } };
    },
  };
}

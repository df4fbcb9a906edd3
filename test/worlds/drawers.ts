/** A small world in memory: a cabinet of drawers, tasks that ask what is in one, and an actor that finds it by chance. */
import { setTimeout as sleep } from "node:timers/promises";
import { writeNative } from "../../src/formats/index.ts";
import {
  type Actor,
  type LiveEnvironment,
  type LiveEpisode,
  type LiveObservation,
  type LiveTask,
  type LiveTruth,
  successAfterReflection,
} from "../../src/refine/index.ts";
import {
  digest,
  InputError,
  type Observation,
  type Step,
  type Trajectory,
  trajectorySchemaId,
} from "../../src/trajectory/index.ts";

const things = ["a compass", "two candles", "an old map", "a tin whistle", "nine buttons", "a green scarf"];
const drawers = things.length;

export interface DrawersOptions {
  tasks: number;
  /** False keeps no file: for simulations of thousands of trials. */
  write?: boolean;
  /** The oracle says the opposite of what is so. */
  flipTruth?: boolean;
  /** Without an oracle. */
  withoutTruth?: boolean;
  /** Tasks whose cabinet is locked. */
  blocked?: readonly string[];
  /** Called before an action is carried out; what it throws is the world's fault. */
  onAct?: (taskId: string) => void | Promise<void>;
  delayMs?: number;
}

export interface Drawers extends LiveEnvironment {
  /** How often episodes were begun, ended and abandoned. */
  readonly counts: { reset: number; ended: number; abandoned: number };
}

const numberOf = (taskId: string): number => (Number(taskId.replace(/\D/g, "")) % drawers) + 1;
const thingIn = (drawer: number): string => things[drawer - 1] ?? "nothing";

function observationOf(page: number | null): LiveObservation {
  const elements = Array.from({ length: drawers }, (_unused, i) => ({
    ref: `e${i + 1}`,
    role: "button",
    text: `Drawer ${i + 1}`,
  }));
  const shown = page === null ? "All drawers are closed." : `Drawer ${page} holds ${thingIn(page)}.`;
  const tree = [shown, ...elements.map(({ ref, text }) => `- button "${text}" [ref=${ref}]`)].join("\n");
  const url = `http://cabinet.test/${page === null ? "" : `drawer/${page}`}`;
  return { url, title: "Cabinet", accessibilityTree: tree, elements };
}

const recorded = ({ url, title, accessibilityTree }: LiveObservation): Observation => ({
  url,
  title,
  text: accessibilityTree.split("\n")[0] ?? "",
  accessibilityTree,
});

/** The world. Its trajectories are valid natives with requirements and a reference that nobody may be shown. */
export function drawersWorld(options: DrawersOptions): Drawers {
  const tasks: LiveTask[] = Array.from({ length: options.tasks }, (_unused, i) => ({
    id: `drawer-${i}`,
    instruction: `What is in drawer ${numberOf(`drawer-${i}`)}?`,
    startUrl: "http://cabinet.test/",
    maxSteps: 4,
  }));
  const counts = { reset: 0, ended: 0, abandoned: 0 };
  const truthOf = (task: LiveTask, answer: string | undefined, steps: number): LiveTruth | null => {
    if (options.withoutTruth) return null;
    const classes = Array.from({ length: steps }, () => "no-progress" as const);
    if (options.blocked?.includes(task.id)) return { outcome: "blocked", steps: classes };
    const isRight = answer?.includes(thingIn(numberOf(task.id))) === true;
    return { outcome: isRight !== (options.flipTruth === true) ? "success" : "failure", steps: classes };
  };
  return {
    name: "drawers",
    tasks,
    counts,
    close: () => Promise.resolve(),
    async reset({ taskId, folder, trajectoryId, agent }) {
      counts.reset += 1;
      const task = tasks.find(({ id }) => id === taskId);
      if (task === undefined) throw new InputError(`task ${taskId}: there is none`);
      const steps: Step[] = [];
      let page: number | null = null;
      let ended = false;
      const add = (action: Step["action"], thought: string | undefined): void => {
        const said = thought === undefined ? {} : { thought };
        steps.push({ index: steps.length, observation: recorded(observationOf(page)), ...said, action });
      };
      const episode: LiveEpisode = {
        observe: async () => observationOf(page),
        async act(action, thought) {
          await options.onAct?.(task.id);
          if (options.delayMs !== undefined) await sleep(options.delayMs);
          const element = action.type === "click" ? action.element : "";
          const drawer = Number(element.slice(1));
          const isThere = Number.isInteger(drawer) && drawer >= 1 && drawer <= drawers;
          const error = isThere ? undefined : `there is no ${element || action.type}`;
          const target = isThere ? { target: { text: `Drawer ${drawer}` } } : {};
          add({ type: action.type, ...target, ...(error === undefined ? {} : { error }) }, thought);
          if (isThere) page = drawer;
          return error === undefined ? {} : { error };
        },
        async end({ stop, answer, thought }) {
          ended = true;
          counts.ended += 1;
          if (answer !== undefined)
            add({ type: stop === "infeasible" ? "infeasible" : "answer", value: answer }, thought);
          const trajectory: Trajectory = {
            schema: trajectorySchemaId,
            id: trajectoryId,
            task: {
              ...task,
              requirements: [`RUBRIC: ${thingIn(numberOf(task.id))} is named`],
              reference: { answer: `REFERENCE ${thingIn(numberOf(task.id))}` },
            },
            agent: { ...agent },
            source: { format: "native", benchmark: "drawers" },
            steps,
            final: recorded(observationOf(page)),
            ...(answer === undefined ? {} : { answer }),
            stop,
            extra: { evaluation: "EXTRA" },
          };
          if (options.write !== false) await writeNative(trajectory, folder);
          return { trajectory, truth: truthOf(task, answer, steps.length) };
        },
        abandon: async () => {
          if (!ended) counts.abandoned += 1;
        },
      };
      return episode;
    },
  };
}

/** A number in [0, 1) for a name. */
const uniform = (name: string): number => Number.parseInt(digest(name).slice(0, 8), 16) / 2 ** 32;

/** Opens the right drawer with chance `skill`, and after a reflection also when that helps; reads out what it sees. */
export function drawersActor({
  skill,
  learning,
  seed = 1,
}: {
  skill: number;
  learning: number;
  seed?: number;
}): Actor {
  return {
    name: "by-chance",
    decide: ({ task, trial, reflections, history, observation }) => {
      const chance = reflections.length === 0 ? skill : successAfterReflection(skill, learning);
      const isRight = uniform(`${seed} ${task.id} ${trial}`) < chance;
      const right = Number(/drawer (\d+)/.exec(task.instruction)?.[1]);
      if (history.length === 0) {
        const drawer = isRight ? right : (right % drawers) + 1;
        return Promise.resolve({
          thought: "I open a drawer.",
          action: { type: "click", element: `e${drawer}` },
        });
      }
      const seen = observation.accessibilityTree.split("\n")[0] ?? "";
      return Promise.resolve({ action: { type: "answer", text: seen } });
    },
  };
}

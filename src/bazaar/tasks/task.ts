/** A task of the Bazaar: what is asked, how it is truly decided, and one way to do it. */
import { type Condition, pathThrough } from "../graph.ts";
import type { Move } from "../moves.ts";
import type { World } from "./world.ts";

export type TaskKind = "information" | "navigation" | "modification";

/** A place on the way; reaching one is progress. */
export interface Station {
  name: string;
  reached: (world: World) => boolean;
  /** It was reached and has been undone; stations without this are reached for good. */
  lost?: (world: World) => boolean;
}

export interface BazaarTask {
  id: string;
  kind: TaskKind;
  instruction: string;
  description?: string;
  startPath: string;
  requirements: readonly string[];
  /**
   * The shortest path on the site's page graph, whose last page is the one to end at, and the answer: the fact, for a
   * task that asks for one; what there is to say at its page, for one that leads to a page.
   */
  reference: { answer?: string; path: readonly string[] };
  stations: readonly Station[];
  /** Whether the task is done as the world stands. */
  done: (world: World) => boolean;
  /** What keeps everyone from doing the task has been met, and the agent does not claim otherwise. */
  blocked?: (world: World) => boolean;
  /** One shortest way to do it. */
  way: readonly Move[];
  /** A way into one of the site's traps, with what the agent then believes. */
  trap?: readonly Move[];
  /** An answer with a wrong value that a careless agent would give. */
  wrongAnswer?: string;
  /** What an agent types that searches instead of filtering: the whole wish first, then less of it. */
  searchWords?: readonly [string, string];
  maxSteps: number;
}

export const station = (
  name: string,
  reached: Station["reached"],
  lost?: (world: World) => boolean,
): Station => ({ name, reached, ...(lost === undefined ? {} : { lost }) });

type Definition = Omit<BazaarTask, "maxSteps" | "startPath" | "reference"> & {
  answer?: string;
  /** The pages that must be opened, in this order. */
  via: readonly string[];
  given?: readonly Condition[];
};

const startPath = "/";
const fewestSteps = 8;
const spareSteps = 6;

/** What is said at the end of the way. */
function lastWords(way: readonly Move[]): string | undefined {
  const last = way.at(-1);
  return last?.do === "answer" || last?.do === "infeasible" ? last.text : undefined;
}

/** A task from its definition: it starts on the front page and leaves room for some steps more than are needed. */
export function task({ answer: fact, via, given = [], ...definition }: Definition): BazaarTask {
  const path = pathThrough([startPath, ...via], given);
  if (path === null) throw new RangeError(`${definition.id}: no way leads through ${via.join(", ")}`);
  const answer = fact ?? (definition.kind === "modification" ? undefined : lastWords(definition.way));
  return {
    ...definition,
    startPath,
    reference: { ...(answer === undefined ? {} : { answer }), path },
    maxSteps: Math.max(fewestSteps, definition.way.length + spareSteps),
  };
}

/** The screenshots among a prompt's variables: fitted to the provider, what there is to say about them, and what forbids to ask. */
import { type FrameSet, fitFrames } from "../evidence/index.ts";
import { imageLimitsOf, type ModelClient } from "../models/index.ts";
import { oneLine } from "../trajectory/index.ts";
import type { Variables } from "./render.ts";

export type Notes = Record<string, string | number>;

export interface Fitted {
  readonly variables: Variables;
  readonly sets: readonly FrameSet[];
  readonly notes: Notes;
}

/** The variables with their screenshots as the model's provider takes them, and what there is to say about them. */
export async function fitted(variables: Variables, model: ModelClient): Promise<Fitted> {
  const named = Object.entries(variables).flatMap(([name, value]) =>
    typeof value === "object" && value.kind === "frames" ? [{ name, set: value }] : [],
  );
  const given = named.map(({ set }) => set);
  const limits = model.vision ? imageLimitsOf(model.ref) : null;
  const { sets, changes } = limits === null ? { sets: given, changes: [] } : await fitFrames(given, limits);
  const own = Object.fromEntries(
    named.flatMap(({ name }, index) => (sets[index] ? [[name, sets[index]]] : [])),
  );
  return { variables: { ...variables, ...own }, sets, notes: frameNotes(sets, changes) };
}

function frameNotes(sets: readonly FrameSet[], changes: readonly string[]): Notes {
  const unread = sets.flatMap((set) => set.unread.map(({ label, reason }) => `${label}: ${reason}`));
  const sum = (of: "repeated" | "leftOut"): number => sets.reduce((total, set) => total + set[of], 0);
  return {
    ...(unread.length === 0 ? {} : { framesUnread: oneLine(unread.join("; "), 1000) }),
    ...(sum("repeated") === 0 ? {} : { framesRepeated: sum("repeated") }),
    ...(sum("leftOut") === 0 ? {} : { framesLeftOut: sum("leftOut") }),
    ...(changes.length === 0 ? {} : { framesChanged: oneLine(changes.join("; "), 1000) }),
  };
}

/** Why this question cannot be asked of this model as its judge wants it. */
export function evidenceFault(
  sets: readonly FrameSet[],
  model: ModelClient,
  required: boolean,
): string | undefined {
  if (!required || sets.length === 0) return undefined;
  const empty = sets.find((set) => set.frames.length === 0);
  if (empty !== undefined) {
    const why = empty.unread.map(({ label, reason }) => `${label}: ${reason}`).join("; ");
    return `no screenshot could be opened${why === "" ? "" : `: ${oneLine(why, 300)}`}`;
  }
  return model.vision
    ? undefined
    : `model ${model.ref} is not known to read images (--vision says that it does), and the judge requires them`;
}

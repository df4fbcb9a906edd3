/** The screenshots that a judge sees: chosen by policy, opened, in their order; what cannot be opened is reported. */
import type { TrajectoryView } from "../../trajectory/index.ts";
import { chosenAmong, chosenUnseen, type FramePolicy } from "./frame-policy.ts";
import { changeBetween, type Grid } from "./grid.ts";
import type { ImageType } from "./image-type.ts";
import type { Picture } from "./picture.ts";
import { pictureOf, type State, statesOf } from "./states.ts";

export interface Frame {
  /** When it was taken, in words: `before action 3`. */
  readonly label: string;
  /** The state that it shows, from 0: `steps[state].observation`, or `final` for the last. */
  readonly state: number;
  readonly bytes: Uint8Array;
  readonly mediaType: ImageType;
  readonly width: number;
  readonly height: number;
  /** Pictures in an animation, of which a judge sees the first; 1 for a still image. */
  readonly pages: number;
  readonly grid: Grid;
}

export interface FrameSet {
  readonly kind: "frames";
  readonly frames: readonly Frame[];
  /** Screenshots that should be here and could not be opened, and why. The reason may name a path: not for models. */
  readonly unread: readonly { readonly label: string; readonly reason: string }[];
  /** Screenshots left out because nothing had changed since the one before. */
  readonly repeated: number;
  /** Screenshots left out because a provider takes no more. */
  readonly leftOut: number;
}

type Seen = { readonly state: State; readonly picture: Picture };

function frameOf({ state, picture }: Seen, unchanged: readonly State[]): Frame {
  const last = unchanged.at(-1);
  const until = last === undefined ? "" : `; unchanged${unchanged.length > 1 ? " up to" : ""}: ${last.label}`;
  return { ...picture, state: state.index, label: `${state.label}${until}` };
}

/**
 * Joins each screen with those after it that show the same. The frame stays and stands for all these moments: the judge
 * must not think that the end is missing.
 */
function joined(seen: readonly Seen[], same: (a: Picture, b: Picture) => boolean): Frame[] {
  const groups: { first: Seen; unchanged: State[] }[] = [];
  for (const each of seen) {
    const group = groups.at(-1);
    if (group !== undefined && same(group.first.picture, each.picture)) group.unchanged.push(each.state);
    else groups.push({ first: each, unchanged: [] });
  }
  return groups.map(({ first, unchanged }) => frameOf(first, unchanged));
}

const sameBytes = (a: Picture, b: Picture): boolean => Buffer.compare(a.bytes, b.bytes) === 0;
const sameToTheEye = (a: Picture, b: Picture): boolean =>
  sameBytes(a, b) || changeBetween(a.grid, b.grid) === 0;

async function openAll(
  view: TrajectoryView,
  states: readonly State[],
  policy: FramePolicy,
): Promise<FrameSet> {
  const seen: Seen[] = [];
  const unread: { label: string; reason: string }[] = [];
  for (const state of states) {
    const picture = await pictureOf(view, state);
    if (typeof picture === "string") unread.push({ label: state.label, reason: picture });
    else seen.push({ state, picture });
  }
  const looks = chosenUnseen(policy, 0) === null;
  const frames = joined(seen, looks ? sameToTheEye : sameBytes);
  const kept = looks
    ? chosenAmong(
        policy,
        frames.map(({ grid }) => grid),
      ).flatMap((index) => frames[index] ?? [])
    : frames;
  return { kind: "frames", frames: kept, unread, repeated: seen.length - frames.length, leftOut: 0 };
}

/**
 * The screenshots that a policy chooses among those recorded, oldest first.
 *
 * @param options.until the index of the last action that is shown: nothing after the state that it led to is looked at
 */
export async function frames(
  view: TrajectoryView,
  policy: FramePolicy,
  { until }: { until?: number } = {},
): Promise<FrameSet> {
  const recorded = statesOf(view).filter(
    ({ index, observation }) =>
      observation?.screenshot !== undefined && (until === undefined || index <= until + 1),
  );
  const positions = chosenUnseen(policy, recorded.length);
  const states = positions?.flatMap((position) => recorded[position] ?? []) ?? recorded;
  return openAll(view, states, policy);
}

/** The screenshot of what action `index` led to. */
export async function stateAfter(view: TrajectoryView, index: number): Promise<FrameSet> {
  const state = statesOf(view)[index + 1];
  const label = `after action ${index + 1}`;
  return openAll(view, [{ index: index + 1, label, observation: state?.observation }], "last");
}

/** The screenshots before and after action `index`; one frame when nothing changed. */
export async function statesAround(view: TrajectoryView, index: number): Promise<FrameSet> {
  const all = statesOf(view);
  const around = [
    { index, label: `before action ${index + 1}`, observation: all[index]?.observation },
    { index: index + 1, label: `after action ${index + 1}`, observation: all[index + 1]?.observation },
  ];
  return openAll(view, around, "all");
}

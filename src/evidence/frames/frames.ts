/** The screenshots that a judge sees: chosen by policy, opened, in their order; what cannot be opened is reported. */
import type { TrajectoryView } from "../../trajectory/index.ts";
import { chosenAmong, chosenUnseen, type FramePolicy } from "./frame-policy.ts";
import { type Grid, type Looks, looksSame } from "./grid.ts";
import type { ImageType } from "./image-type.ts";
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
  /** What it shows in small, to compare frames by. */
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

/** A screen and the later states that show the same. */
interface Group {
  readonly frame: Frame;
  readonly unchanged: State[];
}

/** The judge must not think that the end is missing: a frame says for which moments it stands. */
function labelled({ frame, unchanged }: Group): Frame {
  const last = unchanged.at(-1);
  if (last === undefined) return frame;
  return {
    ...frame,
    label: `${frame.label}; unchanged${unchanged.length > 1 ? " up to" : ""}: ${last.label}`,
  };
}

/** Opens one state after the other; joins each screen with those after it that show the same. */
async function openAll(
  view: TrajectoryView,
  states: readonly State[],
  policy: FramePolicy,
): Promise<FrameSet> {
  const looks = chosenUnseen(policy, 0) === null;
  const groups: Group[] = [];
  const unread: { label: string; reason: string }[] = [];
  let repeated = 0;
  let before: Looks | undefined;
  for (const state of states) {
    const picture = await pictureOf(view, state);
    if (typeof picture === "string") {
      unread.push({ label: state.label, reason: picture });
      continue;
    }
    // The fine grid is large: only that of the last screen is kept.
    const { fine, ...rest } = picture;
    const group = groups.at(-1);
    const isSame =
      group !== undefined &&
      (Buffer.compare(group.frame.bytes, rest.bytes) === 0 ||
        (looks && before !== undefined && looksSame(before, picture)));
    if (isSame) {
      group.unchanged.push(state);
      repeated += 1;
    } else {
      groups.push({ frame: { ...rest, label: state.label, state: state.index }, unchanged: [] });
      before = { fine, grid: rest.grid };
    }
  }
  const frames = groups.map(labelled);
  const kept = looks
    ? chosenAmong(
        policy,
        frames.map(({ grid }) => grid),
      ).flatMap((index) => frames[index] ?? [])
    : frames;
  return { kind: "frames", frames: kept, unread, repeated, leftOut: 0 };
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

/** The review as an ink app: keys in, lines out; what the lines hold is made by the views. */
import { Box, Text, useApp, useInput } from "ink";
import { type ReactElement, useRef, useState } from "react";
import type { Verdict } from "../../trajectory/index.ts";
import type { ReviewData } from "../data.ts";
import { detailLayout, detailLines } from "../detail-view.ts";
import { helpLines } from "../help-view.ts";
import { keyOf } from "../input.ts";
import { isRevealed, Labelling, type Rater } from "../labelling.ts";
import { listLines } from "../list-view.ts";
import { listed } from "../ordering.ts";
import { standingOf } from "../standing.ts";
import { firstState, type Key, press, type ReviewState, type Surroundings, type Wish } from "../state.ts";
import { statusLine } from "../status-line.ts";
import type { Theme } from "../theme.ts";
import { screenshotOf, statesOf, type Trajectories } from "../trajectories.ts";
import { useLoading, useOpened, usePictures, useVersioned } from "./hooks.ts";

export interface AppProps {
  data: ReviewData;
  trajectories: Trajectories;
  rater: Rater;
  theme: Theme;
  size: { columns: number; rows: number };
  start?: Partial<ReviewState>;
  /** Follows a run that is being written: nothing can be labelled. */
  watching?: boolean;
  /** Leaves the drawing to show a picture otherwise; resolves when it is over. */
  showPicture?: (bytes: Uint8Array, how: "pixels" | "viewer") => Promise<string>;
}

/** The step that a requirement's evidence points to; null when it names none. */
function stepOf(evidence: NonNullable<Verdict["requirements"]>[number]["evidence"]): number | null {
  const step = Number(evidence?.find(({ kind }) => /action|screenshot|step/.test(kind))?.ref);
  return Number.isInteger(step) && step > 0 ? step - 1 : null;
}

function idsOf(data: ReviewData, { preset, order, search }: ReviewState, rater: Rater): string[] {
  return listed(data.rows, { preset, order, search }, rater.name).map((row) => row.item.id);
}

/** The next run after this one, round the end of the list, that the rater has not labelled. */
function nextUnlabelled(
  data: ReviewData,
  ids: readonly string[],
  from: string | null,
  rater: Rater,
): string | null {
  const start = from === null ? -1 : ids.indexOf(from);
  for (let i = 1; i <= ids.length; i += 1) {
    const id = ids[(start + i) % ids.length];
    if (id !== undefined && id !== from && data.row(id)?.labels.has(rater.name) === false) return id;
  }
  return null;
}

export function App({
  data,
  trajectories,
  rater,
  theme,
  size,
  start = {},
  watching = false,
  showPicture,
}: AppProps): ReactElement {
  const { exit } = useApp();
  const [state, setDrawnState] = useState<ReviewState>({ ...firstState, ...start });
  // Several keys may come before the next drawing: each starts from what the one before has made.
  const latest = useRef(state);
  const setState = (next: ReviewState): void => {
    latest.current = next;
    setDrawnState(next);
  };
  const { version, bump, fault } = useLoading(data, watching);
  const labelling = useRef(new Labelling(data, rater)).current;
  const { columns, rows } = size;
  const body = rows - 2;

  const { preset, order, search } = state;
  const ids = useVersioned(version, `${preset} ${order} ${search}`, () => idsOf(data, state, rater));
  // A labelled run may leave the filter that it was opened from; it stays open all the same.
  const currentOf = (of: ReviewState, among: readonly string[]): string | null =>
    of.current !== null && (of.view === "detail" || among.includes(of.current))
      ? of.current
      : (among[0] ?? null);
  const current = currentOf(state, ids);
  const row = current === null ? undefined : data.row(current);
  const opened = useOpened(data, trajectories, state.view === "detail" ? current : null);
  const layout = detailLayout({ columns, rows: body }, state.picture);
  const pictures = usePictures(opened?.trajectory, state.step, layout.picture, theme);
  const representative =
    ["all", "unlabelled", "labelled"].includes(preset) && ["order", "plan"].includes(order);
  const standing = useVersioned(version, String(representative), () =>
    standingOf(data, rater.name, representative),
  );

  const say = (message: string): void => setState({ ...latest.current, message });

  const picture = async (how: "pixels" | "viewer"): Promise<void> => {
    const trajectory = opened?.trajectory;
    const bytes =
      trajectory === undefined
        ? undefined
        : await screenshotOf(trajectory, statesOf(trajectory)[latest.current.step]);
    say(
      bytes === undefined || showPicture === undefined
        ? "There is no screenshot here."
        : await showPicture(bytes, how),
    );
  };

  const grant = async (wish: Wish, id: string | null): Promise<void> => {
    if (wish.kind === "quit") return exit();
    if (wish.kind === "open-picture") return picture("viewer");
    if (wish.kind === "show-pixels") return picture("pixels");
    if (watching) return say("Watching only: use trajudge review to label.");
    if (wish.kind === "undo") {
      const undone = await labelling.undo();
      bump();
      return say(undone === undefined ? "There is nothing to take back." : `Taken back: ${undone}`);
    }
    const target = id === null ? undefined : data.row(id);
    if (target === undefined) return;
    if (wish.kind === "note") {
      const noted = await labelling.note(target, wish.text);
      bump();
      return say(noted ? "Noted." : "Label the run first; the note goes with the label.");
    }
    if (wish.kind === "label") await labelling.label(target, wish.outcome);
    else await labelling.classify(target, wish.step, wish.class);
    bump();
    say(wish.kind === "label" ? `Labelled ${wish.outcome}.` : `Step ${wish.step + 1}: ${wish.class}.`);
  };

  const around = (of: string | null, among: readonly string[]): Surroundings => {
    const judge = opened?.verdicts[latest.current.judge % Math.max(1, opened.verdicts.length)];
    const requirements = row !== undefined && isRevealed(row, rater) ? (judge?.requirements ?? []) : [];
    return {
      ids: among,
      steps: opened?.trajectory?.steps.length ?? row?.item.steps ?? 0,
      requirements: requirements.map(({ evidence }) => ({ step: stepOf(evidence) })),
      judges: opened?.verdicts.length ?? 0,
      page: Math.max(1, body - 2),
      nextUnlabelled: () => nextUnlabelled(data, among, of, rater),
    };
  };

  const onKeys = (keys: readonly Key[]): void => {
    for (const pressed of keys) {
      const now = latest.current;
      const isListed = now.preset === preset && now.order === order && now.search === search;
      const among = isListed ? ids : idsOf(data, now, rater);
      // Never a run that the list does not show: a label must go where the reviewer looks.
      const from = { ...now, current: currentOf(now, among) };
      const { state: next, wish } = press(from, pressed, around(from.current, among));
      setState(next);
      if (wish !== undefined)
        void grant(wish, from.current).catch((error: unknown) =>
          say(error instanceof Error ? error.message : String(error)),
        );
    }
  };
  // The newest closure, at once: an effect would still hold the last one for a moment, and a key would be lost on it.
  const listener = useRef(onKeys);
  listener.current = onKeys;
  useInput((input, key) => listener.current(keyOf(input, key)));

  const lines = ((): string[] => {
    if (fault !== "") return [theme.colors.red(fault), "", "q ends the review"];
    if (state.help) return helpLines(theme, columns, body);
    if (state.view === "detail" && row !== undefined) {
      return detailLines({
        state,
        row,
        position: { at: Math.max(0, ids.indexOf(row.item.id)), of: ids.length },
        trajectory: opened === undefined ? "loading" : opened.trajectory,
        verdicts: opened?.verdicts ?? [],
        pictures,
        rater,
        theme,
        columns,
        rows: body,
      });
    }
    return listLines({ state: { ...state, current }, data, ids, rater, theme, columns, rows: body - 2 });
  })();

  return (
    <Box flexDirection="column" width={columns} height={rows - 1}>
      {lines.map((line, i) => (
        // Lines have no identity but their place on the screen.
        <Text key={`line-${String(i)}`} wrap="truncate">
          {line === "" ? " " : line}
        </Text>
      ))}
      <Text wrap="truncate">{statusLine(state, standing, rater, theme, columns)}</Text>
    </Box>
  );
}

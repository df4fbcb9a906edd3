/** The list: one line a run, with what each judge said, your label, and where judges differ. */
import { count, padEnd, plain, truncate } from "../terminal/index.ts";
import type { ReviewData, ReviewRow } from "./data.ts";
import { currentLabel, isRevealed, type Rater } from "./labelling.ts";
import { judgesDisagree } from "./ordering.ts";
import type { ReviewState } from "./state.ts";
import { byOutcome, outcomeSign, type Theme } from "./theme.ts";

export interface ListInput {
  state: ReviewState;
  data: ReviewData;
  ids: readonly string[];
  rater: Rater;
  theme: Theme;
  columns: number;
  /** Lines for rows. */
  rows: number;
}

const judgeWidth = 12;
/** More judges than this have no room beside the task. */
const judgesShown = (columns: number): number =>
  Math.max(1, Math.min(6, Math.floor((columns - 50) / (judgeWidth + 1))));

function markText(row: ReviewRow, judge: string): { text: string; outcome: Parameters<typeof byOutcome>[0] } {
  const mark = row.marks.get(judge);
  if (mark === undefined) return { text: "", outcome: null };
  const score = mark.score === null ? "" : ` ${mark.score.toFixed(2)}`;
  return { text: `${outcomeSign(mark.outcome)}${score}`, outcome: mark.outcome };
}

function rowLine(row: ReviewRow, isCurrent: boolean, { data, rater, theme, columns }: ListInput): string {
  const { colors } = theme;
  const label = currentLabel(row, rater);
  const hidden = !isRevealed(row, rater);
  const judges = data.judges.slice(0, judgesShown(columns));
  const marks = judges.map((judge) => {
    const { text, outcome } = hidden ? { text: "▒▒▒▒", outcome: null } : markText(row, judge);
    return byOutcome(outcome, theme)(padEnd(truncate(text, judgeWidth), judgeWidth));
  });
  const others = row.labels.size - (label === undefined ? 0 : 1);
  const own = padEnd(
    label === undefined
      ? "·"
      : `${outcomeSign(label.outcome)}${label.steps === undefined ? "" : "≡"}${others > 0 ? `+${others}` : ""}`,
    4,
  );
  const differ = !hidden && judgesDisagree(row) ? colors.yellow("≠") : " ";
  const left = columns - 2 - 5 - 2 - judges.length * (judgeWidth + 1);
  const task = truncate(plain(row.item.instruction), Math.max(10, left));
  const line = `${isCurrent ? "❯" : " "} ${byOutcome(label?.outcome ?? null, theme)(own)} ${marks.join(" ")} ${differ} ${task}`;
  return isCurrent ? colors.bold(line) : line;
}

/** The head, the rows around the cursor, and empty lines to fill the page. */
export function listLines(input: ListInput): string[] {
  const { state, data, ids, theme, columns, rows } = input;
  const { colors } = theme;
  const judges = data.judges
    .slice(0, judgesShown(columns))
    .map((judge) => padEnd(truncate(plain(judge), judgeWidth), judgeWidth));
  const filters = [
    state.preset,
    ...(state.search === "" ? [] : [`“${plain(state.search)}”`]),
    ...(state.order === "order" ? [] : [`by ${state.order}`]),
  ];
  const loading = data.loaded ? "" : " · loading…";
  const head = [
    colors.bold(
      truncate(
        `${count(ids.length)} of ${count(data.rows.length)} runs · ${filters.join(" · ")}${loading}`,
        columns,
      ),
    ),
    colors.dim(truncate(`  ${padEnd("you", 4)} ${judges.join(" ")}   task`, columns)),
  ];
  const at = Math.max(0, state.current === null ? 0 : ids.indexOf(state.current));
  const start = Math.max(0, Math.min(at - Math.floor(rows / 2), ids.length - rows));
  const lines = ids.slice(start, start + rows).flatMap((id) => {
    const row = data.row(id);
    return row === undefined ? [] : [rowLine(row, id === state.current, input)];
  });
  if (ids.length === 0)
    lines.push(
      colors.dim(
        data.loaded ? "  No run passes this filter (v for another, esc for all)." : "  Reading the runs…",
      ),
    );
  return [...head, ...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, () => "")];
}

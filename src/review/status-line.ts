/** The last line: what is being typed or said, else how the work stands. */
import { plain, truncate } from "../terminal/index.ts";
import type { Rater } from "./labelling.ts";
import type { Standing } from "./standing.ts";
import type { ReviewState } from "./state.ts";
import type { Theme } from "./theme.ts";

/** One line of at most `columns`. */
export function statusLine(
  state: ReviewState,
  standing: Standing,
  rater: Rater,
  { colors }: Theme,
  columns: number,
): string {
  if (state.typing !== null) {
    const prompt = state.typing.what === "search" ? "search: " : "note: ";
    return colors.inverse(truncate(`${prompt}${plain(state.typing.text)}▏`, columns));
  }
  const { labelled, total, judge, note } = standing;
  const need =
    judge === undefined || judge.more === null
      ? ""
      : judge.more === 0
        ? " · ±5 reached"
        : ` · ${judge.more} more for ±5`;
  const agreement =
    judge === undefined
      ? (note ?? "")
      : `${plain(judge.name)} agrees ${judge.agreement} κ ${judge.kappa} (n ${judge.n})${need}`;
  const mode = rater.blind ? "blind" : "verdicts shown";
  const parts = [
    plain(rater.name),
    mode,
    `${labelled}/${total} labelled`,
    ...(agreement === "" ? [] : [agreement]),
    "? keys",
  ];
  const text =
    state.message === "" ? parts.join(" · ") : `${plain(state.message)} · ${labelled}/${total} labelled`;
  return colors.inverse(truncate(` ${text} `, columns));
}

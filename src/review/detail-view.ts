/** One run: task, steps, the picture, the answer, and what the judges said once they may be seen. */
import { actionText } from "../evidence/index.ts";
import { duration, padEnd, plain, truncate, widthOf, wrap } from "../terminal/index.ts";
import type { Label, StepClass, Trajectory, Verdict } from "../trajectory/index.ts";
import type { ReviewRow } from "./data.ts";
import { currentLabel, isRevealed, type Rater } from "./labelling.ts";
import type { ReviewState } from "./state.ts";
import { byOutcome, classCell, outcomeSign, type Theme } from "./theme.ts";

export interface DetailInput {
  state: ReviewState;
  row: ReviewRow;
  position: { at: number; of: number };
  trajectory: Trajectory | "loading" | undefined;
  verdicts: readonly Verdict[];
  /** The pictures' lines: the state before the step and, where there is room, the one after it. */
  pictures: readonly (readonly string[])[];
  rater: Rater;
  theme: Theme;
  columns: number;
  rows: number;
}

const field = (name: string, text: string, columns: number, most: number): string[] => {
  const lines = wrap(plain(text), columns - 8);
  const kept =
    lines.length > most
      ? [...lines.slice(0, most - 1), `${truncate(lines[most - 1] ?? "", columns - 10)} …`]
      : lines;
  return kept.map((line, i) => `${padEnd(i === 0 ? name : "", 7)} ${line}`);
};

function stepLines({ state, trajectory, theme }: DetailInput, width: number, rows: number): string[] {
  if (trajectory === "loading") return [theme.colors.dim("Opening the run…")];
  if (trajectory === undefined)
    return wrap(
      "The input of this run is not there any more; name it with --input to see its steps.",
      width,
    ).map(theme.colors.dim);
  const { steps } = trajectory;
  const start = Math.max(0, Math.min(state.step - Math.floor(rows / 2), steps.length - rows));
  return steps.slice(start, start + rows).map((step) => {
    const isCurrent = step.index === state.step;
    const requests = step.requests?.length ?? 0;
    const error = step.action.error === undefined ? "" : " ✗";
    const tail = requests === 0 ? "" : ` ⇄${requests}`;
    const text = truncate(
      `${String(step.index + 1).padStart(2)} ${plain(actionText(step.action))}`,
      Math.max(8, width - 2 - widthOf(tail + error)),
    );
    const line = `${isCurrent ? "❯" : " "} ${text}${theme.colors.red(error)}${theme.colors.dim(tail)}`;
    return isCurrent ? theme.colors.bold(line) : line;
  });
}

function strip(classes: readonly (StepClass | null)[], at: number, theme: Theme): string {
  return classes
    .map((each, i) => (i === at ? theme.colors.inverse(classCell(each, theme)) : classCell(each, theme)))
    .join("");
}

/** Which class each step has, by the rater or by the judge. */
function classesOf(
  steps: readonly { index: number; class: StepClass | null }[] | undefined,
  total: number,
): (StepClass | null)[] | undefined {
  if (steps === undefined) return undefined;
  return Array.from({ length: total }, (_unused, i) => steps.find(({ index }) => index === i)?.class ?? null);
}

function labelLine(label: Label | undefined, theme: Theme): string {
  if (label === undefined)
    return theme.colors.dim("not labelled: s success · f failure · u unsure · b blocked");
  const phase = label.phase === "revealed" ? " (after seeing the verdicts)" : "";
  const note = label.note === undefined ? "" : ` · “${plain(label.note)}”`;
  return `${byOutcome(label.outcome, theme)(`${outcomeSign(label.outcome)} ${label.outcome}`)}${phase}${note}`;
}

function othersLine(row: ReviewRow, rater: Rater): string[] {
  const others = [...row.labels].filter(([name]) => name !== rater.name);
  return others.length === 0
    ? []
    : [
        others
          .map(
            ([name, own]) => `${plain(name)}: ${outcomeSign((own.revealed ?? own.blind)?.outcome ?? null)}`,
          )
          .join("  "),
      ];
}

function verdictLines(verdict: Verdict, { state, theme }: DetailInput, width: number): string[] {
  const { colors } = theme;
  const score = verdict.score === null ? "" : ` · score ${verdict.score.toFixed(2)}`;
  const failure =
    verdict.failure === undefined
      ? ""
      : ` · ${verdict.failure.category}${verdict.failure.step === undefined || verdict.failure.step === null ? "" : ` at step ${verdict.failure.step + 1}`}`;
  const head = `${plain(verdict.judge)}: ${byOutcome(verdict.outcome, theme)(`${outcomeSign(verdict.outcome)} ${verdict.outcome ?? "unscored"}`)}${score}${failure}`;
  const requirements = (verdict.requirements ?? []).flatMap(({ text, passed, evidence }, i) => {
    const tick =
      passed === true ? colors.green("✓") : passed === false ? colors.red("✗") : colors.yellow("?");
    const lines = wrap(plain(text), width - 4).map((line, n) =>
      n === 0 ? `${i === state.requirement ? "❯" : " "} ${tick} ${line}` : `    ${line}`,
    );
    const quotes = (evidence ?? []).flatMap(({ kind, ref, quote }) =>
      wrap(
        `${kind}${ref === undefined ? "" : ` ${ref}`}${quote === undefined ? "" : `: “${plain(quote)}”`}`,
        width - 6,
      ).map((line) => colors.dim(`      ${line}`)),
    );
    return [...lines, ...quotes];
  });
  const error =
    verdict.error === undefined ? [] : wrap(plain(`${verdict.error.kind}: ${verdict.error.message}`), width);
  const reasons = wrap(plain(verdict.reasoning, { lines: true }), width);
  return [head, ...requirements, ...error, ...reasons];
}

function judgeLines(input: DetailInput, width: number): string[] {
  const { row, rater, verdicts, state, theme } = input;
  if (!isRevealed(row, rater))
    return [
      theme.colors.dim(
        `${row.marks.size} ${row.marks.size === 1 ? "judge has" : "judges have"} a verdict; shown after your label.`,
      ),
    ];
  if (verdicts.length === 0) return [theme.colors.dim("No judge has a verdict.")];
  const chosen = verdicts[state.judge % verdicts.length];
  if (chosen === undefined) return [];
  const names = verdicts.map((verdict, i) => {
    const text = `${plain(verdict.judge)} ${outcomeSign(verdict.outcome)}`;
    return i === state.judge % verdicts.length ? theme.colors.inverse(text) : text;
  });
  const lines = verdictLines(chosen, input, width);
  return [
    ...(verdicts.length > 1 ? [names.join("  ")] : []),
    ...lines.slice(Math.min(state.scroll, Math.max(0, lines.length - 1))),
  ];
}

/** When a step was taken: so many seconds after the first. */
function timeOf(
  run: Trajectory | undefined,
  step: Trajectory["steps"][number] | undefined,
): string | undefined {
  const [first, now] = [run?.steps[0]?.startedAt, step?.startedAt].map((at) => Date.parse(at ?? ""));
  if (first === undefined || now === undefined || Number.isNaN(now - first)) return undefined;
  return `after ${duration((now - first) / 1000)}`;
}

/** Columns side by side, each line cut to its column. */
function beside(
  left: readonly string[],
  leftWidth: number,
  right: readonly string[],
  rows: number,
): string[] {
  return Array.from({ length: rows }, (_unused, i) => {
    const text = left[i] ?? "";
    return `${text}${" ".repeat(Math.max(0, leftWidth - widthOf(text)))} ${right[i] ?? ""}`.trimEnd();
  });
}

/** How the room of a run's page is shared out. */
export function detailLayout(
  { columns, rows }: { columns: number; rows: number },
  picture: ReviewState["picture"],
): {
  steps: number;
  picture: { columns: number; rows: number; count: number };
  middle: number;
} {
  const middle = Math.max(6, Math.floor(rows * (picture === "large" ? 0.75 : 0.5)));
  if (picture === "none") return { steps: columns, picture: { columns: 0, rows: 0, count: 0 }, middle };
  const steps = picture === "large" ? 0 : Math.max(28, Math.floor(columns * 0.4));
  const room = columns - steps - 1;
  const count = room >= 110 ? 2 : 1;
  return { steps, picture: { columns: Math.floor(room / count) - 1, rows: middle, count }, middle };
}

/** The page's lines, exactly `rows` of them. */
export function detailLines(input: DetailInput): string[] {
  const { state, row, position, trajectory, verdicts, pictures, rater, theme, columns, rows } = input;
  const { colors } = theme;
  const run = typeof trajectory === "object" ? trajectory : undefined;
  const total = run?.steps.length ?? row.item.steps;
  const origin = [row.item.agent, row.item.benchmark]
    .filter((each) => each !== undefined)
    .map((each) => plain(each));
  const top = [
    colors.bold(truncate(`${position.at + 1}/${position.of}  ${plain(row.item.id)}`, columns)),
    colors.dim(
      truncate([...origin, `${total} steps`, `stop: ${run?.stop ?? "unknown"}`].join(" · "), columns),
    ),
    ...field("task", row.item.instruction, columns, 2),
    ...(run?.task.requirements === undefined
      ? []
      : field("must", run.task.requirements.join(" · "), columns, 2)),
    ...(run?.answer === undefined ? [] : field("answer", run.answer, columns, 2)),
  ];
  const label = currentLabel(row, rater);
  const mine = classesOf(label?.steps, total);
  const chosen = isRevealed(row, rater) ? verdicts[state.judge % Math.max(1, verdicts.length)] : undefined;
  const judged = classesOf(chosen?.steps, total);
  const strips = [
    ...(mine === undefined ? [] : [`you     ${strip(mine, state.step, theme)}`]),
    ...(judged === undefined ? [] : [`judge   ${strip(judged, state.step, theme)}`]),
  ];
  const step = run?.steps[state.step];
  const place = [step?.observation.url, timeOf(run, step)]
    .filter((each) => each !== undefined)
    .map((each) => plain(each));
  const where = place.length === 0 ? [] : [colors.dim(truncate(place.join(" · "), columns))];
  const layout = detailLayout({ columns, rows }, state.picture);
  const steps = layout.steps === 0 ? [] : stepLines(input, layout.steps, layout.middle);
  const shown =
    pictures.length < 2
      ? (pictures[0] ?? [])
      : beside(pictures[0] ?? [], layout.picture.columns, pictures[1] ?? [], layout.middle);
  const middle = state.picture === "none" ? steps : beside(steps, layout.steps, shown, layout.middle);
  const labelRow = `${padEnd("label", 7)} ${labelLine(label, theme)}`;
  const bottom = [...strips, ...where, labelRow, ...othersLine(row, rater), ...judgeLines(input, columns)];
  const lines = [...top, ...middle, ...bottom];
  return [...lines.slice(0, rows), ...Array.from({ length: Math.max(0, rows - lines.length) }, () => "")];
}

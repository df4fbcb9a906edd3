/** What `reflexion` prints: success by round by oracle and evaluator, and what the evaluator's errors cost. */
import type { Rate } from "../../calibration/index.ts";
import { addUsage } from "../judging/index.ts";
import type { ErrorCosts, ReflexionRecord, ReflexionReport, RoundReport } from "../refine/index.ts";
import {
  type Column,
  count,
  counted,
  dollars,
  percent,
  percentInterval,
  plain,
  points,
  table,
  widthOf,
  wrap,
} from "../terminal/index.ts";
import type { Console } from "./console.ts";
import { reflexionMeaning } from "./reflexion-meaning.ts";

type Page = Pick<Console, "colors" | "columns">;

const right = "right" as const;
const widestBar = 24;
const narrowestBar = 6;
const nameWidth = 12;

/** A share as a bar; half a cell counts. */
function bar(share: number | null, width: number): string {
  if (share === null) return "";
  const halves = Math.round(2 * share * width);
  return "█".repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? "▌" : "");
}

/** Two lines a round: what is true, and what the evaluator says; one where it is the oracle, or none is there. */
function roundTable(rounds: readonly RoundReport[], evaluator: string, { colors, columns }: Page): string[] {
  const hasTruth = rounds.some(({ success }) => success.n > 0);
  const line = (first: string, who: string, rate: Rate, gain?: Rate): { rate: Rate; cells: string[] } => ({
    rate,
    cells: [
      first,
      who,
      percent(rate.value),
      percentInterval(rate),
      count(rate.n),
      gain === undefined || gain.value === null ? "" : points(gain.value),
      gain === undefined ? "" : percentInterval(gain),
    ],
  });
  const rows = rounds.flatMap(({ round, success, judged, gain }) => {
    const truth = line(String(round), "oracle", success, gain);
    const said = line(hasTruth ? "" : String(round), plain(evaluator), judged);
    return [...(hasTruth ? [truth] : []), ...(hasTruth && evaluator === "oracle" ? [] : [said])];
  });
  const head: Column[] = [
    { head: "round", align: right },
    { head: "says", max: nameWidth },
    { head: "success", align: right },
    { head: "95 %" },
    { head: "of", align: right },
    { head: "gain", align: right },
    { head: "95 %" },
  ];
  const bare = rows.map(({ cells }) => cells);
  // What the numbers leave of the line.
  const left = columns - Math.max(...table(head, bare).map(widthOf)) - 2;
  if (left < narrowestBar) return table(head, bare, colors.dim);
  const width = Math.min(widestBar, left);
  return table(
    [...head, { head: "" }],
    rows.map(({ rate, cells }) => [...cells, bar(rate.value, width)]),
    colors.dim,
  );
}

function costTable(costs: ErrorCosts, { colors }: Page): string[] {
  const { falseNegatives: negatives, falsePositives: positives } = costs;
  const row = (name: string, events: number, cost: Rate, tasks: Rate, what: string): string[] => [
    name,
    count(events),
    percent(cost.value),
    percentInterval(cost),
    percent(tasks.value),
    percentInterval(tasks),
    what,
  ];
  const head: Column[] = [
    { head: "" },
    { head: "", align: right },
    { head: "each costs", align: right },
    { head: "95 %" },
    { head: "tasks", align: right },
    { head: "95 %" },
    { head: "" },
  ];
  return table(
    head,
    [
      row("false negatives", negatives.retried, negatives.cost, negatives.lostTasks, "lost"),
      row("false positives", positives.stopped, positives.cost, positives.missedTasks, "missed"),
    ],
    colors.dim,
  );
}

function evaluatorSection(costs: ErrorCosts, evaluator: string, page: Page): string[] {
  const { tp, fp, fn, tn } = costs.confusion;
  const rate = (name: string, value: Rate, one: string, more: string): string =>
    [name, percent(value.value), percentInterval(value), "of", counted(value.n, one, more)]
      .filter((word) => word !== "")
      .join(" ");
  return [
    "",
    page.colors.bold(`${plain(evaluator)} against the oracle`),
    ...wrap(
      [
        rate("sensitivity", costs.sensitivity, "true success", "true successes"),
        rate("specificity", costs.specificity, "true failure", "true failures"),
      ].join(" · "),
      page.columns,
    ),
    ...wrap(
      `Accepted: ${counted(tp, "true success", "true successes")}, ${counted(fp, "failure")}. Refused: ${counted(fn, "true success", "true successes")}, ${counted(tn, "failure")}.`,
      page.columns,
    ),
    "",
    ...costTable(costs, page),
  ];
}

function troubleSection(record: ReflexionRecord, report: ReflexionReport, columns: number): string[] {
  const { unsure, blocked, unscored } = report.undecided;
  const open = [
    ...(unsure > 0 ? [`${count(unsure)} unsure`] : []),
    ...(blocked > 0 ? [`${count(blocked)} blocked`] : []),
    ...(unscored > 0 ? [`${count(unscored)} unscored`] : []),
  ];
  const { undecided } = record.configuration;
  // Not begun ones too, and those that an earlier start was asked for.
  const left = record.counts.tasks - record.counts.finished;
  return [
    ...(open.length === 0
      ? []
      : wrap(
          `Trials that were not decided, in no rate of the evaluator: ${open.join(", ")}. After unsure: ${undecided.unsure}; after blocked: ${undecided.blocked}; after unscored: ${undecided.unscored}.`,
          columns,
        )),
    ...(left > 0 ? [`${counted(left, "task")} not finished: in no rate.`] : []),
    ...record.faults.flatMap(({ taskId, trial, message }) =>
      wrap(`Not played: ${plain(taskId)}, trial ${trial + 1}: ${plain(message)}`, columns),
    ),
  ];
}

/** The page's lines, at most `columns` wide where words can be broken. */
export function reflexionPage(
  record: ReflexionRecord,
  report: ReflexionReport,
  out: string,
  page: Page,
): string[] {
  const { configuration, usage } = record;
  const evaluator = configuration.evaluator.id;
  const { colors, columns } = page;
  const trouble = troubleSection(record, report, columns);
  const used = addUsage(addUsage(usage.actor, usage.evaluator), usage.reflector);
  const showsErrors = report.costs !== null && evaluator !== "oracle";
  return [
    ...wrap(
      `${plain(configuration.environment)} · ${plain(configuration.actor.name)} judged by ${plain(evaluator)} · ${counted(report.tasks, "task")} · ${counted(report.trials, "trial")}`,
      columns,
    ).map(colors.bold),
    "",
    ...(report.tasks === 0 ? [] : roundTable(report.rounds, evaluator, page)),
    ...(report.costs !== null && showsErrors ? evaluatorSection(report.costs, evaluator, page) : []),
    ...(report.tasks === 0 ? [] : [""]),
    ...reflexionMeaning(report, plain(evaluator)).flatMap((sentence) => wrap(sentence, columns)),
    ...(trouble.length === 0 ? [] : ["", ...trouble]),
    ...(used.calls === 0
      ? []
      : [
          "",
          `${counted(used.calls, "call")}, ${count(used.inputTokens)} tokens in, ${count(used.outputTokens)} out, ${dollars(used.costUsd)}`,
        ]),
    "",
    `Trials: ${out}/trials.jsonl`,
    `  trajudge review ${out}/verdicts`,
    ...(report.costs === null ? [] : [`  trajudge calibrate ${out}/verdicts --labels ${out}/labels.jsonl`]),
  ];
}

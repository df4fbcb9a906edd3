/** The report's summary: success rates by judge, agent and benchmark with their coverage, and what was unscored. */
import type { Analysis, RunRecords } from "../../analysis/index.ts";
import { Results } from "../../batch/index.ts";
import { intervalChart, seriesKeys } from "../../charts/index.ts";
import { type Column, count, counted, dollars, percent, percentInterval } from "../../terminal/index.ts";
import type { Run, RunGroup, Usage } from "../../trajectory/index.ts";
import { coefficientText, shareText } from "../calibration/words.ts";
import { type Html, html } from "../html.ts";
import { bullets } from "../page.ts";
import { figureOf, tableOf } from "../table.ts";

const right = "right" as const;

export interface RunSummary {
  /** By judge, benchmark and agent, as `judge` prints them. */
  groups: RunGroup[];
  unscored: Run["unscored"];
  counts: Omit<Run["counts"], "unreadable">;
  usage: Usage;
}

/** Sums up the run folders, several together. */
export function summarise({ items, verdicts }: RunRecords): RunSummary {
  const results = new Results();
  for (const item of items) results.addItem(item);
  for (const verdict of verdicts) results.addVerdict(verdict);
  return {
    groups: results.groups(),
    unscored: results.unscored(),
    counts: results.counts(),
    usage: results.usage,
  };
}

interface Overall {
  judge: string;
  success: number;
  decided: number;
  total: number;
}

function overallOf(groups: readonly RunGroup[]): Overall[] {
  const judges = [...new Set(groups.map(({ judge }) => judge))];
  return judges.map((judge) => {
    const own = groups.filter((group) => group.judge === judge);
    const sum = (value: (group: RunGroup) => number): number =>
      own.reduce((total, group) => total + value(group), 0);
    return {
      judge,
      success: sum(({ success }) => success),
      decided: sum(({ success, failure }) => success + failure),
      total: sum(({ total }) => total),
    };
  });
}

/** One line a judge: what it saw, corrected where there are labels, and how it agrees with people. */
export function judgesTable({ groups }: RunSummary, analysis: Analysis | undefined): Html {
  const columns: Column[] = [
    { head: "judge" },
    { head: "runs", align: right },
    { head: "decided", align: right },
    { head: "judged success", align: right },
    ...(analysis === undefined
      ? []
      : [
          { head: "corrected (PPI)", align: right },
          { head: "labels", align: right },
          { head: "agreement", align: right },
          { head: "κ", align: right },
        ]),
  ];
  const rows = overallOf(groups).map(({ judge, success, decided, total }) => {
    const judged = analysis?.judges.find((each) => each.judge === judge);
    const rate = (name: "agreement" | "kappa", text: typeof shareText): string =>
      judged === undefined ? "" : text(judged.document[name]);
    const raw = decided === 0 ? "–" : `${percent(success / decided)}`;
    return [
      judge,
      count(total),
      `${count(decided)} (${percent(total === 0 ? null : decided / total, 0)})`,
      judged?.corrected === undefined ? raw : shareText(judged.corrected.judgedRate),
      ...(analysis === undefined
        ? []
        : [
            judged?.corrected === undefined ? "" : shareText(judged.corrected.predictionPowered),
            judged === undefined ? "" : count(judged.document.labelled),
            rate("agreement", shareText),
            rate("kappa", coefficientText),
          ]),
    ];
  });
  return tableOf("Judges", columns, rows);
}

const groupName = ({ benchmark, agent }: RunGroup): string =>
  [benchmark, agent].filter((part) => part !== undefined).join(" · ") || "all runs";

/** Success rates by benchmark and agent as each judge sees them, with their coverage. */
export function groupsSection({ groups }: RunSummary): Html {
  const judges = [...new Set(groups.map(({ judge }) => judge))];
  const names = [...new Set(groups.map(groupName))];
  const drawn = judges.slice(0, 4);
  const rateOf = (judge: string, name: string) => {
    const group = groups.find((each) => each.judge === judge && groupName(each) === name);
    const rate = group?.successRate ?? { value: null, low: null, high: null };
    return { ...rate, n: group === undefined ? 0 : group.success + group.failure };
  };
  const chart = intervalChart(
    names.map((name) => ({ label: name, rates: drawn.map((judge) => rateOf(judge, name)) })),
    { series: drawn },
    {
      id: "groups",
      title: "Success rates as judged, by benchmark and agent",
      description: `Success rates with 95 % intervals. ${names.map((name) => `${name}: ${drawn.map((judge) => `${judge} ${shareText(rateOf(judge, name))}`).join(", ")}.`).join(" ")}`,
    },
  );
  const columns: Column[] = [
    { head: "judge" },
    { head: "benchmark" },
    { head: "agent" },
    { head: "success", align: right },
    { head: "95 %", align: right },
    { head: "of", align: right },
    { head: "unsure", align: right },
    { head: "blocked", align: right },
    { head: "unscored", align: right },
    { head: "coverage", align: right },
  ];
  const rows = groups.map((group) => [
    group.judge,
    group.benchmark ?? "",
    group.agent ?? "",
    percent(group.successRate.value),
    percentInterval(group.successRate),
    count(group.success + group.failure),
    count(group.unsure),
    count(group.blocked),
    count(group.unscored),
    percent(group.coverage, 0),
  ]);
  return html`${names.length < 2 ? "" : figureOf(chart, { keys: seriesKeys(drawn), note: drawn.length < judges.length ? `The first ${drawn.length} judges; all are in the table.` : "Uncorrected: as the judge says. Wilson's 95 % intervals.", numbers: false })}
<details${names.length < 2 ? html` open` : ""}><summary>All rates by judge, benchmark and agent</summary>${tableOf("Success rates by judge, benchmark and agent", columns, rows)}</details>`;
}

/** What no judge could say, and what it cost. */
export function unscoredSection({ unscored, usage, counts }: RunSummary): Html {
  const reasons = unscored.map(
    ({ judge, kind, message, count: times }) =>
      html`${count(times)} × <strong>${judge}</strong>: ${kind}: ${message}`,
  );
  return html`${
    reasons.length === 0
      ? html`<p>Every verdict has an outcome.</p>`
      : html`<p>${counted(counts.unscored, "verdict")} of ${count(counts.verdicts)} without an outcome: unscored, not failed, and in no rate.</p>${bullets(reasons)}`
  }
${counts.withProblems === 0 ? "" : html`<p>${counted(counts.withProblems, "run has", "runs have")} parts that could not be read.</p>`}
${
  usage.calls === 0
    ? ""
    : html`<p class="muted">${counted(usage.calls, "call")}, ${count(usage.inputTokens)} tokens in, ${count(usage.outputTokens)} out, ${dollars(usage.costUsd)}.</p>`
}`;
}

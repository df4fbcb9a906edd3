/** A run in a few Markdown tables, for a pull request: rates, worst groups, what changed since another run. */
import type { Analysis } from "../analysis/index.ts";
import { count, counted, percent, percentInterval } from "../terminal/index.ts";
import { type Outcome, oneLine, type RunGroup } from "../trajectory/index.ts";
import { coefficientText, shareText } from "./calibration/words.ts";
import type { ReportRow, ReportRows } from "./rows.ts";
import type { RunSummary } from "./run/summary.ts";

const mostListed = 20;
const mostGroups = 5;

/** Foreign text in a table's cell: nothing in it is markup, a link, a mention or the end of the cell. */
export function markdownText(text: string): string {
  return oneLine(text, 200)
    .replace(/[\\`*_{}[\]()#+!|~$-]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;")
    .replace(/:\/\//g, "&#58;//")
    .replace(/\bwww\./gi, "www&#46;");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = line(head.map((_, at) => (at === 0 ? "---" : "--:")));
  return [line(head), rule, ...rows.map(line)].join("\n");
}

function judgeRows({ groups }: RunSummary, analysis: Analysis | undefined): string[][] {
  const judges = [...new Set(groups.map(({ judge }) => judge))];
  return judges.map((judge) => {
    const own = groups.filter((group) => group.judge === judge);
    const sum = (value: (group: RunGroup) => number): number =>
      own.reduce((all, group) => all + value(group), 0);
    const success = sum((group) => group.success);
    const decided = success + sum((group) => group.failure);
    const total = sum((group) => group.total);
    const judged = analysis?.judges.find((each) => each.judge === judge);
    return [
      markdownText(judge),
      count(total),
      decided === 0 ? "–" : `${percent(success / decided)} of ${count(decided)}`,
      percent(total === 0 ? null : decided / total),
      count(sum((group) => group.unscored)),
      ...(analysis === undefined
        ? []
        : [
            judged?.corrected === undefined ? "–" : shareText(judged.corrected.predictionPowered),
            judged === undefined
              ? "–"
              : `${shareText(judged.document.agreement)}, n ${count(judged.document.n)}`,
            judged === undefined ? "–" : coefficientText(judged.document.kappa),
          ]),
    ];
  });
}

/** The groups with the lowest judged success rates. */
function worstGroups({ groups }: RunSummary): string[] {
  const ranked = groups
    .filter(
      ({ benchmark, agent, successRate }) => (benchmark ?? agent) !== undefined && successRate.value !== null,
    )
    .sort((a, b) => (a.successRate.value ?? 0) - (b.successRate.value ?? 0));
  if (ranked.length < 2) return [];
  return [
    "",
    ranked.length > mostGroups
      ? `**The ${mostGroups} groups with the lowest success rates, of ${ranked.length}**`
      : "**Groups**",
    "",
    table(
      ["group", "judge", "success", "95 %", "of", "coverage"],
      ranked
        .slice(0, mostGroups)
        .map((group) => [
          markdownText([group.benchmark, group.agent].filter((part) => part !== undefined).join(" · ")),
          markdownText(group.judge),
          percent(group.successRate.value),
          percentInterval(group.successRate),
          count(group.success + group.failure),
          percent(group.coverage, 0),
        ]),
    ),
  ];
}

type Change = { id: string; judge: string; before: Outcome | null; now: Outcome | null };

/** Outcomes that one judge gave before and gives otherwise now; runs and judges of only one side are left out. */
function changesOf(now: ReportRows, before: ReportRows): { compared: number; changes: Change[] } {
  const earlier = new Map(before.rows.map((row) => [row.item.id, row]));
  const verdictOf = (row: ReportRow | undefined, judges: readonly string[], judge: string) =>
    row?.verdicts[judges.indexOf(judge)];
  let compared = 0;
  const changes = now.rows.flatMap((row) =>
    now.judges.flatMap((judge): Change[] => {
      const given = verdictOf(row, now.judges, judge);
      const known = verdictOf(earlier.get(row.item.id), before.judges, judge);
      if (given === undefined || known === undefined) return [];
      compared += 1;
      if (given.outcome === known.outcome) return [];
      return [{ id: row.item.id, judge, before: known.outcome, now: given.outcome }];
    }),
  );
  return { compared, changes };
}

const word = (outcome: Outcome | null): string => outcome ?? "unscored";

function changesSection(now: ReportRows, before: { name: string; rows: ReportRows }): string[] {
  const { compared, changes } = changesOf(now, before.rows);
  const worse = changes.filter((change) => change.before === "success").length;
  const better = changes.filter((change) => change.now === "success").length;
  const listed = changes.toSorted((a, b) => Number(b.before === "success") - Number(a.before === "success"));
  return [
    "",
    `**Changed since ${markdownText(before.name)}**: ${counted(changes.length, "verdict")} of ${count(compared)} on the same runs; ${count(better)} now success, ${count(worse)} no longer.`,
    ...(changes.length === 0
      ? []
      : [
          "",
          table(
            ["run", "judge", "before", "now"],
            listed
              .slice(0, mostListed)
              .map((change) => [
                markdownText(change.id),
                markdownText(change.judge),
                word(change.before),
                word(change.now),
              ]),
          ),
        ]),
    ...(changes.length > mostListed ? ["", `and ${count(changes.length - mostListed)} more.`] : []),
  ];
}

export interface MarkdownParts {
  rows: ReportRows;
  summary: RunSummary;
  analysis: Analysis | undefined;
  /** Another run to compare with. */
  baseline?: { name: string; rows: ReportRows } | undefined;
}

/** The report as Markdown. */
export function markdownReport({ rows, summary, analysis, baseline }: MarkdownParts): string {
  const head = ["judge", "runs", "judged success", "coverage", "unscored"].concat(
    analysis === undefined ? [] : ["corrected (PPI)", "agreement with people", "κ"],
  );
  const warnings = (analysis?.judges ?? []).flatMap(({ judge, document }) =>
    document.warnings.map(({ message }) => `> ${markdownText(judge)}: ${markdownText(message)}`),
  );
  const failed = (analysis?.judges ?? []).flatMap(({ judge, gate }) =>
    (gate?.checks ?? [])
      .filter(({ passed }) => !passed)
      .map(({ message }) => `- ❌ ${markdownText(judge)}: ${markdownText(message)}`),
  );
  const unscored = summary.unscored.map(
    ({ judge, kind, message, count: times }) =>
      `- ${count(times)} × ${markdownText(judge)}: ${kind}: ${markdownText(message)}`,
  );
  return `${[
    `### ${counted(rows.rows.length, "run")} judged by ${rows.judges.map(markdownText).join(", ")}`,
    "",
    table(head, judgeRows(summary, analysis)),
    ...(failed.length === 0 ? [] : ["", ...failed]),
    ...(warnings.length === 0 ? [] : ["", warnings.join("\n>\n")]),
    ...worstGroups(summary),
    ...(baseline === undefined ? [] : changesSection(rows, baseline)),
    ...(unscored.length === 0 ? [] : ["", "Unscored, in no rate:", "", ...unscored]),
  ].join("\n")}\n`;
}

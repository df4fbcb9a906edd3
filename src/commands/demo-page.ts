/** What `demo` prints: rates beside the truth, the matrix, where the judge errs, three verdicts to read, what to try next. */
import { type CalibrationDocument, meaning } from "../../calibration/index.ts";
import { count, padEnd, percent, plain, table, wrap } from "../terminal/index.ts";
import type { Pair, Verdict } from "../trajectory/index.ts";
import { calibrationPage } from "./calibration-page.ts";
import type { Console } from "./console.ts";

interface DemoInput {
  document: CalibrationDocument;
  pairs: readonly Pair[];
  verdicts: readonly Verdict[];
}

type Page = Pick<Console, "colors" | "columns">;

const isWrong = ({ human, judge }: Pair): boolean => human !== null && human !== "blocked" && judge !== human;
const barWidth = 20;

/** A share as a bar: what the judge says, and where the truth is. */
function bar(judged: number | null, truth: number | null): string {
  return Array.from({ length: barWidth }, (_unused, i) => {
    const at = (i + 0.5) / barWidth;
    const filled = judged !== null && at <= judged ? "█" : "·";
    return truth !== null && Math.abs(at - truth) <= 0.5 / barWidth + 1e-9 ? "┃" : filled;
  }).join("");
}

/** By agent: the judged and the true success rate, and how often the judge errs. */
function agentTable(pairs: readonly Pair[], { colors }: Page): string[] {
  const agents = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const agent = pair.group?.["agent"] ?? "–";
    agents.set(agent, [...(agents.get(agent) ?? []), pair]);
  }
  const share = (of: readonly Pair[], holds: (pair: Pair) => boolean): number | null =>
    of.length === 0 ? null : of.filter(holds).length / of.length;
  const rows = [...agents].map(([agent, own]) => {
    const decided = own.filter(({ human }) => human === "success" || human === "failure");
    const judged = share(decided, ({ judge }) => judge === "success");
    const truth = share(decided, ({ human }) => human === "success");
    const wrong = decided.filter(isWrong).length;
    return [
      plain(agent),
      count(decided.length),
      percent(judged, 0),
      percent(truth, 0),
      bar(judged, truth),
      wrong === 0 ? "" : `${wrong} wrong`,
    ];
  });
  const right = "right" as const;
  return table(
    [
      { head: "agent", max: 18 },
      { head: "runs", align: right },
      { head: "judged", align: right },
      { head: "true", align: right },
      { head: "judged █  true ┃" },
      { head: "" },
    ],
    rows,
    colors.dim,
  );
}

/** A right verdict, a missed success and a passed failure; the clearest of each. */
function worthReading(
  pairs: readonly Pair[],
  verdicts: readonly Verdict[],
): { title: string; pair: Pair; verdict: Verdict }[] {
  const of = new Map(verdicts.map((verdict) => [verdict.trajectoryId, verdict]));
  const certainty = ({ id }: Pair): number => Math.abs((of.get(id)?.score ?? 0.5) - 0.5);
  const pick = (title: string, holds: (pair: Pair) => boolean) => {
    const [pair] = pairs.filter(holds).sort((a, b) => certainty(b) - certainty(a) || (a.id < b.id ? -1 : 1));
    const verdict = pair === undefined ? undefined : of.get(pair.id);
    return pair === undefined || verdict === undefined ? [] : [{ title, pair, verdict }];
  };
  return [
    ...pick("Rightly called a failure", ({ human, judge }) => human === "failure" && judge === "failure"),
    ...pick(
      "Fooled: a failure called a success",
      ({ human, judge }) => human === "failure" && judge === "success",
    ),
    ...pick(
      "Too strict: a success called a failure",
      ({ human, judge }) => human === "success" && judge === "failure",
    ),
  ];
}

function verdictLines(
  { title, pair, verdict }: ReturnType<typeof worthReading>[number],
  { colors, columns }: Page,
): string[] {
  const reasons = plain(verdict.reasoning, { lines: true }).split("\n").slice(0, 4);
  return [
    `${colors.bold(title)}  ${colors.dim(plain(pair.id))}`,
    ...reasons.flatMap((reason) =>
      wrap(reason, columns - 4).map((line, i) => `${i === 0 ? "  " : "    "}${line}`),
    ),
  ];
}

const next: readonly [string, string][] = [
  ["trajudge judge RUNS/", "your own runs, offline or with a model"],
  ["trajudge calibrate RUN --labels F", "how far to trust the verdicts"],
  ["trajudge review RUN", "label runs in the terminal, blind first"],
  ["trajudge formats", "the recorded-run formats that can be read"],
];

/** The demo's page, at most `columns` wide. */
export function demoPage({ document, pairs, verdicts }: DemoInput, page: Page): string[] {
  const { colors } = page;
  const blocked = pairs.filter(({ human }) => human === "blocked").length;
  const bare = { ...document, groups: [] };
  return [
    colors.bold("The Bazaar: a small website whose state tells which runs really succeeded"),
    ...wrap(
      `${count(pairs.length)} recorded runs of scripted agents, good and bad (${blocked} were stopped by the site itself), judged by the offline judge: no model, no key.`,
      page.columns,
    ),
    "",
    ...agentTable(pairs, page),
    "",
    ...calibrationPage("offline vs the truth", bare, meaning(bare), page),
    "",
    ...worthReading(pairs, verdicts).flatMap((each) => [...verdictLines(each, page), ""]),
    ...wrap(
      "The offline judge sees how a run went, not whether the right filter was set or the right thing bought: that takes a judge with a model, or requests and screenshots read by one (naveval).",
      page.columns,
    ),
    "",
    colors.bold("Next"),
    ...next.map(([command, why]) => `  ${padEnd(command, 34)} ${colors.dim(why)}`),
  ];
}

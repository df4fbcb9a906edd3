/** What `judge` prints at its end: success rates by agent and benchmark with their coverage, and what was unscored. */

import {
  type Column,
  count,
  counted,
  dollars,
  percent,
  percentInterval,
  plain,
  table,
  wrap,
} from "../terminal/index.ts";
import type { Run, RunGroup } from "../trajectory/index.ts";
import type { Console } from "./console.ts";

type Cell = (group: RunGroup) => string;

const number = (value: number): string => (value === 0 ? "" : count(value));

/** The table of one judge; columns in which every cell would be empty are left out. */
function judgeTable(groups: readonly RunGroup[], dim: (text: string) => string): string[] {
  const right = "right" as const;
  const all: readonly [Column, Cell][] = [
    [{ head: "benchmark", max: 16 }, (group) => plain(group.benchmark ?? "")],
    [{ head: "agent", max: 30 }, (group) => plain(group.agent ?? "")],
    [{ head: "success", align: right }, (group) => percent(group.successRate.value)],
    [{ head: "95 %" }, (group) => percentInterval(group.successRate)],
    [{ head: "of", align: right }, (group) => count(group.success + group.failure)],
    [{ head: "unsure", align: right }, (group) => number(group.unsure)],
    [{ head: "blocked", align: right }, (group) => number(group.blocked)],
    [{ head: "unscored", align: right }, (group) => number(group.unscored)],
    [{ head: "coverage", align: right }, (group) => percent(group.coverage, 0)],
  ];
  const used = all.filter(([, cell]) => groups.some((group) => cell(group) !== ""));
  return table(
    used.map(([column]) => column),
    groups.map((group) => used.map(([, cell]) => cell(group))),
    dim,
  );
}

/** The page's lines, at most `columns` wide. */
export function judgePage(
  run: Run,
  out: string,
  { colors, columns }: Pick<Console, "colors" | "columns">,
): string[] {
  const judges = run.judges.map((judge) => judge.id).join(", ");
  const { trajectories, unscored, withProblems, unreadable } = run.counts;
  const lines = [
    colors.bold(
      `${judges} · ${counted(trajectories, "trajectory", "trajectories")} · ${count(unscored)} unscored`,
    ),
    ...[...new Set(run.groups.map((group) => group.judge))].flatMap((judge, _i, all) => [
      "",
      ...(all.length > 1 ? [plain(judge)] : []),
      ...judgeTable(
        run.groups.filter((group) => group.judge === judge),
        colors.dim,
      ),
    ]),
  ];
  if (run.unscored.length > 0) {
    lines.push("", "Unscored, so in no rate:");
    for (const { judge, kind, message, count: times } of run.unscored) {
      lines.push(...wrap(`  ${count(times)} × ${plain(judge)}: ${kind}: ${plain(message)}`, columns));
    }
    lines.push("The same command with --retry-unscored judges them again.");
  }
  if (withProblems > 0) {
    lines.push(
      "",
      ...wrap(
        `${counted(withProblems, "trajectory has", "trajectories have")} parts that could not be read; see: trajudge show INPUT`,
        columns,
      ),
    );
  }
  if (unreadable > 0) lines.push("", `${counted(unreadable, "run")} could not be read at all (named above).`);
  if (run.usage.calls > 0) {
    const { calls, inputTokens, outputTokens, costUsd } = run.usage;
    lines.push(
      "",
      `${counted(calls, "call")}, ${count(inputTokens)} tokens in, ${count(outputTokens)} out, ${dollars(costUsd)}`,
    );
  }
  lines.push(
    "",
    `Verdicts: ${out}/verdicts.jsonl`,
    "How far to trust these rates:",
    `  trajudge calibrate ${out} --labels LABELS.jsonl`,
  );
  return lines;
}

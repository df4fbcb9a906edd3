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

function rows(groups: readonly RunGroup[], several: { judges: boolean; benchmarks: boolean }): string[][] {
  return groups.map((group) => [
    ...(several.judges ? [plain(group.judge)] : []),
    ...(several.benchmarks ? [plain(group.benchmark ?? "–")] : []),
    plain(group.agent ?? "–"),
    percent(group.successRate.value),
    percentInterval(group.successRate),
    `${count(group.success)} of ${count(group.success + group.failure)}`,
    group.unsure + group.blocked === 0 ? "" : count(group.unsure + group.blocked),
    group.unscored === 0 ? "" : count(group.unscored),
    percent(group.coverage, 0),
  ]);
}

/** The page's lines, at most `columns` wide. */
export function judgePage(
  run: Run,
  out: string,
  { colors, columns }: Pick<Console, "colors" | "columns">,
): string[] {
  const several = {
    judges: new Set(run.groups.map((group) => group.judge)).size > 1,
    benchmarks: new Set(run.groups.map((group) => group.benchmark)).size > 1,
  };
  const head: Column[] = [
    ...(several.judges ? [{ head: "judge", max: 16 }] : []),
    ...(several.benchmarks ? [{ head: "benchmark", max: 18 }] : []),
    { head: "agent", max: 24 },
    { head: "success", align: "right" },
    { head: "95 %" },
    { head: "judged", align: "right" },
    { head: "undecided", align: "right" },
    { head: "unscored", align: "right" },
    { head: "coverage", align: "right" },
  ];
  const judges = run.judges.map((judge) => judge.id).join(", ");
  const { trajectories, unscored, withProblems, unreadable } = run.counts;
  const lines = [
    colors.bold(
      `${judges} · ${counted(trajectories, "trajectory", "trajectories")} · ${count(unscored)} unscored`,
    ),
    "",
    ...table(head, rows(run.groups, several), colors.dim),
  ];
  if (run.unscored.length > 0) {
    lines.push("", "Unscored, so in no rate:");
    for (const { judge, kind, message, count: times } of run.unscored) {
      lines.push(...wrap(`  ${count(times)} × ${plain(judge)}: ${kind}: ${plain(message)}`, columns));
    }
  }
  if (withProblems > 0) {
    lines.push(
      "",
      `${counted(withProblems, "trajectory has", "trajectories have")} parts that could not be read; see: trajudge show INPUT`,
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
    `Next: trajudge calibrate ${out} --labels LABELS.jsonl   (how far to trust these rates)`,
  );
  return lines;
}

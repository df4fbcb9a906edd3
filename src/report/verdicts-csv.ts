/** Verdicts as CSV: a line a verdict, with what people said of the same run. */
import { csvFile, numberCell, textCell } from "./csv-text.ts";
import type { ReportRows } from "./rows.ts";

const head = [
  "trajectory",
  "task",
  "instruction",
  "benchmark",
  "agent",
  "steps",
  "judge",
  "judge_version",
  "level",
  "models",
  "outcome",
  "score",
  "label",
  "raters",
  "error",
  "error_message",
  "requirements_met",
  "requirements",
  "reasoning",
  "calls",
  "input_tokens",
  "output_tokens",
  "cost_usd",
  "latency_ms",
  "created_at",
];

/** An unscored verdict has the outcome `unscored`; a run without a label an empty cell. */
export function verdictsCsv({ rows }: ReportRows): string {
  const lines = rows.flatMap(({ item, verdicts, labels, reference }) =>
    verdicts.flatMap((verdict) => {
      if (verdict === undefined) return [];
      const { usage, requirements, error } = verdict;
      return [
        [
          textCell(item.id),
          textCell(item.taskId ?? ""),
          textCell(item.instruction),
          textCell(item.benchmark ?? ""),
          textCell(item.agent ?? ""),
          numberCell(item.steps),
          textCell(verdict.judge),
          textCell(verdict.judgeVersion),
          verdict.level,
          textCell(Object.values(verdict.models).join(" ")),
          verdict.outcome ?? "unscored",
          numberCell(verdict.score),
          reference ?? "",
          numberCell(labels.length),
          error?.kind ?? "",
          textCell(error?.message ?? ""),
          numberCell(requirements?.filter(({ passed }) => passed === true).length),
          numberCell(requirements?.length),
          textCell(verdict.reasoning),
          numberCell(usage.calls),
          numberCell(usage.inputTokens),
          numberCell(usage.outputTokens),
          numberCell(usage.costUsd),
          numberCell(usage.latencyMs),
          textCell(verdict.createdAt),
        ],
      ];
    }),
  );
  return csvFile(head, lines);
}

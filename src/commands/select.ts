/** `trajudge select`: the best run of several attempts at one task. */
import { Command } from "commander";
import { selectBest } from "../refine/index.ts";
import { count, jsonText, plain, table } from "../terminal/index.ts";
import type { Console } from "./console.ts";
import { verdictsOfRun } from "./verdicts.ts";

export function selectCommand(console: Console): Command {
  return new Command("select")
    .description("choose the best run of several attempts at one task, by verdict and score")
    .argument("<run>", "the run folder with the verdicts")
    .option("--judge <id>", "whose verdicts, when the run folder holds several")
    .option("--json", "print a JSON array")
    .action(async (run: string, flags: { judge?: string; json?: boolean }) => {
      const { verdicts, items } = await verdictsOfRun(run, flags.judge);
      const selected = selectBest(items, verdicts);
      if (flags.json === true) {
        console.out(jsonText(selected));
        return;
      }
      const rows = selected.map(({ taskId, trajectoryId, outcome, score, attempts, by }) => [
        plain(taskId),
        plain(trajectoryId),
        outcome ?? "unscored",
        score === null ? "" : score.toFixed(2),
        count(attempts),
        by,
      ]);
      const right = "right" as const;
      // What the other columns leave; the names share it.
      const room = console.columns - "  outcome   score  of  by outcome".length;
      const head = [
        { head: "task", max: Math.max(12, Math.floor(room * 0.4)) },
        { head: "chosen", max: Math.max(12, Math.ceil(room * 0.6)) },
        { head: "outcome" },
        { head: "score", align: right },
        { head: "of", align: right },
        { head: "by" },
      ];
      console.out(table(head, rows, console.colors.dim).join("\n"));
    });
}

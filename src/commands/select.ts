/** `trajudge select`: the best run of several attempts at one task. */
import { Command } from "commander";
import { selectBest } from "../refine/index.ts";
import { count, plain, table } from "../terminal/index.ts";
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
        console.out(JSON.stringify(selected, null, 2));
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
      const head = [
        { head: "task", max: 24 },
        { head: "chosen", max: 36 },
        { head: "outcome" },
        { head: "score", align: right },
        { head: "of", align: right },
        { head: "by" },
      ];
      console.out(table(head, rows, console.colors.dim).join("\n"));
    });
}

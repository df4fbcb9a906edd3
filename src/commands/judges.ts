/** `trajudge judges`: the judges there are, and what each needs. */
import { Command } from "commander";
import { z } from "zod";
import { judges, resolveJudge } from "../../judges/index.ts";
import type { Judge } from "../judging/index.ts";
import { table, wrap } from "../terminal/index.ts";
import type { Console } from "./console.ts";

function description(judge: Judge): object {
  const { id, summary, levels, requires, uses, roles, prompts, options } = judge;
  return {
    id,
    summary,
    levels,
    requires,
    uses,
    roles,
    prompts,
    options: z.toJSONSchema(options, { io: "input" }),
  };
}

function listPage(console: Console): string[] {
  const head = [{ head: "judge" }, { head: "levels" }, { head: "needs" }, { head: "what it does" }];
  const rows = Object.values(judges).map((judge) => [
    judge.id,
    judge.levels.join(", "),
    judge.roles.length === 0 ? "no model" : judge.roles.join(" + "),
    judge.summary,
  ]);
  return [
    ...table(head, rows, console.colors.dim),
    "",
    "Also: recorded:FILE[#judge] takes verdicts that are in a JSONL file already; ./my-judge.ts a judge of your own.",
  ];
}

function judgeDetails(judge: Judge, { colors, columns }: Console): string[] {
  const field = (name: string, text: string): string =>
    `${colors.dim(name.padEnd(10))}${wrap(text, columns - 10).join(`\n${" ".repeat(10)}`)}`;
  const options = z.toJSONSchema(judge.options, { io: "input" }).properties ?? {};
  return [
    colors.bold(judge.id),
    judge.summary,
    "",
    field("levels", judge.levels.join(", ")),
    field("requires", judge.requires.join(", ") || "nothing"),
    field("uses", judge.uses.join(", ") || "nothing more"),
    field("models", judge.roles.join(", ") || "none"),
    field("prompts", judge.prompts.map((id) => `prompts/${id}.md`).join(", ") || "none"),
    ...Object.entries(options).map(([name, schema], i) =>
      field(i === 0 ? "options" : "", `${name}: ${JSON.stringify(schema)}`),
    ),
  ];
}

export function judgesCommand(console: Console): Command {
  const command = new Command("judges")
    .description("list the judges; `judges show ID` describes one")
    .option("--json", "print a JSON array")
    .action((flags: { json?: boolean }) => {
      if (flags.json === true) console.out(JSON.stringify(Object.values(judges).map(description), null, 2));
      else console.out(listPage(console).join("\n"));
    });
  command
    .command("show")
    .description("describe one judge: what it is shown, its options and prompts")
    .argument("<id>", "a judge's id, or ./my-judge.ts")
    .option("--json", "print a JSON object")
    .action(async (id: string, flags: { json?: boolean }) => {
      const judge = await resolveJudge(id);
      console.out(
        flags.json === true
          ? JSON.stringify(description(judge), null, 2)
          : judgeDetails(judge, console).join("\n"),
      );
    });
  return command;
}

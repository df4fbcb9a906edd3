/** `trajudge formats`: the recorded-run formats that can be read. */
import { Command } from "commander";
import { readers } from "../formats/index.ts";
import { jsonText, table } from "../terminal/index.ts";
import type { Console } from "./console.ts";

export function formatsCommand(console: Console): Command {
  return new Command("formats")
    .description("list the formats of recorded runs that can be read")
    .option("--json", "print a JSON array")
    .action((flags: { json?: boolean }) => {
      const rows = readers.map(({ id, summary }) => ({ id, summary }));
      if (flags.json === true) console.out(jsonText(rows));
      else {
        const head = [{ head: "format" }, { head: "what is read", wrap: true }];
        console.out(
          table(
            head,
            rows.map(({ id, summary }) => [id, summary]),
            console.colors.dim,
            console.columns,
          ).join("\n"),
        );
      }
    });
}

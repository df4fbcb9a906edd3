/** The command line as a whole: its commands, its errors and its exit codes. */
import { Command, CommanderError } from "commander";
import { packageInfo } from "../package-root.ts";
import { plain } from "../terminal/index.ts";
import { InputError } from "../trajectory/index.ts";
import { calibrateCommand } from "./calibrate.ts";
import { type Console, processConsole } from "./console.ts";
import { convertCommand } from "./convert.ts";
import { demoCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { formatsCommand } from "./formats.ts";
import { judgeCommand } from "./judge.ts";
import { judgesCommand } from "./judges.ts";
import { reflexionCommand } from "./reflexion.ts";
import { reportCommand } from "./report.ts";
import { reviewCommand, watchCommand } from "./review.ts";
import { selectCommand } from "./select.ts";
import { serveCommand } from "./serve.ts";
import { showCommand } from "./show.ts";
import { systemFault } from "./system-fault.ts";

/** A command: how it is called, and what it does; it returns the exit code. */
type CommandFactory = (console: Console, exit: (code: number) => void) => Command;

const factories: readonly CommandFactory[] = [
  judgeCommand,
  calibrateCommand,
  reportCommand,
  reviewCommand,
  watchCommand,
  showCommand,
  convertCommand,
  formatsCommand,
  judgesCommand,
  doctorCommand,
  exportCommand,
  selectCommand,
  serveCommand,
  reflexionCommand,
  demoCommand,
];

const wrongUse = 2;

function exitCodeOf(error: unknown): number {
  const code = (error as { exitCode?: unknown } | null)?.exitCode;
  return typeof code === "number" ? code : 1;
}

/** The command with the program's settings; after an error it names its own help. */
function inheriting(command: Command, program: Command, name = command.name()): Command {
  return command
    .copyInheritedSettings(program)
    .showHelpAfterError(`(trajudge ${name} --help shows its arguments and options)`);
}

/**
 * Runs the command line.
 *
 * @param argv the words after the program's name
 * @returns the exit code: 0 done, 1 done but something is unscored or a gate failed, 2 wrong use, 3 stopped, resumable
 */
export async function main(argv: readonly string[], console: Console = processConsole()): Promise<number> {
  let code = 0;
  const { version, description } = packageInfo();
  const program = new Command("trajudge")
    .description(description)
    .version(version)
    .option("--debug", "show where an error arose")
    .addHelpText(
      "after",
      "\nExit codes: 0 done · 1 some runs unscored, or a gate failed · 2 wrong use\n            3 stopped, resumable",
    )
    .showHelpAfterError("(trajudge --help shows the commands)")
    .configureOutput({
      writeOut: (text) => console.out(text.trimEnd()),
      writeErr: (text) => console.err(text.trimEnd()),
      outputError: (text, write) => write(`trajudge: ${text.replace(/^error: /, "")}`),
    })
    .exitOverride();
  for (const factory of factories) {
    const command = factory(console, (value) => {
      code = value;
    });
    program.addCommand(inheriting(command, program));
    for (const child of command.commands) inheriting(child, program, `${command.name()} ${child.name()}`);
  }
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return wrongUse;
    }
    await program.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUse;
    const fault = systemFault(error);
    // A message may hold names and values that others chose.
    console.err(`trajudge: ${plain(fault ?? (error instanceof Error ? error.message : String(error)))}`);
    if (argv.includes("--debug") && error instanceof Error && error.stack !== undefined)
      console.err(plain(error.stack, { lines: true }));
    else if (fault === undefined && !InputError.isInstance(error) && exitCodeOf(error) === 1) {
      console.err("This should not happen; --debug shows where it arose.");
    }
    return fault === undefined ? exitCodeOf(error) : wrongUse;
  }
}

/** `trajudge calibrate`: verdicts against labels, or any file that holds both. */
import { Command } from "commander";
import { calibrateJudges, type JudgesDocument, meaning } from "../../calibration/index.ts";
import { plain } from "../terminal/index.ts";
import { InputError } from "../trajectory/index.ts";
import { calibrationPage } from "./calibration-page.ts";
import type { Console } from "./console.ts";
import { collect, list } from "./options.ts";
import { type PairsFlags, type Subjects, subjectsOfPairs, subjectsOfRuns } from "./subjects.ts";

interface Flags extends PairsFlags {
  labels?: string[];
  pairs?: string;
  json?: boolean;
}

const help = `
Examples:
  trajudge calibrate judged --labels labels.jsonl --by agent
  trajudge calibrate --pairs results.csv --human label --judge verdict --positive yes,1 --negative no,0
  trajudge calibrate --pairs r.json --human score --judge pred --positive 1 --negative 0 --ignore=-0.1
Labels: one JSON object a line: {"trajectoryId": …, "rater": …, "outcome": "success" | "failure" | "unsure" | "blocked"}`;

function subjectsOf(runs: readonly string[], flags: Flags): Promise<Subjects> {
  if (flags.pairs !== undefined) {
    if (runs.length > 0)
      throw new InputError("--pairs: holds verdicts and labels, so no run folder goes with it");
    return subjectsOfPairs(flags.pairs, flags);
  }
  if (runs.length === 0)
    throw new InputError("calibrate: name a run folder with --labels, or a file with --pairs");
  if (flags.labels === undefined)
    throw new InputError("calibrate: --labels FILE is missing: what people said of these runs");
  return subjectsOfRuns(runs, flags.labels);
}

/** The document: of the one judge itself, or of each with how they compare. */
function jsonOf({ judges, ...rest }: JudgesDocument, report: Subjects["report"]): object {
  const [only] = judges;
  return judges.length === 1 ? { ...only, report } : { judges, ...rest, report };
}

async function run(runs: string[], flags: Flags, console: Console): Promise<number> {
  const { judges, report, problems } = await subjectsOf(runs, flags);
  for (const problem of problems) console.err(`trajudge: ${plain(problem)}`);
  const document = calibrateJudges(judges, { by: flags.by ?? [] });
  if (flags.json === true) {
    console.out(JSON.stringify(jsonOf(document, report), null, 2));
    return 0;
  }
  const source = flags.pairs ?? flags.labels?.join(", ") ?? "";
  const pages = document.judges.map(({ judge, ...each }) =>
    calibrationPage(`${judge} vs people · ${source}`, each, meaning(each), console),
  );
  console.out(
    pages.map((page) => page.join("\n")).join(`\n\n${"─".repeat(Math.min(console.columns, 80))}\n\n`),
  );
  return 0;
}

export function calibrateCommand(console: Console, exit: (code: number) => void): Command {
  return new Command("calibrate")
    .description("measure judges against labels: agreement, errors, intervals")
    .argument("[run...]", "run folders made by trajudge judge")
    .option("--labels <file>", "labels (JSON Lines), repeatable", collect)
    .option(
      "--pairs <file>",
      "a CSV, JSON array or JSONL file that holds both answers, instead of run folders",
    )
    .option("--human <column>", "with --pairs: the column of the label (dots lead into nested objects)")
    .option("--judge <column>", "with --pairs: the column of the verdict")
    .option("--positive <values>", "with --pairs: values that mean success, separated by commas", list)
    .option("--negative <values>", "with --pairs: values that mean failure", list)
    .option("--unsure <values>", "with --pairs: values that mean undecided", list)
    .option("--ignore <values>", "with --pairs: values whose rows do not count (--ignore=-0.1)", list)
    .option("--id <column>", "with --pairs: the column that names a row")
    .option("--cluster <column>", "with --pairs: the column that intervals resample by, such as the task")
    .option("--score <column>", "with --pairs: the column of the judge's own score in [0, 1]")
    .option("--by <fields>", "also for each value of these fields (benchmark, agent)", list)
    .option("--json", "print the calibration document")
    .addHelpText("after", help)
    .action(async (runs: string[], flags: Flags) => exit(await run(runs, flags, console)));
}

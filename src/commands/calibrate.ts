/** `trajudge calibrate`: verdicts against labels, or any file that holds both. */
import { writeFile } from "node:fs/promises";
import { Command, Option } from "commander";
import { chooseToLabel } from "../../calibration/index.ts";
import {
  type Analysis,
  type AnalysisFlags,
  analyse,
  type PairsFlags,
  type Subjects,
  subjectsOfPairs,
  subjectsOfRuns,
} from "../analysis/index.ts";
import { packageInfo } from "../package-root.ts";
import { counted, jsonText, plain } from "../terminal/index.ts";
import { InputError } from "../trajectory/index.ts";
import { calibrationCsv } from "./calibration-csv.ts";
import { analysisPage } from "./calibration-page.ts";
import type { Console } from "./console.ts";
import { amount, collect, list, positiveInteger } from "./options.ts";

interface Flags extends PairsFlags, AnalysisFlags {
  labels?: string[];
  pairs?: string;
  plan?: string;
  count: number;
  json?: boolean;
  csv?: string;
  html?: string;
}

const help = `
Examples:
  trajudge calibrate judged --labels labels.jsonl --by agent --correct
  trajudge calibrate judged --labels labels.jsonl --gate "fpr<=0.08,kappa>=0.6"
  trajudge calibrate --pairs results.csv --human label --judge verdict \\
    --positive yes,1 --negative no,0 --ignore=-0.1
A gate that fails gives exit code 1.
Labels: JSON Lines {"trajectoryId": …, "rater": …, "outcome": "success" |
"failure" | "unsure" | "blocked"}, AgentRewardBench's annotations.csv, or
Online-Mind2Web's human_label.json.`;

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

/** The document of the one judge, or of each with how they compare; what was asked for beside it. */
function jsonOf({ judges, comparison, ceiling }: Analysis, report: Subjects["report"]): object {
  const documents = judges.map(({ document, ...more }) => ({ ...document, ...more }));
  const shared = { ...(ceiling === undefined ? {} : { ceiling }), report };
  const [only] = documents;
  return documents.length === 1 ? { ...only, ...shared } : { judges: documents, ...comparison, ...shared };
}

/** The runs to label next, from the first judge's scores. */
async function writePlan(path: string, { judges }: Subjects, flags: Flags, console: Console): Promise<void> {
  const [pairs = []] = Object.values(judges);
  const chosen = chooseToLabel(pairs, { count: flags.count, by: flags.by ?? [] });
  await writeFile(path, chosen.map((line) => `${JSON.stringify(line)}\n`).join(""));
  console.err(`${counted(chosen.length, "run")} to label next: ${path} (trajudge review --plan ${path})`);
}

async function run(runs: string[], flags: Flags, console: Console): Promise<number> {
  const subjects = await subjectsOf(runs, flags);
  for (const problem of subjects.problems) console.err(`trajudge: ${plain(problem)}`);
  const analysis = analyse(subjects, flags);
  if (flags.plan !== undefined) await writePlan(flags.plan, subjects, flags, console);
  if (flags.csv !== undefined) await writeFile(flags.csv, calibrationCsv(analysis));
  const source = flags.pairs ?? flags.labels?.join(", ") ?? "";
  if (flags.html !== undefined) {
    // Charts take a while to load, and are wanted seldom.
    const { calibrationHtml } = await import("../report/index.ts");
    const { name, version } = packageInfo();
    const options = { source, package: `${name} ${version}`, at: new Date() };
    await writeFile(flags.html, calibrationHtml(analysis, options));
  }
  if (flags.json === true) console.out(jsonText(jsonOf(analysis, subjects.report)));
  else console.out(analysisPage(analysis, source, console).join("\n"));
  const gates = analysis.judges.flatMap(({ judge, gate }) =>
    gate === undefined ? [] : gate.checks.map((check) => ({ judge, ...check })),
  );
  for (const { judge, message, passed } of gates)
    if (!passed) console.err(`trajudge: gate: ${plain(judge)}: ${message}`);
  return gates.every(({ passed }) => passed) ? 0 : 1;
}

export function calibrateCommand(console: Console, exit: (code: number) => void): Command {
  return new Command("calibrate")
    .description("measure judges against labels: agreement, errors, intervals, corrected success rates")
    .argument("[run...]", "run folders made by trajudge judge")
    .option("--labels <file>", "labels, repeatable", collect)
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
    .option("--compare", "compare the judges with each other")
    .option("--correct", "success rates corrected for the judge's errors")
    .option("--threshold <goal>", "choose a score threshold: f1, fpr<=0.05, fnr<=0.05, or cost=FP:FN")
    .option("--gate <bounds>", 'bounds that must hold, such as "fpr<=0.08,kappa>=0.6"')
    .addOption(
      new Option("--gate-on <end>", "what a gate tests").choices(["interval", "value"]).default("interval"),
    )
    .option("--margin <points>", "how many labels an interval of ± this many percentage points needs", amount)
    .option("--plan <file>", "write which runs to label next (JSON Lines)")
    .option("--count <n>", "with --plan: how many", positiveInteger, 50)
    .addOption(
      new Option("--selection <how>", "how the labelled runs were chosen; targeted ones give no rates")
        .choices(["representative", "targeted"])
        .default("representative"),
    )
    .option("--csv <file>", "write every rate with its interval as CSV")
    .option("--html <file>", "write the calibration as one self-contained page with charts")
    .option("--json", "print the calibration document")
    .addHelpText("after", help)
    .action(async (runs: string[], flags: Flags) => exit(await run(runs, flags, console)));
}

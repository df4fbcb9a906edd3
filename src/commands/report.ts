/** `trajudge report`: run folders as a page to share, or as JUnit, Markdown or CSV. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Command, Option } from "commander";
import {
  type Analysis,
  analyse,
  type RunRecords,
  readLabelFiles,
  readRunFolders,
  subjectsOfRecords,
} from "../analysis/index.ts";
import { packageInfo } from "../package-root.ts";
import { count, counted, plain } from "../terminal/index.ts";
import { InputError, type Label } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { collect } from "./options.ts";

interface Flags {
  labels?: string[];
  input?: string[];
  out?: string;
  format: "html" | "junit" | "markdown" | "csv";
  embed?: boolean;
  images: boolean;
  redact: boolean;
  baseline?: string;
  selection: "representative" | "targeted";
}

const help = `
Examples:
One file to send to others; a folder with small screenshots; for CI; for a pull
request:
  trajudge report judged --labels labels.jsonl --out report.html --embed
  trajudge report judged --out report
  trajudge report judged --format junit --out results.xml
  trajudge report judged --format markdown --baseline judged-main
Screenshots are not redacted; --no-images leaves them out.`;

/** Everything that labels allow to be computed; undefined without labels. */
function analysisOf(
  records: RunRecords,
  given: { labels: Label[]; problems: string[] },
  runs: readonly string[],
  flags: Flags,
): Analysis | undefined {
  if (given.labels.length === 0) return undefined;
  const subjects = subjectsOfRecords(records, given, { runs, labels: flags.labels ?? [] });
  const fields = (["benchmark", "agent"] as const).filter((field) =>
    records.items.some((item) => item[field] !== undefined),
  );
  return analyse(subjects, {
    by: [...fields],
    correct: flags.selection !== "targeted",
    gateOn: "interval",
    selection: flags.selection,
  });
}

async function writeText(text: string, out: string | undefined, console: Console): Promise<void> {
  if (out === undefined) {
    console.out(text.trimEnd());
    return;
  }
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, text);
  console.err(`Report: ${out}`);
}

async function run(runs: string[], flags: Flags, console: Console): Promise<void> {
  const { format, out } = flags;
  if (format === "html" && out === undefined)
    throw new InputError("report: --out FILE.html or --out FOLDER is missing: where the page goes");
  if (flags.baseline !== undefined && format !== "markdown")
    throw new InputError("--baseline: goes with --format markdown only");
  const report = await import("../report/index.ts");
  const readLabels = await readLabelFiles(flags.labels ?? []);
  for (const problem of readLabels.problems) console.err(`trajudge: ${plain(problem)}`);
  const read = await readRunFolders(runs);
  const { records, labels } = flags.redact
    ? report.shareable(read, readLabels.labels)
    : { records: read, labels: readLabels.labels };
  const analysis = analysisOf(records, { labels, problems: readLabels.problems }, runs, flags);
  const rows = report.rowsOf(records, labels);
  if (format === "csv") return writeText(report.verdictsCsv(rows), out, console);
  if (format === "junit") return writeText(report.junitXml(rows), out, console);
  if (format === "markdown") {
    const { baseline } = flags;
    const text = report.markdownReport({
      rows,
      summary: report.summarise(records),
      analysis,
      baseline:
        baseline === undefined
          ? undefined
          : { name: baseline, rows: report.rowsOf(await readRunFolders([baseline]), []) },
    });
    return writeText(text, out, console);
  }
  const { name, version } = packageInfo();
  const written = await report.writeReport(records, labels, analysis, {
    out: out ?? "",
    inputs: flags.input,
    images: !flags.images ? "none" : flags.embed === true ? "inside" : "beside",
    redact: flags.redact,
    package: `${name} ${version}`,
    at: new Date(),
    onRun: (done) => console.status(`${count(done)} of ${counted(rows.rows.length, "run")}`),
  });
  console.status("");
  for (const problem of written.problems) console.err(`trajudge: ${plain(problem)}`);
  if (written.found < written.runs)
    console.err(
      `${counted(written.runs - written.found, "recorded run was", "recorded runs were")} not found; the report shows what was said of them without steps and screens (--input PATH says where they are).`,
    );
  if (written.images > 0)
    console.err(
      "Screenshots are shown as they were taken, not redacted: look at them before you share the report.",
    );
  console.err(`Report: ${written.path}`);
}

export function reportCommand(console: Console): Command {
  return new Command("report")
    .description("run folders as one page with charts and every run, or as JUnit, Markdown or CSV")
    .argument("<run...>", "run folders made by trajudge judge")
    .option(
      "--labels <file>",
      "what people said, repeatable: corrected rates and how far to trust the judges",
      collect,
    )
    .option("--input <path>", "where the recorded runs are now, repeatable", collect)
    .option("--out <path>", "FILE.html or a folder; for other formats a file (default: print)")
    .addOption(
      new Option("--format <format>", "what to write")
        .choices(["html", "junit", "markdown", "csv"])
        .default("html"),
    )
    .option("--embed", "screenshots inside the page instead of a folder beside it")
    .option("--no-images", "leave the screenshots out")
    .option("--no-redact", "keep secrets in texts: for your own eyes only")
    .option("--baseline <run>", "with --format markdown: what changed since this run folder")
    .addOption(
      new Option("--selection <how>", "how the labelled runs were chosen; targeted ones give no rates")
        .choices(["representative", "targeted"])
        .default("representative"),
    )
    .addHelpText("after", help)
    .action((runs: string[], flags: Flags) => run(runs, flags, console));
}

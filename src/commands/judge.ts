/** `trajudge judge`: the main job. Judges recorded runs into a run folder and prints success rates. */
import { basename, extname, join, resolve } from "node:path";
import { Command, Option } from "commander";
import { resolveJudge } from "../../judges/index.ts";
import { prepareFolder, runBatch, runSecret, stoppedError } from "../batch/index.ts";
import { createOcr, type OcrName } from "../evidence/index.ts";
import { prepareJudge } from "../judging/index.ts";
import { packageInfo } from "../package-root.ts";
import { counted, jsonText } from "../terminal/index.ts";
import { type Level, levels } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { onInterrupt } from "./interrupt.ts";
import { judgeOptions, ocrOption } from "./judge-options.ts";
import { judgePage } from "./judge-page.ts";
import { type ModelFlags, modelsOf, withModelFlags } from "./model-flags.ts";
import { amount, assignments, collect, positiveInteger } from "./options.ts";
import { progressReporter } from "./progress.ts";
import { countRuns, openInputs, type ReadingFlags, withReadingFlags } from "./reading.ts";

interface Flags extends ReadingFlags, ModelFlags {
  judge?: string[];
  level: Level;
  out?: string;
  concurrency: number;
  option?: string[];
  prompt?: string[];
  budget?: number;
  retryUnscored?: boolean;
  json?: boolean;
  redact: boolean;
  ocr: OcrName;
}

const help = `
Examples:
  trajudge judge runs/                                  offline, no key needed
  trajudge judge runs/ --judge end-to-end --model openai:gpt-5
  trajudge judge runs/ --judge offline --judge recorded:answers.jsonl
Models: openai:NAME, anthropic:NAME, ollama:NAME, openrouter:VENDOR/NAME,
  vllm:NAME@http://HOST:PORT/v1
Keys come from the environment or a .env file (trajudge doctor shows which).`;

/** Where a run goes when --out does not say: the same input and judges give the same folder, so that it resumes. */
function defaultOut(inputs: readonly string[], judgeIds: readonly string[]): string {
  const input = resolve(inputs[0] ?? ".");
  const name = [basename(input, extname(input)), ...judgeIds].join("-").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return join("runs", name);
}

/** The judges asked for; without any, and without a model, the offline one, which is said in one line. */
function judgeSpecs(flags: Flags, console: Console): string[] {
  if (flags.judge !== undefined) return flags.judge;
  if (flags.model !== undefined) return ["end-to-end"];
  console.err("No model (--model) is given: the offline judge decides from the runs alone.");
  return ["offline"];
}

async function judge(inputs: string[], flags: Flags, console: Console): Promise<number> {
  const specs = judgeSpecs(flags, console);
  if (!flags.redact) {
    console.err(
      "Warning: --no-redact sends and stores secrets (cookies, tokens, passwords) as the runs hold them.",
    );
  }
  const loaded = await Promise.all(specs.map((spec) => resolveJudge(spec)));
  const judgeIds = loaded.map(({ id }) => id);
  const out = flags.out ?? defaultOut(inputs, judgeIds);
  await prepareFolder(out);
  const secret = await runSecret(out);
  const ocr = createOcr(flags.ocr);
  const judges = loaded.map((each) =>
    prepareJudge(each, {
      level: flags.level,
      models: modelsOf(flags),
      judgeOptions: judgeOptions(each.id, flags.option ?? [], judgeIds),
      promptOverrides: assignments("--prompt", flags.prompt),
      redact: flags.redact,
      ocr,
      secret,
    }),
  );
  const reading = openInputs(inputs, flags, console);
  const usesModels = judges.some(({ models }) => Object.keys(models).length > 0);
  let total: number | undefined;
  // Counting reads the input a second time; beside calls to a model that costs nothing.
  if (usesModels) {
    void countRuns(inputs, flags).then((runs) => {
      total = runs === undefined ? undefined : runs * judges.length;
    });
  }
  const interrupt = onInterrupt(console);
  try {
    const run = await runBatch({
      out,
      inputs: reading.inputs,
      judges,
      level: flags.level,
      package: `${packageInfo().name} ${packageInfo().version}`,
      concurrency: flags.concurrency,
      ...(flags.budget === undefined ? {} : { budgetUsd: flags.budget }),
      retryUnscored: flags.retryUnscored === true,
      unreadable: reading.unreadable,
      stop: interrupt.stop,
      abort: interrupt.abort,
      onProgress: progressReporter(console, {
        total: () => total,
        showCost: usesModels,
      }),
    });
    console.status("");
    if (flags.json === true) console.out(jsonText(run));
    else console.out(judgePage(run, out, console).join("\n"));
    if (run.status !== "complete")
      throw stoppedError(run.status, counted(run.counts.verdicts, "verdict"), out);
    return run.counts.unscored + run.counts.unreadable > 0 ? 1 : 0;
  } finally {
    console.status("");
    interrupt.dispose();
    await ocr?.close();
  }
}

export function judgeCommand(console: Console, exit: (code: number) => void): Command {
  const named = new Command("judge")
    .description("judge recorded runs and print success rates")
    .argument("<input...>", "folders or files with recorded runs (trajudge formats lists the formats)")
    .option(
      "--judge <id>",
      "a judge, repeatable: an id (trajudge judges), recorded:FILE[#judge], or ./my-judge.ts",
      collect,
    );
  const command = withModelFlags(named)
    .addOption(new Option("--level <level>", "what is judged").choices([...levels]).default("trajectory"))
    .option("--out <dir>", "the run folder (default runs/INPUT-JUDGES); an interrupted run goes on")
    .option("--concurrency <n>", "verdicts made at the same time", positiveInteger, 8)
    .option(
      "--option <[judge:]name=value>",
      "an option of a judge, repeatable (end-to-end:frames=all)",
      collect,
    )
    .addOption(ocrOption())
    .option("--prompt <id=file>", "use this file instead of a prompt, repeatable", collect)
    .option("--budget <usd>", "stop once this much was spent; the same command goes on", amount)
    .option("--retry-unscored", "judge again what an earlier start left unscored")
    .option("--no-redact", "leave secrets in what is sent and stored")
    .option("--json", "print run.json on stdout and nothing else there")
    .addHelpText("after", help);
  return withReadingFlags(command).action(async (inputs: string[], flags: Flags) =>
    exit(await judge(inputs, flags, console)),
  );
}

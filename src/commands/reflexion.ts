/** `trajudge reflexion`: an agent tries tasks again and again, told by a judge when to stop and what went wrong. */
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { runSecret, stoppedError } from "../batch/index.ts";
import { createOcr, type OcrName } from "../evidence/index.ts";
import { packageInfo } from "../package-root.ts";
import { prepareLoopFolder, type ReflexionOptions, reflexion, reflexionReport } from "../refine/index.ts";
import { counted, jsonText, plain } from "../terminal/index.ts";
import { levels } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { onInterrupt } from "./interrupt.ts";
import { ocrOption } from "./judge-options.ts";
import { withModelFlags } from "./model-flags.ts";
import { amount, assignments, collect, positiveInteger } from "./options.ts";
import { reflexionPage } from "./reflexion-page.ts";
import {
  actorNames,
  actorOf,
  evaluatorOf,
  type PartFlags,
  reflectorNames,
  reflectorOf,
} from "./reflexion-parts.ts";
import { reflexionReporter } from "./reflexion-progress.ts";
import { jsonAssignments, rewardFlag } from "./reward-flags.ts";

interface Flags extends Omit<PartFlags, "actor" | "reflector"> {
  env: "bazaar";
  actor?: PartFlags["actor"];
  reflector?: PartFlags["reflector"];
  trials: number;
  tasks?: string[];
  limit?: number;
  concurrency: number;
  out?: string;
  memory?: string[];
  undecided?: string[];
  budget?: number;
  ocr: OcrName;
  json?: boolean;
}

const help = `
Examples:
  trajudge reflexion                                    a scripted actor, the offline judge
  trajudge reflexion --evaluator simulated:0.7,0.9      a judge with set error rates
  trajudge reflexion --model openai:gpt-5 --evaluator webjudge --trials 3 --budget 5
  trajudge reflexion --tasks shop-blue-mugs shop-green-lamps --evaluator oracle
The environment bazaar needs Chromium and playwright-core. The oracle's truth is
recorded beside the judge's word and decides nothing unless it is the evaluator.
trials.jsonl, trajectories/, verdicts/ and labels.jsonl are in the folder of --out:
  trajudge calibrate OUT/verdicts --labels OUT/labels.jsonl`;

function share(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError("Give a number from 0 to 1.");
  return number;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isInteger(number))
    throw new InvalidArgumentError("Give a whole number.");
  return number;
}

/** Without a model the scripted actor plays, which is said in one line; with one, it acts and reflects. */
function withDefaults(flags: Flags, console: Console): Flags & PartFlags {
  const { model, actor, reflector } = flags;
  if (actor === undefined && model === undefined) {
    console.err(
      `No model (--model) is given: the scripted actor plays, right with chance ${flags.skill}, ${flags.learning} of its reflections helping.`,
    );
  }
  const usual = model === undefined ? undefined : "model";
  return { ...flags, actor: actor ?? usual ?? "scripted", reflector: reflector ?? usual ?? "template" };
}

/** Where a loop goes when --out does not say: the same words give the same folder, so that it resumes. */
function defaultOut({ env, actor, evaluator }: Flags & PartFlags): string {
  const name = ["reflexion", env, actor, evaluator].join("-").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return join("runs", name);
}

async function run(given: Flags, console: Console): Promise<number> {
  const flags = withDefaults(given, console);
  const out = flags.out ?? defaultOut(flags);
  await prepareLoopFolder(out);
  const secret = await runSecret(out);
  const ocr = createOcr(flags.ocr);
  try {
    const { actor, settings } = await actorOf(flags, secret);
    const evaluator = await evaluatorOf(flags, secret, ocr);
    const reflector = reflectorOf(flags, secret);
    const { bazaarEnvironment } = await import("../bazaar/live/index.ts");
    const environment = await bazaarEnvironment(flags.tasks === undefined ? {} : { taskIds: flags.tasks });
    const interrupt = onInterrupt(
      console,
      "Stopping: finishing the trials under way (Ctrl-C again gives them up).",
    );
    const usesModels =
      actor.model !== undefined ||
      reflector.model !== undefined ||
      Object.keys(evaluator.judge.models).length > 0;
    try {
      const options: ReflexionOptions = {
        environment,
        actor,
        evaluator,
        reflector,
        out,
        package: `${packageInfo().name} ${packageInfo().version}`,
        tasks: environment.tasks.slice(0, flags.limit).map(({ id }) => id),
        trials: flags.trials,
        memory: jsonAssignments("--memory", flags.memory),
        undecided: assignments("--undecided", flags.undecided),
        settings,
        concurrency: flags.concurrency,
        ...(flags.budget === undefined ? {} : { budgetUsd: flags.budget }),
        stop: interrupt.stop,
        abort: interrupt.abort,
        onNotice: (notice) => console.err(plain(notice)),
        onProgress: reflexionReporter(console, { showCost: usesModels }),
      };
      const { record, trials, left } = await reflexion(options);
      console.status("");
      const report = reflexionReport(trials, record.configuration.trials);
      if (flags.json === true) console.out(jsonText({ ...record, report }));
      else console.out(reflexionPage(record, report, out, console).join("\n"));
      const { status, counts } = record;
      // Open tasks of another start are not what this one was asked for.
      if (left > 0 && (status === "interrupted" || status === "budget"))
        throw stoppedError(status, counted(counts.trials, "trial"), out);
      return status === "faults" || counts.unscored > 0 ? 1 : 0;
    } finally {
      console.status("");
      interrupt.dispose();
      await environment.close();
    }
  } finally {
    await ocr?.close();
  }
}

export function reflexionCommand(console: Console, exit: (code: number) => void): Command {
  const command = new Command("reflexion")
    .description(
      "play tasks in a live environment, with reflections after trials that a judge does not accept",
    )
    .addOption(new Option("--env <name>", "the environment").choices(["bazaar"]).default("bazaar"))
    .addOption(
      new Option("--actor <name>", "who acts (default: model with --model, else scripted)").choices([
        ...actorNames,
      ]),
    )
    .option(
      "--evaluator <id>",
      "who says whether a trial succeeded: oracle, simulated:SENSITIVITY,SPECIFICITY, or a judge (trajudge judges)",
      "offline",
    )
    .addOption(
      new Option("--level <level>", "what the judge judges; by steps it also says which brought nothing")
        .choices([...levels])
        .default("trajectory"),
    )
    .addOption(
      new Option("--reflector <name>", "who reflects (default: model with --model, else template)").choices([
        ...reflectorNames,
      ]),
    )
    .option("--judge-model <provider:model>", "the evaluator's model, where it is not that of --model")
    .option("--trials <k>", "trials of a task, at most", positiveInteger, 3)
    .option("--tasks <id...>", "only these tasks")
    .option("--limit <n>", "only the first n tasks", positiveInteger)
    .option("--concurrency <n>", "tasks played at the same time", positiveInteger, 2)
    .option("--out <dir>", "the loop's folder (default runs/reflexion-…); an interrupted loop goes on")
    .option("--seed <n>", "of the scripted and random actor and the simulated judge", wholeNumber, 1)
    .option(
      "--skill <p>",
      "of the scripted actor: chance that a trial without reflections is right",
      share,
      0.4,
    )
    .option("--learning <p>", "of the scripted actor: chance that a reflection helps", share, 0.5)
    .option(
      "--memory <name=value>",
      "reflections=3 (newest kept), characters=1000 (of each), repeatable",
      collect,
    )
    .option(
      "--undecided <outcome=retry|stop>",
      "what follows unsure (retry), blocked (stop), unscored (retry), repeatable",
      collect,
    )
    .option("--option <[judge:]name=value>", "an option of the judge, repeatable", collect)
    .option(...rewardFlag)
    .option("--prompt <id=file>", "use this file instead of a prompt, repeatable", collect)
    .option("--budget <usd>", "stop once this much was spent; the same command goes on", amount)
    .addOption(ocrOption())
    .option("--json", "print reflexion.json with the report on stdout and nothing else there")
    .addHelpText("after", help);
  return withModelFlags(command).action(async (flags: Flags) => exit(await run(flags, console)));
}

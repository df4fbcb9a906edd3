/** `trajudge review` and `trajudge watch`: the terminal where people check verdicts, and where a batch is followed. */
import { userInfo } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { readRun } from "../batch/index.ts";
import type { Console } from "./console.ts";
import { collect } from "./options.ts";

interface Flags {
  labels?: string;
  rater?: string;
  input?: string[];
  blind: boolean;
  adjudicate?: boolean;
  plan?: string;
}

/** ink and React load only here: no other command waits for them. */
async function start(runs: string[], flags: Flags, watching: boolean): Promise<void> {
  for (const run of runs) await readRun(run);
  // Where CI is set, as in some development containers, ink would draw nothing before the end; here a person looks on.
  for (const variable of ["CI", "CONTINUOUS_INTEGRATION"]) {
    if (process.env[variable] !== undefined) process.env[variable] = "false";
  }
  const { ReviewData, runReview, themeOf, Trajectories } = await import("../review/index.ts");
  const data = new ReviewData(runs, flags.labels ?? join(runs[0] ?? ".", "labels.jsonl"));
  if (flags.plan !== undefined) {
    await data.load();
    await data.loadPlan(flags.plan);
  }
  await runReview({
    data,
    trajectories: new Trajectories(flags.input ?? []),
    rater: {
      name: flags.rater ?? userInfo().username,
      blind: flags.blind && !watching,
      kind: flags.adjudicate === true ? "adjudicated" : "human",
    },
    theme: themeOf(process.env),
    watching,
    start: {
      ...(flags.adjudicate === true ? { preset: "raters-differ" as const } : {}),
      ...(flags.plan === undefined ? {} : { order: "plan" as const }),
    },
  });
}

const help = `
Keys: ↑↓ move · enter opens · s f u b label · n next unlabelled · z takes back
? shows all keys.
The first answer to a run is blind: the judges' verdicts are shown after it.`;

export function reviewCommand(_console: Console): Command {
  return new Command("review")
    .description("check verdicts and label runs in the terminal")
    .argument("<run...>", "run folders made by trajudge judge")
    .option("--labels <file>", "the labels file, appended to (default: labels.jsonl in the run folder)")
    .option("--rater <name>", "who labels (default: the user's name)")
    .option("--input <path>", "where the recorded runs are, when they have moved; repeatable", collect)
    .addOption(
      new Option(
        "--no-blind",
        "show the verdicts from the start; answers are stored as given after seeing them",
      ),
    )
    .option("--adjudicate", "only runs on which raters differ; answers are stored as adjudicated")
    .option("--plan <file>", "label in the order of a plan (trajudge calibrate --plan)")
    .addHelpText("after", help)
    .action((runs: string[], flags: Flags) => start(runs, flags, false));
}

export function watchCommand(_console: Console): Command {
  return new Command("watch")
    .description("follow a run in the terminal while a batch writes it")
    .argument("<run>", "the run folder")
    .option("--input <path>", "where the recorded runs are; repeatable", collect)
    .action((run: string, flags: Pick<Flags, "input">) => start([run], { ...flags, blind: false }, true));
}

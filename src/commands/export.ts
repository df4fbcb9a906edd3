/** `trajudge export`: verdicts as training data: filtered behaviour cloning, rewards, preference pairs. */
import { writeFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import {
  type DigestOf,
  preferenceLines,
  preferencesOf,
  rewardOf,
  type TrainingFormat,
  trainingFormats,
  writeCloning,
} from "../refine/index.ts";
import { counted, plain } from "../terminal/index.ts";
import type { RunItem } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { collect, positiveInteger } from "./options.ts";
import { openInputs, type ReadingFlags, trajectoriesOf, withReadingFlags } from "./reading.ts";
import { rewardFlag, rewardOptions } from "./reward-flags.ts";
import { verdictsOfRun } from "./verdicts.ts";

function number(value: string): number {
  const parsed = Number(value);
  if (value.trim() === "" || !Number.isFinite(parsed)) throw new InvalidArgumentError("Give a number.");
  return parsed;
}

async function writeLines(
  path: string | undefined,
  lines: readonly object[],
  console: Console,
): Promise<void> {
  const text = lines.map((line) => JSON.stringify(line));
  if (path === undefined) {
    if (text.length > 0) console.out(text.join("\n"));
    return;
  }
  await writeFile(path, text.map((line) => `${line}\n`).join(""));
  console.err(`${counted(lines.length, "line")} written to ${path}`);
}

/** What each run was when it was judged. */
function digestsOf(items: readonly RunItem[]): DigestOf {
  const digests = new Map(items.map(({ id, digest }) => [id, digest]));
  return (trajectoryId) => digests.get(trajectoryId);
}

function sayChanged(runs: number, console: Console): void {
  if (runs > 0) console.err(`${counted(runs, "run")} changed since being judged: left out, judge again`);
}

interface BcFlags extends ReadingFlags {
  judge?: string;
  input: string[];
  out: string;
  to: TrainingFormat;
  minReward: number;
  reward?: string[];
  thoughts: boolean;
}

function bcCommand(console: Console, exit: (code: number) => void): Command {
  const command = new Command("bc")
    .description("filtered behaviour cloning: the steps that earned enough, as a training set with a card")
    .argument("<run>", "the run folder with the verdicts")
    .requiredOption("--input <path>", "the recorded runs that were judged, repeatable", collect)
    .requiredOption("--out <dir>", "the folder that gets train.jsonl, images/, card.json and README.md")
    .requiredOption("--min-reward <p>", "a step is kept when its reward is at least this", number)
    .addOption(
      new Option("--to <format>", "the training format").choices([...trainingFormats]).default("openai"),
    )
    .option("--judge <id>", "whose verdicts, when the run folder holds several")
    .option("--no-thoughts", "learn actions only, not the agent's words")
    .option(...rewardFlag);
  return withReadingFlags(command).action(async (run: string, flags: BcFlags) => {
    const { verdicts, items } = await verdictsOfRun(run, flags.judge);
    const reading = openInputs(flags.input, flags, console);
    const card = await writeCloning({
      trajectories: trajectoriesOf(reading),
      verdicts,
      format: flags.to,
      out: flags.out,
      options: {
        minReward: flags.minReward,
        rewards: rewardOptions(flags.reward),
        thoughts: flags.thoughts,
        digestOf: digestsOf(items),
      },
    });
    console.out(`${counted(card.kept, "step")} of ${card.steps} kept: ${flags.out}/train.jsonl`);
    console.out(
      `left out: ${card.belowReward} earned too little, ${card.withoutReward} have no reward, ${card.duplicates} repeat another; ${counted(card.withoutVerdict, "run")} without a verdict`,
    );
    sayChanged(card.changed, console);
    exit(reading.unreadable.length > 0 || card.changed > 0 ? 1 : 0);
  });
}

function rewardsCommand(console: Console): Command {
  return new Command("rewards")
    .description("a reward for each step, as JSON Lines for RL: trajectoryId, step, reward, outcome, score")
    .argument("<run>", "the run folder with the verdicts")
    .option("--judge <id>", "whose verdicts, when the run folder holds several")
    .option("--out <file>", "the file (default: stdout)")
    .option(...rewardFlag)
    .action(async (run: string, flags: { judge?: string; out?: string; reward?: string[] }) => {
      const { verdicts } = await verdictsOfRun(run, flags.judge);
      const rewards = verdicts.map((verdict) => rewardOf(verdict, rewardOptions(flags.reward)));
      const lines = rewards.flatMap(({ trajectoryId, steps, outcome, score }) =>
        steps.flatMap((reward, step) =>
          reward === null ? [] : [{ trajectoryId, step, reward, outcome, score }],
        ),
      );
      const skipped = rewards.filter(({ reward }) => reward === null).length;
      if (skipped > 0)
        console.err(
          `${counted(skipped, "run")} undecided or unscored: without a reward (set a rule with --reward unsure=…)`,
        );
      await writeLines(flags.out, lines, console);
    });
}

interface PreferencesFlags extends ReadingFlags {
  judge?: string;
  perTask: number;
  out?: string;
  input?: string[];
}

function preferencesCommand(console: Console, exit: (code: number) => void): Command {
  const command = new Command("preferences")
    .description("pairs of runs of one task with different verdicts, as JSON Lines for DPO")
    .argument("<run>", "the run folder with the verdicts")
    .option(
      "--input <path>",
      "the recorded runs that were judged, repeatable: lines of prompt, chosen and rejected as trainers read them; without it the ids of the runs",
      collect,
    )
    .option("--judge <id>", "whose verdicts, when the run folder holds several")
    .option("--per-task <n>", "pairs of one task, at most", positiveInteger, 10)
    .option("--out <file>", "the file (default: stdout)");
  return withReadingFlags(command).action(async (run: string, flags: PreferencesFlags) => {
    const { verdicts, items } = await verdictsOfRun(run, flags.judge);
    const pairs = preferencesOf(items, verdicts, { perTask: flags.perTask });
    if (pairs.length === 0)
      console.err(
        "No pair: no task has both a run that the judge calls a success and one that it calls a failure.",
      );
    if (flags.input === undefined) {
      await writeLines(flags.out, pairs, console);
      return;
    }
    const reading = openInputs(flags.input, flags, console);
    const { lines, alike, changed, missing } = await preferenceLines(
      pairs,
      trajectoriesOf(reading),
      digestsOf(items),
    );
    await writeLines(flags.out, lines, console);
    if (alike > 0)
      console.err(`${counted(alike, "pair")} left out: both runs did the same, whatever the judge says.`);
    sayChanged(changed.length, console);
    if (missing.length > 0)
      console.err(
        `${counted(missing.length, "run")} of the pairs not in the input, such as ${plain(missing[0] ?? "")}`,
      );
    if (missing.length + changed.length > 0) exit(1);
  });
}

export function exportCommand(console: Console, exit: (code: number) => void): Command {
  return new Command("export")
    .description("verdicts as training data")
    .addCommand(bcCommand(console, exit))
    .addCommand(rewardsCommand(console))
    .addCommand(preferencesCommand(console, exit));
}

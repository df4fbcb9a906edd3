/**
 * Reflexion on every task of the Bazaar with an actor of known skill: success by round for three evaluators, and
 * whether a false negative or a false positive costs more there, by the closed form and by what happened.
 *
 * npx tsx bench/reflexion.ts [OUT] [TASKS]      OUT is kept and resumed; without it a folder that goes away
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pico from "picocolors";
import type { Rate } from "../calibration/index.ts";
import { offline } from "../judges/index.ts";
import { bazaarEnvironment, scriptedActor } from "../src/bazaar/live/index.ts";
import { reflexionPage } from "../src/commands/reflexion-page.ts";
import { prepareJudge } from "../src/judging/index.ts";
import {
  type Evaluator,
  type ExpectedReflexion,
  expectedReflexion,
  judgeEvaluator,
  oracleEvaluator,
  type ReflexionModel,
  type ReflexionReport,
  reflexion,
  reflexionReport,
  simulatedEvaluator,
  successAfterReflection,
  type TrialRecord,
  templateReflector,
} from "../src/refine/index.ts";
import { percent, percentInterval, table } from "../src/terminal/index.ts";

const trials = 3;
/** Two actors: one whose reflections help much, and one whose reflections hardly do. */
const learner = { skill: 0.4, learning: 0.5, seed: 1 };
const repeater = { skill: 0.3, learning: 0.05, seed: 1 };

const offlineEvaluator = (): Evaluator => judgeEvaluator(prepareJudge(offline));
const plan = [
  { name: "oracle", evaluator: oracleEvaluator(), actor: learner },
  { name: "offline", evaluator: offlineEvaluator(), actor: learner },
  {
    name: "simulated",
    evaluator: simulatedEvaluator({ sensitivity: 0.7, specificity: 0.9 }),
    actor: learner,
  },
  { name: "offline-repeater", evaluator: offlineEvaluator(), actor: repeater },
];

const [given, count] = process.argv.slice(2);
const folder = given ?? (await mkdtemp(join(tmpdir(), "trajudge-reflexion-")));
const page = { colors: pico.createColors(false), columns: 100 };
const withInterval = (rate: Rate): string =>
  [percent(rate.value), percentInterval(rate)].filter(Boolean).join(" ");

/** V over the refused failures of all rounds, as the data pool it. */
function pooledAhead({ rounds }: ExpectedReflexion, { success, specificity }: ReflexionModel): number {
  const weights = rounds.map(({ played, ahead }, i) =>
    ahead === null ? 0 : played * (1 - (success[i] ?? 0)) * specificity,
  );
  const total = weights.reduce((sum, each) => sum + each, 0);
  return rounds.reduce((sum, { ahead }, i) => sum + (weights[i] ?? 0) * (ahead ?? 0), 0) / total;
}

const shareOfSuccess = (played: readonly TrialRecord[]): number =>
  played.filter(({ truth }) => truth === "success").length / played.length;

/** What theory says with the chances that were set, and with those that came out, beside what was measured. */
function theory(report: ReflexionReport, played: readonly TrialRecord[], actor: typeof learner): string[] {
  const { costs } = report;
  const [sensitivity, specificity] = [costs?.sensitivity.value ?? 1, costs?.specificity.value ?? 1];
  const set = { first: actor.skill, after: successAfterReflection(actor.skill, actor.learning) };
  const decided = played.filter(({ truth }) => truth !== "blocked");
  const seen = {
    first: shareOfSuccess(decided.filter(({ trial }) => trial === 0)),
    after: shareOfSuccess(decided.filter(({ trial }) => trial > 0)),
  };
  const modelOf = ({ first, after }: typeof set): ReflexionModel => ({
    success: [first, ...Array.from({ length: trials - 1 }, () => after)],
    sensitivity,
    specificity,
  });
  const [bySet, bySeen] = [modelOf(set), modelOf(seen)];
  const [expected, plugged] = [expectedReflexion(bySet), expectedReflexion(bySeen)];
  const nothing: Rate = { value: null, low: null, high: null, n: 0 };
  const rows = expected.rounds.map((round, i) => [
    String(round.round),
    percent(round.success),
    percent(plugged.rounds[i]?.success ?? null),
    withInterval(report.rounds[i]?.success ?? nothing),
    percent(round.judged),
    percent(plugged.rounds[i]?.judged ?? null),
    withInterval(report.rounds[i]?.judged ?? nothing),
  ]);
  const heads = ["round", "set", "seen", "true success", "set", "seen", "judged success"];
  const sum = (of: (round: ExpectedReflexion["rounds"][number]) => number): string =>
    percent(plugged.rounds.reduce((total, round) => total + of(round), 0));
  return [
    `closed form at sensitivity ${percent(sensitivity)}, specificity ${percent(specificity)}; success of a first trial ${percent(set.first)} set, ${percent(seen.first)} seen, of a later one ${percent(set.after)} set, ${percent(seen.after)} seen:`,
    ...table(
      heads.map((head) => ({ head })),
      rows,
    ),
    `V after a refused failure: ${percent(pooledAhead(expected, bySet))} set, ${percent(pooledAhead(plugged, bySeen))} seen, ${costs === null ? "–" : withInterval(costs.ahead)} measured`,
    `one false negative costs ${percent(1 - pooledAhead(plugged, bySeen))}, one false positive ${percent(pooledAhead(plugged, bySeen))}; in all ${sum((round) => round.lostToFalseNegatives)} and ${sum((round) => round.lostToFalsePositives)} of the tasks`,
  ];
}

const environment = await bazaarEnvironment();
const tasks = environment.tasks.slice(0, count === undefined ? undefined : Number(count)).map(({ id }) => id);
try {
  for (const { name, evaluator, actor } of plan) {
    const out = join(folder, name);
    const started = performance.now();
    let fresh = 0;
    const { record, trials: played } = await reflexion({
      environment,
      actor: scriptedActor(actor),
      evaluator,
      reflector: templateReflector,
      out,
      package: "bench",
      tasks,
      trials,
      settings: actor,
      concurrency: 3,
      onProgress: (progress) => {
        fresh = progress.fresh;
      },
    });
    const report = reflexionReport(played, trials);
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      `${[
        `## ${name}`,
        ...reflexionPage(record, report, out, page).slice(0, -4),
        ...theory(report, played, actor),
        `${fresh} trials in ${seconds.toFixed(0)} s`,
      ].join("\n")}\n\n`,
    );
  }
} finally {
  await environment.close();
  if (given === undefined) await rm(folder, { recursive: true, force: true });
}

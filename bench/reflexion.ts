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
import { bazaarEnvironment, scriptedActor, successChances } from "../src/bazaar/live/index.ts";
import { reflexionPage } from "../src/commands/reflexion-page.ts";
import { prepareJudge } from "../src/judging/index.ts";
import {
  type Evaluator,
  expectedReflexion,
  judgeEvaluator,
  oracleEvaluator,
  type ReflexionReport,
  reflexion,
  reflexionReport,
  simulatedEvaluator,
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

/** What theory says of an actor under an evaluator with these measured rates, beside what was measured. */
function theory(report: ReflexionReport, actor: typeof learner): string[] {
  const { costs } = report;
  const [s, c] = [costs?.sensitivity.value ?? 1, costs?.specificity.value ?? 1];
  const { first, after } = successChances(actor);
  const success = [first, ...Array.from({ length: trials - 1 }, () => after)];
  const { rounds } = expectedReflexion({ success, sensitivity: s, specificity: c });
  const rows = rounds.map((round, i) => [
    String(round.round),
    percent(round.success),
    withInterval(report.rounds[i]?.success ?? { value: null, low: null, high: null, n: 0 }),
    percent(round.judged),
    withInterval(report.rounds[i]?.judged ?? { value: null, low: null, high: null, n: 0 }),
    percent(round.ahead),
    percent(round.lostToFalseNegatives),
    percent(round.lostToFalsePositives),
  ]);
  const heads = [
    "round",
    "expected",
    "measured",
    "judged exp.",
    "judged measured",
    "V",
    "lost to FN",
    "lost to FP",
  ];
  return [
    `closed form with skill ${actor.skill}, learning ${actor.learning}, sensitivity ${percent(s)}, specificity ${percent(c)}:`,
    ...table(
      heads.map((head) => ({ head })),
      rows,
    ),
    `V by the closed form ${percent(rounds[0]?.ahead ?? null)}, from the data ${costs === null ? "–" : withInterval(costs.ahead)}`,
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
        ...theory(report, actor),
        `${fresh} trials in ${seconds.toFixed(0)} s`,
      ].join("\n")}\n\n`,
    );
  }
} finally {
  await environment.close();
  if (given === undefined) await rm(folder, { recursive: true, force: true });
}

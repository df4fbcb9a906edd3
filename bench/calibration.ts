/**
 * How long calibration takes, beside the same in numpy and scikit-learn where a Python with both is there:
 * `npx tsx bench/calibration.ts [python]`.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { coefficients, pointRates, proportions } from "../calibration/binary.ts";
import { bootstrap } from "../calibration/bootstrap.ts";
import { clusterPairs, countsOf } from "../calibration/clusters.ts";
import type { BinaryCounts } from "../calibration/confusion.ts";
import { randomFrom } from "../calibration/random.ts";
import type { Pair } from "../src/trajectory/pair.ts";

const many = 1_000_000;
const runs = 1106;
const tasks = 351;
const resamples = 10_000;
const repetitions = 7;

function simulate(count: number, clusters?: number): Pair[] {
  const random = randomFrom(5);
  const outcome = (success: boolean) => (success ? ("success" as const) : ("failure" as const));
  return Array.from({ length: count }, (_, at) => {
    const success = random.uniform() < 0.27;
    const right = random.uniform() < 0.84;
    return {
      id: String(at),
      human: outcome(success),
      judge: outcome(success === right),
      ...(clusters === undefined ? {} : { cluster: `task ${random.below(clusters)}` }),
    };
  });
}

/** The median of several runs, in milliseconds. */
function time(work: () => void): number {
  const times = Array.from({ length: repetitions }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(repetitions / 2)] ?? Number.NaN;
}

const everyPair = simulate(many);
const clustered = simulate(runs, tasks);
const rates = [
  ...Object.values(proportions).map(
    ({ numerator, denominator }) =>
      (counts: BinaryCounts) =>
        numerator(counts) / denominator(counts),
  ),
  ...Object.values(coefficients).map(
    ({ value }) =>
      (counts: BinaryCounts) =>
        value(counts) ?? Number.NaN,
  ),
];

function resampleAll(): void {
  const statistics = {
    count: rates.length,
    compute(totals: Float64Array, out: Float64Array): void {
      const counts = countsOf(totals);
      for (let index = 0; index < rates.length; index++) out[index] = rates[index]?.(counts) ?? Number.NaN;
    },
  };
  bootstrap(clusterPairs(clustered).patterns, statistics, resamples, randomFrom(1));
}

const ours = {
  points: time(() => pointRates(clusterPairs(everyPair).counts)),
  resamples: time(resampleAll),
};

const theirs = z.object({
  sklearnPoints: z.number(),
  numpyPoints: z.number(),
  numpyPointsFromLabels: z.number(),
  numpyResamples: z.number(),
});

const python = process.argv[2] ?? "python3";
const script = fileURLToPath(new URL("calibration_numpy.py", import.meta.url));
const settings = JSON.stringify({ many, runs, tasks, resamples, repetitions });
const answer = spawnSync(python, [script, settings], { encoding: "utf8" });
const reference = answer.status === 0 ? theirs.parse(JSON.parse(answer.stdout)) : undefined;

function line(what: string, milliseconds: number, other?: number): void {
  const beside =
    other === undefined ? "" : `  against ${other.toFixed(1)} ms, ratio ${(milliseconds / other).toFixed(2)}`;
  process.stdout.write(`${what.padEnd(64)} ${milliseconds.toFixed(1).padStart(8)} ms${beside}\n`);
}

line(`${many} pairs to all point statistics, scikit-learn`, ours.points, reference?.sklearnPoints);
line(
  `${many} pairs to all point statistics, numpy from labels`,
  ours.points,
  reference?.numpyPointsFromLabels,
);
line(`${many} pairs to all point statistics, numpy from 0/1 columns`, ours.points, reference?.numpyPoints);
line(
  `${resamples} clustered resamples of ${runs} pairs, ${rates.length} rates, numpy`,
  ours.resamples,
  reference?.numpyResamples,
);
if (reference === undefined) process.stdout.write(`no Python with numpy and scikit-learn: ${python}\n`);

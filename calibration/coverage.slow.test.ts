/** Do intervals cover the truth as often as they say? By simulation, seeded; the slow tests of this folder. */
import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { binomialPmf } from "./beta.ts";
import { type CoefficientName, coefficients, type ProportionName, proportions } from "./binary.ts";
import { clusterPairs } from "./clusters.ts";
import type { BinaryCounts } from "./confusion.ts";
import type { Rate } from "./document.ts";
import { clopperPearson, type Interval, wilson } from "./intervals.ts";
import { settingsOf } from "./options.ts";
import { predictionPowered } from "./prediction-powered.ts";
import { type Random, randomFrom } from "./random.ts";
import { proportionOf, ratesOf } from "./rates.ts";
import { roganGladen } from "./rogan-gladen.ts";

const nominal = 0.95;
const tolerance = 0.015;
const minutes = 60_000;

/** Kinds of tasks: how often agents succeed on them, and how well the judge tells. */
const kinds = [
  { success: 0.15, sensitivity: 0.65, specificity: 0.95 },
  { success: 0.45, sensitivity: 0.8, specificity: 0.85 },
  { success: 0.8, sensitivity: 0.9, specificity: 0.7 },
] as const;

/** The cells of endlessly many runs: what the estimates aim at. */
const truth: BinaryCounts = { tp: 0, fp: 0, fn: 0, tn: 0 };
const many = 1e9;
for (const { success, sensitivity, specificity } of kinds) {
  truth.tp += many * success * sensitivity;
  truth.fn += many * success * (1 - sensitivity);
  truth.fp += many * (1 - success) * (1 - specificity);
  truth.tn += many * (1 - success) * specificity;
}

/** Tasks of random kind, each attempted one to four times; runs of a task are alike. */
function simulate(clusters: number, random: Random, name: string): Pair[] {
  return Array.from({ length: clusters }, (_, at) => {
    const { success, sensitivity, specificity } = kinds[random.below(kinds.length)] ?? kinds[0];
    return Array.from({ length: 1 + random.below(4) }, (__, run): Pair => {
      const succeeded = random.uniform() < success;
      const right = random.uniform() < (succeeded ? sensitivity : specificity);
      return {
        id: `${name}/${at}/${run}`,
        human: succeeded ? "success" : "failure",
        judge: succeeded === right ? "success" : "failure",
        cluster: `${name}/${at}`,
      };
    });
  }).flat();
}

function covers({ low, high }: Rate, value: number): boolean {
  return low !== null && high !== null && low <= value && value <= high;
}

/** The share of repetitions in which the interval holds the truth. */
function coverageOf(repetitions: number, seed: number, hit: (random: Random) => boolean): number {
  const random = randomFrom(seed);
  let hits = 0;
  for (let repetition = 0; repetition < repetitions; repetition++) if (hit(random)) hits++;
  return hits / repetitions;
}

describe("Wilson's interval", () => {
  const exactCoverage = (size: number, share: number, interval: (successes: number) => Interval): number => {
    let sum = 0;
    for (let successes = 0; successes <= size; successes++) {
      const { low, high } = interval(successes);
      if (low <= share && share <= high) sum += binomialPmf(successes, size, share);
    }
    return sum;
  };
  const score = (size: number) => (successes: number) =>
    wilson(successes / size, size, nominal) ?? { low: 0, high: 1 };

  test.each([
    [20, 0.3],
    [50, 0.1],
    [100, 0.8],
    [300, 0.55],
  ])("covers by simulation as often as the binomial says, n = %i, p = %f", (size, share) => {
    const exact = exactCoverage(size, share, score(size));
    const simulated = coverageOf(40_000, 11, (random) => {
      let successes = 0;
      for (let item = 0; item < size; item++) if (random.uniform() < share) successes++;
      const { low, high } = score(size)(successes);
      return low <= share && share <= high;
    });
    expect(Math.abs(simulated - exact)).toBeLessThan(0.005);
  });

  test("covers about its level on average, where Clopper and Pearson's covers at least its level everywhere", () => {
    const shares = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);
    const wilsons = shares.map((share) => exactCoverage(60, share, score(60)));
    const exacts = shares.map((share) => exactCoverage(60, share, (k) => clopperPearson(k, 60, nominal)));
    expect(wilsons.reduce((sum, value) => sum + value, 0) / shares.length).toBeCloseTo(nominal, 2);
    expect(Math.min(...exacts)).toBeGreaterThanOrEqual(nominal);
  });
});

describe("with 200 tasks of one to four runs", () => {
  test.each<ProportionName>(["agreement", "precision", "recall", "fpr"])(
    "the clustered interval of %s covers its level within 1.5 points",
    (name) => {
      const aim = proportions[name].numerator(truth) / proportions[name].denominator(truth);
      const coverage = coverageOf(4000, 21, (random) =>
        covers(proportionOf(name, clusterPairs(simulate(200, random, "task")), nominal), aim),
      );
      expect(Math.abs(coverage - nominal)).toBeLessThan(tolerance);
    },
    minutes,
  );

  test(
    "the bootstrap over tasks covers 95 % within 1.5 points for κ, AC1, α, the Matthews correlation and balanced accuracy",
    () => {
      const names = ["kappa", "ac1", "alpha", "mcc", "balancedAccuracy"] as const satisfies CoefficientName[];
      const hits = names.map(() => 0);
      const repetitions = 2500;
      const random = randomFrom(31);
      for (let repetition = 0; repetition < repetitions; repetition++) {
        const settings = settingsOf({ resamples: 800, seed: repetition });
        const { rates } = ratesOf(clusterPairs(simulate(200, random, "task")), settings);
        for (const [at, name] of names.entries()) {
          if (covers(rates[name], coefficients[name].value(truth) ?? Number.NaN))
            hits[at] = (hits[at] ?? 0) + 1;
        }
      }
      for (const [at, name] of names.entries()) {
        const missed = Math.abs((hits[at] ?? 0) / repetitions - nominal);
        expect(missed, name).toBeLessThan(tolerance);
      }
    },
    2 * minutes,
  );
});

describe("corrected success rates, 200 labelled tasks among 600", () => {
  const aim = proportions.baseRate.numerator(truth) / proportions.baseRate.denominator(truth);
  /** A third of the tasks is labelled; the rest is judged only. */
  const partlyLabelled = (random: Random): { runs: Pair[]; labelled: Pair[] } => {
    const labelled = simulate(200, random, "labelled");
    const others = simulate(400, random, "other").map((pair) => ({ ...pair, human: null }));
    return { runs: [...labelled, ...others], labelled };
  };

  test(
    "Rogan and Gladen's interval covers 95 % within 1.5 points",
    () => {
      const coverage = coverageOf(3000, 41, (random) => {
        const { runs, labelled } = partlyLabelled(random);
        return covers(roganGladen(runs, labelled, nominal).rate, aim);
      });
      expect(Math.abs(coverage - nominal)).toBeLessThan(tolerance);
    },
    minutes,
  );

  test(
    "the prediction-powered interval covers 95 % within 1.5 points",
    () => {
      const coverage = coverageOf(3000, 51, (random) => {
        const { runs, labelled } = partlyLabelled(random);
        return covers(predictionPowered(runs, labelled, nominal).rate, aim);
      });
      expect(Math.abs(coverage - nominal)).toBeLessThan(tolerance);
    },
    minutes,
  );
});

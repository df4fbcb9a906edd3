/** Every statistic against the packages of Python; test/reference/calibration_reference.py made the values. */
import { describe, expect, test } from "vitest";
import reference from "../test/fixtures/calibration-reference.json" with { type: "json" };
import { pairsOf } from "../test/pairs-of-counts.ts";
import { agreementRate, type ClassWeights, cohenKappa, gwetCoefficient } from "./agreement.ts";
import { betaCdf, betaQuantile, binomialCdf, binomialPmf, studentQuantile } from "./beta.ts";
import { pointRates } from "./binary.ts";
import { bcaInterval, percentileInterval } from "./bootstrap.ts";
import { calibrate } from "./calibrate.ts";
import { confidenceOfItems } from "./confidence.ts";
import { tableOf } from "./confusion.ts";
import { normalCdf, normalQuantile } from "./distributions.ts";
import { clopperPearson, ratioOf, wilson } from "./intervals.ts";
import { predictionPowered } from "./prediction-powered.ts";
import { kendallTauB, spearman } from "./ranking.ts";
import {
  type AlphaMetric,
  addTables,
  classCounts,
  coincidencesOf,
  coincidencesOfTable,
  fleissKappa,
  krippendorffAlpha,
  raterGwet,
  raterSumsOf,
} from "./raters.ts";
import { roganGladen } from "./rogan-gladen.ts";
import { kappaVariance } from "./sample-size.ts";
import { applyMap, fitIsotonic, fitPlatt, fitTemperature } from "./score-maps.ts";
import { byCluster } from "./scored.ts";
import { holm, mcnemarExact } from "./significance.ts";

function expectClose(actual: number | null, expected: number | null | undefined, digits = 1e-9): void {
  if (expected === null || expected === undefined) {
    expect(actual).toBeNull();
    return;
  }
  expect(actual).not.toBeNull();
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(
    digits * Math.max(1, Math.abs(expected)),
  );
}

const weightings: ClassWeights[] = ["nominal", "linear", "quadratic"];
const metrics: AlphaMetric[] = ["nominal", "ordinal", "interval"];

const compared = [
  "agreement",
  "precision",
  "recall",
  "f1",
  "specificity",
  "npv",
  "balancedAccuracy",
  "kappa",
  "alpha",
  "mcc",
] as const;

describe("binary tables", () => {
  test.each(reference.binary.map((item) => [JSON.stringify(item.counts), item] as const))(
    "%s",
    (_name, item) => {
      const { counts } = item;
      const rates = pointRates(counts);
      for (const name of compared) expectClose(rates[name], item[name]);
      if (item.ac1 !== undefined) expectClose(rates.ac1, item.ac1);
      const size = counts.tp + counts.fp + counts.fn + counts.tn;
      const [low, high] = item.wilson ?? [];
      const score = wilson((counts.tp + counts.tn) / size, size, 0.95);
      expectClose(score?.low ?? null, low);
      expectClose(score?.high ?? null, high);
      if (item.clopperPearson !== undefined) {
        const exact = clopperPearson(counts.tp + counts.tn, size, 0.95);
        expectClose(exact.low, item.clopperPearson[0]);
        expectClose(exact.high, item.clopperPearson[1]);
      }
      expectClose(cohenKappa(tableOf(counts)), item.kappa);
      expectClose(krippendorffAlpha(coincidencesOfTable(tableOf(counts))), item.alpha);
      if (item.ac1 !== undefined) expectClose(gwetCoefficient(tableOf(counts)), item.ac1);
      if (item.kappaVariance !== undefined) expectClose(kappaVariance(tableOf(counts)), item.kappaVariance);
    },
  );
});

describe("tables of three to five classes", () => {
  test.each(reference.tables.map((item, index) => [index, item] as const))("table %i", (_index, item) => {
    for (const weights of weightings) {
      expectClose(cohenKappa(item.table, weights), item.kappa[weights]);
      expectClose(gwetCoefficient(item.table, weights), item.gwet[weights]);
    }
    for (const metric of ["nominal", "ordinal", "interval"] as const) {
      expectClose(krippendorffAlpha(coincidencesOfTable(item.table), metric), item.alpha[metric]);
    }
    expect(agreementRate(item.table)).toBeGreaterThanOrEqual(0);
  });
});

describe("several raters, some of whom skipped items", () => {
  test.each(reference.raters.map((item, index) => [index, item] as const))("set %i", (_index, item) => {
    const counts = item.ratings.map((ratings) => classCounts(ratings, item.classes));
    const sumsBy = (weights: ClassWeights) =>
      counts
        .map((count) => raterSumsOf(count, weights))
        .reduce((sum, next) => ({
          agreement: sum.agreement + next.agreement,
          paired: sum.paired + next.paired,
          rated: sum.rated + next.rated,
          shares: sum.shares.map((share, at) => share + (next.shares[at] ?? 0)),
        }));
    expectClose(fleissKappa(sumsBy("nominal")), item.fleiss);
    if (item.fleissComplete !== undefined) expectClose(fleissKappa(sumsBy("nominal")), item.fleissComplete);
    for (const weights of weightings)
      expectClose(raterGwet(sumsBy(weights), weights), item.gwet[weights as "nominal"]);
    const coincidences = addTables(counts.map(coincidencesOf), item.classes);
    for (const metric of metrics)
      expectClose(krippendorffAlpha(coincidences, metric), item.alpha[metric as "nominal"]);
  });
});

describe("scores", () => {
  test.each(reference.scores.map((item, index) => [index, item] as const))("set %i", (_index, item) => {
    const items = item.scores.map((score, at) => ({
      id: String(at),
      score,
      success: item.labels[at] === 1,
      cluster: String(at),
      weight: item.weights[at] ?? 1,
    }));
    const summary = confidenceOfItems(items, { resamples: 20 });
    for (const name of ["brier", "logLoss", "ece", "rocAuc", "averagePrecision"] as const) {
      expectClose(summary[name].value, item[name]);
    }
    if (item.rocInterval !== undefined) {
      expectClose(summary.rocAuc.low, item.rocInterval[0]);
      expectClose(summary.rocAuc.high, item.rocInterval[1]);
    }
  });
});

describe("recalibration maps", () => {
  test.each(reference.maps.map((item, index) => [index, item] as const))("set %i", (_index, item) => {
    const items = item.scores.map((score, at) => ({
      score,
      success: item.labels[at] === 1,
      weight: item.weights[at] ?? 1,
    }));
    const platt = fitPlatt(items);
    expectClose(platt.slope, item.platt[0], 1e-8);
    expectClose(platt.intercept, item.platt[1], 1e-8);
    const isotonic = fitIsotonic(items);
    for (const [at, probe] of item.probes.entries())
      expectClose(applyMap(isotonic, probe), item.isotonic[at]);
    expectClose(fitTemperature(items)?.temperature ?? null, item.temperature);
  });
});

describe("tests and rankings", () => {
  test.each(reference.tests.mcnemar)(
    "McNemar $onlyFirst against $onlySecond",
    ({ onlyFirst, onlySecond, p }) => {
      expectClose(mcnemarExact(onlyFirst, onlySecond), p);
    },
  );

  test.each(reference.tests.holm.map((item) => [item.p.length, item] as const))(
    "Holm over %i",
    (_size, item) => {
      for (const [at, p] of holm(item.p).entries()) expectClose(p, item.adjusted[at]);
    },
  );

  test.each(reference.tests.ranks.map((item, index) => [index, item] as const))(
    "ranking %i",
    (_index, item) => {
      expectClose(kendallTauB(item.x, item.y), item.kendall);
      expectClose(spearman(item.x, item.y), item.spearman);
    },
  );
});

describe("distributions", () => {
  const { normal, student, beta, binomial } = reference.distributions;

  test("normal quantiles and probabilities", () => {
    for (const [at, p] of normal.p.entries()) expectClose(normalQuantile(p), normal.quantile[at], 1e-14);
    for (const [at, x] of normal.x.entries()) {
      const expected = normal.cdf[at] ?? Number.NaN;
      expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(1e-12);
    }
  });

  test.each(student)("t quantile at $p with $freedom degrees", ({ p, freedom, quantile }) => {
    expectClose(studentQuantile(p, freedom), quantile);
  });

  test.each(beta)("beta($a, $b) at $x", ({ x, a, b, cdf, quantile }) => {
    expectClose(betaCdf(x, a, b), cdf);
    expectClose(betaQuantile(x, a, b), quantile);
  });

  test.each(binomial)("binomial $k of $n at $p", ({ k, n, p, cdf, pmf }) => {
    expectClose(binomialCdf(k, n, p), cdf);
    expectClose(binomialPmf(k, n, p), pmf);
  });
});

describe("the bootstrap", () => {
  test.each(reference.bootstrap.map((item, index) => [index, item] as const))(
    "intervals from the replicates of set %i",
    (_index, item) => {
      const replicates = Float64Array.from(item.replicates);
      const leftOut = {
        values: Float64Array.from(item.leftOut),
        weights: new Float64Array(item.leftOut.length).fill(1),
      };
      const percentile = percentileInterval(replicates, 0.95);
      expectClose(percentile?.low ?? null, item.percentile[0]);
      expectClose(percentile?.high ?? null, item.percentile[1]);
      const bca = bcaInterval(replicates, item.estimate, leftOut, 0.95);
      expectClose(bca?.low ?? null, item.bca[0]);
      expectClose(bca?.high ?? null, item.bca[1]);
    },
  );

  test.each(reference.kappaBootstrap)("κ of $counts as scipy resamples it", ({ counts, bca }) => {
    const { kappa } = calibrate(pairsOf(counts), { resamples: 20_000 });
    expectClose(kappa.low, bca[0], 0.004);
    expectClose(kappa.high, bca[1], 0.004);
  });
});

describe("weighted means over clusters", () => {
  test.each(reference.clusters.map((item, index) => [index, item] as const))("set %i", (_index, item) => {
    const rows = item.values.map((value, at) => ({
      value,
      weight: item.weights[at] ?? 1,
      cluster: String(item.cluster[at]),
    }));
    const clusters = byCluster(rows);
    const sum = (members: typeof rows, of: (row: (typeof rows)[number]) => number): number =>
      members.reduce((total, row) => total + of(row), 0);
    const estimate = ratioOf(
      Float64Array.from(clusters, (members) => sum(members, ({ value, weight }) => value * weight)),
      Float64Array.from(clusters, (members) => sum(members, ({ weight }) => weight)),
    );
    expectClose(estimate?.value ?? null, item.mean);
    expectClose(estimate?.variance ?? null, item.variance);
  });
});

describe("corrected success rates from two separate samples", () => {
  test.each(reference.corrected.map((item, index) => [index, item] as const))("set %i", (_index, item) => {
    const outcome = (value: number | undefined) =>
      value === 1 ? ("success" as const) : ("failure" as const);
    const labelled = item.truth.map((truth, at) => ({
      id: `l${at}`,
      human: outcome(truth),
      judge: outcome(item.judged[at]),
    }));
    const others = item.others.map((judge, at) => ({ id: `u${at}`, human: null, judge: outcome(judge) }));
    const clusters = labelled.length + others.length;
    const half = (variance: number): number =>
      studentQuantile(0.975, clusters - 1) * Math.sqrt((variance * clusters) / (clusters - 1));
    const corrected = roganGladen(others, labelled, 0.95).rate;
    expectClose(corrected.value, item.roganGladen.value);
    expectClose(corrected.low, item.roganGladen.value - half(item.roganGladen.variance));
    const powered = predictionPowered(others, labelled, 0.95, 1).rate;
    expectClose(powered.value, item.predictionPowered.value);
    expectClose(powered.high, item.predictionPowered.value + half(item.predictionPowered.variance));
  });
});

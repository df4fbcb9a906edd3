/** The rates of a set of pairs, each with its interval and, where it is undefined, the reason. */
import { type CoefficientName, coefficients, type Proportion, proportions, type RateName } from "./binary.ts";
import { bcaInterval, bootstrap, jackknife, percentileInterval, totalsOf } from "./bootstrap.ts";
import { type ClusteredPairs, countsOf } from "./clusters.ts";
import type { BinaryCounts } from "./confusion.ts";
import type { IntervalMethod, Rate } from "./document.ts";
import { clusteredWilson, type Interval, wilson } from "./intervals.ts";
import type { Settings } from "./options.ts";
import { generatorName, randomFrom } from "./random.ts";

export interface Rates {
  rates: Record<RateName | "majorityBaseline", Rate>;
  undefined: Record<string, string>;
  interval: IntervalMethod;
}

function shareInterval(
  { numerator, denominator }: Proportion,
  pairs: ClusteredPairs,
  level: number,
): Interval | null {
  const items = denominator(pairs.counts);
  if (!pairs.clustered && !pairs.weighted) return wilson(numerator(pairs.counts) / items, items, level);
  const { clusters, counts } = pairs.byCluster;
  const tops = new Float64Array(clusters);
  const bottoms = new Float64Array(clusters);
  for (let cluster = 0; cluster < clusters; cluster++) {
    const cells = countsOf(counts.subarray(4 * cluster, 4 * cluster + 4));
    tops[cluster] = numerator(cells);
    bottoms[cluster] = denominator(cells);
  }
  return clusteredWilson(tops, bottoms, items, level);
}

function rateOf(value: number | null, interval: Interval | null, n: number): Rate {
  return { value, low: interval?.low ?? null, high: interval?.high ?? null, n };
}

const jaccard: Proportion = {
  numerator: (counts) => counts.tp,
  denominator: ({ tp, fp, fn }) => tp + fp + fn,
  undefinedBecause: "neither the judge nor people ever said success",
};

/** F1 = 2J / (1 + J) is a monotone image of the share J = tp / (tp + fp + fn), and so are its ends. */
function f1Interval(pairs: ClusteredPairs, level: number): Interval | null {
  const share = shareInterval(jaccard, pairs, level);
  const image = (value: number): number => (2 * value) / (1 + value);
  return share === null ? null : { low: image(share.low), high: image(share.high) };
}

/** max(b, 1 − b) over the interval of the base rate b: what always giving the commoner answer would reach. */
function majorityOf(base: Rate): Rate {
  const { value, low, high, n } = base;
  if (value === null || low === null || high === null) return base;
  const ends = [Math.max(low, 1 - low), Math.max(high, 1 - high)];
  const crosses = low < 0.5 && high > 0.5;
  return {
    value: Math.max(value, 1 - value),
    low: crosses ? 0.5 : Math.min(...ends),
    high: Math.max(...ends),
    n,
  };
}

const resampled: CoefficientName[] = ["balancedAccuracy", "kappa", "ac1", "alpha", "mcc"];

/**
 * The table in which agreement stands at the lower end of its interval and disagreements split evenly. Where judge and
 * people never disagreed, resamples cannot disagree either, and the bootstrap would claim certainty.
 */
function leastAgreement(counts: BinaryCounts, agreement: number): BinaryCounts {
  const { tp, tn } = counts;
  const disagreement = ((tp + tn) * (1 - agreement)) / 2;
  return { tp: tp * agreement, fp: disagreement, fn: disagreement, tn: tn * agreement };
}

function coefficientIntervals(
  pairs: ClusteredPairs,
  estimates: readonly (number | null)[],
  agreement: Rate,
  settings: Settings,
): (Interval | null)[] {
  const { byCluster } = pairs;
  const statistics = (totals: Float64Array, out: Float64Array): void => {
    const counts = countsOf(totals);
    for (const [index, name] of resampled.entries())
      out[index] = coefficients[name].value(counts) ?? Number.NaN;
  };
  if (agreement.value === 1) {
    const counts = leastAgreement(countsOf(totalsOf(byCluster)), agreement.low ?? 0);
    return resampled.map((name) => ({ low: coefficients[name].value(counts) ?? -1, high: 1 }));
  }
  const random = randomFrom(settings.seed);
  const replicates = bootstrap(byCluster, statistics, resampled.length, settings.resamples, random);
  const leftOut = jackknife(byCluster, statistics, resampled.length);
  return resampled.map((_, index) => {
    const drawn = replicates[index];
    const left = leftOut[index];
    const estimate = estimates[index] ?? null;
    if (drawn === undefined || left === undefined || estimate === null) return null;
    if (drawn.every((value) => Number.isNaN(value) || value === estimate)) return null;
    if (settings.bootstrap === "percentile") return percentileInterval(drawn, settings.level);
    return bcaInterval(drawn, estimate, left, settings.level);
  });
}

/** All rates of a set of pairs. Values weigh each pair by 1 / probability; `n` counts pairs. */
export function ratesOf(pairs: ClusteredPairs, settings: Settings): Rates {
  const { counts, byCluster } = pairs;
  const weighted = countsOf(totalsOf(byCluster));
  const undefinedRates: Record<string, string> = {};
  const share = (name: keyof typeof proportions): Rate => {
    const definition: Proportion = proportions[name];
    const n = definition.denominator(counts);
    if (n === 0) {
      undefinedRates[name] = definition.undefinedBecause;
      return rateOf(null, null, 0);
    }
    const value = definition.numerator(weighted) / definition.denominator(weighted);
    return rateOf(value, shareInterval(definition, pairs, settings.level), n);
  };
  const n = counts.tp + counts.fp + counts.fn + counts.tn;
  const coefficient = (name: CoefficientName, interval: Interval | null, size = n): Rate => {
    const value = coefficients[name].value(weighted);
    if (value === null) undefinedRates[name] = coefficients[name].undefinedBecause(counts);
    else if (interval === null) undefinedRates[`${name}.interval`] = "every resample gives the same value";
    return rateOf(value, value === null ? null : interval, size);
  };
  const agreement = share("agreement");
  const baseRate = share("baseRate");
  const estimates = resampled.map((name) => coefficients[name].value(weighted));
  const intervals = n === 0 ? [] : coefficientIntervals(pairs, estimates, agreement, settings);
  const resampledRate = (name: CoefficientName): Rate =>
    coefficient(name, intervals[resampled.indexOf(name)] ?? null);
  const rates: Record<RateName | "majorityBaseline", Rate> = {
    agreement,
    precision: share("precision"),
    recall: share("recall"),
    f1: coefficient("f1", f1Interval(pairs, settings.level), n - counts.tn),
    specificity: share("specificity"),
    fpr: share("fpr"),
    fnr: share("fnr"),
    npv: share("npv"),
    balancedAccuracy: resampledRate("balancedAccuracy"),
    kappa: resampledRate("kappa"),
    ac1: resampledRate("ac1"),
    alpha: resampledRate("alpha"),
    mcc: resampledRate("mcc"),
    baseRate,
    judgedRate: share("judgedRate"),
    majorityBaseline: majorityOf(baseRate),
  };
  return {
    rates,
    undefined: undefinedRates,
    interval: {
      level: settings.level,
      proportions: pairs.clustered || pairs.weighted ? "wilson-clustered" : "wilson",
      coefficients: settings.bootstrap === "bca" ? "bootstrap-bca" : "bootstrap-percentile",
      clusters: byCluster.clusters,
      clustered: pairs.clustered,
      resamples: settings.resamples,
      seed: settings.seed,
      generator: generatorName,
    },
  };
}

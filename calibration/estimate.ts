/** Estimates of statistics that have no interval in closed form: the bootstrap over clusters, and where it fails. */
import { bcaInterval, bootstrap, jackknife, percentileInterval } from "./bootstrap.ts";
import type { Rate } from "./document.ts";
import type { Interval } from "./intervals.ts";
import type { Settings } from "./options.ts";
import { randomFrom } from "./random.ts";
import { mapValues } from "./records.ts";
import { rateOf } from "./share.ts";
import { type Patterns, totalsOf } from "./tally.ts";

/** A value with its interval, and why either is missing. */
export interface Estimate {
  value: number | null;
  interval: Interval | null;
  /** Why there is a value but no interval. */
  reason?: string;
}

/** The same as rates over `n` items, with the reasons why a rate (`kappa`) or its interval (`kappa.interval`) is null. */
export function ratesFrom<Name extends string>(
  estimates: Readonly<Record<Name, Estimate>>,
  n: number,
  undefinedBecause: (name: Name) => string,
): { rates: Record<Name, Rate>; reasons: Record<string, string> } {
  const reasons: Record<string, string> = {};
  const rates = mapValues(estimates, ({ value, interval, reason }: Estimate, name: Name) => {
    if (value === null) reasons[name] = undefinedBecause(name);
    else if (reason !== undefined) reasons[`${name}.interval`] = reason;
    return rateOf(value, interval, n);
  });
  return { rates, reasons };
}

/** A statistic of total counts; null where it is undefined. */
export type Statistic = (totals: Float64Array) => number | null;

/**
 * Totals in which agreement stands at `agreement` instead of 1, the disagreements spread evenly. Where two raters
 * never disagreed, no resample disagrees either, and the bootstrap would claim certainty; the statistic's value on
 * this table is its lower end instead.
 *
 * @param totals a square table of counts, laid end to end, all on the diagonal
 */
export function leastAgreement(totals: Float64Array, classes: number, agreement: number): Float64Array {
  const total = totals.reduce((sum, count) => sum + count, 0);
  const spread = (total * (1 - agreement)) / (classes * (classes - 1));
  return totals.map((count, cell) => (cell % (classes + 1) === 0 ? count * agreement : spread));
}

function intervalOf(
  replicates: Float64Array,
  estimate: number,
  leftOut: Parameters<typeof bcaInterval>[2],
  { level, bootstrap: kind }: Settings,
): Interval | string {
  const defined = replicates.filter((value) => !Number.isNaN(value));
  if (defined.length < replicates.length / 2) {
    return `undefined in ${replicates.length - defined.length} of ${replicates.length} resamples`;
  }
  if (defined.every((value) => Math.abs(value - estimate) < 1e-12))
    return "every resample gives the same value";
  const interval =
    kind === "bca" ? bcaInterval(defined, estimate, leftOut, level) : percentileInterval(defined, level);
  return interval ?? "all resamples lie on one side of the estimate";
}

/**
 * Values of statistics with intervals by the bootstrap over clusters, all from the same resamples.
 *
 * @param least totals to take the lower end from when the statistic is 1 because raters never disagreed
 */
export function estimatesOf<Name extends string>(
  patterns: Patterns,
  statistics: Readonly<Record<Name, Statistic>>,
  settings: Settings,
  least?: Float64Array,
): Record<Name, Estimate> {
  const totals = totalsOf(patterns);
  const functions = Object.values<Statistic>(statistics);
  const list = {
    count: functions.length,
    compute(resampled: Float64Array, out: Float64Array): void {
      for (let index = 0; index < functions.length; index++) {
        out[index] = functions[index]?.(resampled) ?? Number.NaN;
      }
    },
  };
  const values = functions.map((statistic) => statistic(totals));
  const drawn =
    values.every((value) => value === null) || least !== undefined
      ? []
      : bootstrap(patterns, list, settings.resamples, randomFrom(settings.seed));
  const leftOut = drawn.length === 0 ? [] : jackknife(patterns, list);
  return mapValues(statistics, (statistic, _name, index): Estimate => {
    const value = values[index] ?? null;
    if (value === null) return { value, interval: null };
    if (least !== undefined) return { value, interval: { low: statistic(least) ?? -1, high: value } };
    const replicates = drawn[index];
    const left = leftOut[index];
    if (replicates === undefined || left === undefined) return { value, interval: null };
    const interval = intervalOf(replicates, value, left, settings);
    return typeof interval === "string" ? { value, interval: null, reason: interval } : { value, interval };
  });
}

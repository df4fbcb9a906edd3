/** The rates of a set of pairs, each with its interval and, where it is undefined, the reason. */
import { coefficients, type Proportion, type ProportionName, proportions, type RateName } from "./binary.ts";
import { type ClusteredPairs, countsOf } from "./clusters.ts";
import type { Rate } from "./document.ts";
import { type Estimate, estimatesOf, leastAgreement, ratesFrom } from "./estimate.ts";
import type { Settings } from "./options.ts";
import { mapValues } from "./records.ts";
import { rateOf, shareOf } from "./share.ts";
import { totalsOf } from "./tally.ts";

/** The names of a document's rates. */
export type AnyRateName = RateName | "majorityBaseline";

export interface Rates {
  rates: Record<AnyRateName, Rate>;
  /** Why a rate (`kappa`) or only its interval (`kappa.interval`) is null. */
  undefined: Record<string, string>;
}

function shareOfPairs(definition: Proportion, pairs: ClusteredPairs, level: number): Rate {
  const { numerator, denominator } = definition;
  return shareOf(
    { top: (cells) => numerator(countsOf(cells)), bottom: (cells) => denominator(countsOf(cells)) },
    pairs.patterns,
    denominator(pairs.counts),
    !pairs.clustered && !pairs.weighted,
    level,
  );
}

/** One of the rates that are shares, with its interval. */
export function proportionOf(name: ProportionName, pairs: ClusteredPairs, level: number): Rate {
  return shareOfPairs(proportions[name], pairs, level);
}

const jaccard: Proportion = {
  numerator: (counts) => counts.tp,
  denominator: ({ tp, fp, fn }) => tp + fp + fn,
  undefinedBecause: "neither the judge nor people ever said success",
};

/** F1 = 2J / (1 + J) is a monotone image of the share J = tp / (tp + fp + fn), and so are its ends. */
function f1Of(pairs: ClusteredPairs, level: number): Rate {
  const image = (value: number | null): number | null => (value === null ? null : (2 * value) / (1 + value));
  const { value, low, high, n } = shareOfPairs(jaccard, pairs, level);
  return { value: image(value), low: image(low), high: image(high), n };
}

/** max(b, 1 − b) over the interval of the base rate b: what always giving the commoner answer would reach. */
function majorityOf({ value, low, high, n }: Rate): Rate {
  if (value === null || low === null || high === null) return rateOf(null, null, n);
  const crosses = low < 0.5 && high > 0.5;
  return {
    value: Math.max(value, 1 - value),
    low: crosses ? 0.5 : Math.min(Math.max(low, 1 - low), Math.max(high, 1 - high)),
    high: Math.max(high, 1 - low),
    n,
  };
}

const { f1: _closedForm, ...resampled } = coefficients;
const statistics = mapValues(
  resampled,
  ({ value }) =>
    (totals: Float64Array): number | null =>
      value(countsOf(totals)),
);

function coefficientsOf(
  pairs: ClusteredPairs,
  agreement: Rate,
  settings: Settings,
): Record<keyof typeof resampled, Estimate> {
  const { patterns } = pairs;
  const perfect = agreement.value === 1 && agreement.low !== null;
  const least = perfect ? leastAgreement(totalsOf(patterns), 2, agreement.low ?? 0) : undefined;
  return estimatesOf(patterns, statistics, settings, least);
}

/** All rates of a set of pairs. Values weigh each pair by 1 / probability; `n` counts pairs. */
export function ratesOf(pairs: ClusteredPairs, settings: Settings): Rates {
  const { counts } = pairs;
  const n = counts.tp + counts.fp + counts.fn + counts.tn;
  const reasons: Record<string, string> = {};
  const shares = mapValues<ProportionName, Proportion, Rate>(proportions, (definition, name) => {
    const rate = shareOfPairs(definition, pairs, settings.level);
    if (rate.value === null) reasons[name] = definition.undefinedBecause;
    return rate;
  });
  const estimates = coefficientsOf(pairs, shares.agreement, settings);
  const beyondChance = ratesFrom(estimates, n, (name) => coefficients[name].undefinedBecause(counts));
  const f1 = f1Of(pairs, settings.level);
  if (f1.value === null) reasons["f1"] = coefficients.f1.undefinedBecause(counts);
  const majorityBaseline = majorityOf(shares.baseRate);
  if (n === 0) reasons["majorityBaseline"] = proportions.agreement.undefinedBecause;
  return {
    rates: { ...shares, f1, ...beyondChance.rates, majorityBaseline },
    undefined: { ...reasons, ...beyondChance.reasons },
  };
}

/** Do judge and people put the agents in the same order? Rank correlations with intervals. */
import type { Pair } from "../src/trajectory/pair.ts";
import { type ClusteredPairs, cellOf, clusterPairs, countsOf, weightOf } from "./clusters.ts";
import type { Rate } from "./document.ts";
import { estimatesOf, ratesFrom } from "./estimate.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { type Random, randomFrom, shuffle } from "./random.ts";
import { proportionOf } from "./rates.ts";
import { Tally, totalsOf } from "./tally.ts";

/**
 * Kendall's τ-b: concordant minus discordant pairs, corrected for ties.
 *
 * @returns a value in [−1, 1]; null when either side has no two different values
 * @see Kendall (1945), Biometrika 33(3), pp. 239–251
 */
export function kendallTauB(first: readonly number[], second: readonly number[]): number | null {
  let balance = 0;
  let firstDiffers = 0;
  let secondDiffers = 0;
  for (let i = 0; i < first.length; i++) {
    for (let j = 0; j < i; j++) {
      const one = Math.sign((first[i] ?? 0) - (first[j] ?? 0));
      const other = Math.sign((second[i] ?? 0) - (second[j] ?? 0));
      balance += one * other;
      firstDiffers += one * one;
      secondDiffers += other * other;
    }
  }
  const scale = Math.sqrt(firstDiffers * secondDiffers);
  return scale === 0 ? null : balance / scale;
}

/** Ranks from 1 up; tied values share the mean of their ranks. */
export function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    let below = 0;
    let equal = 0;
    for (const other of values) {
      if (other < value) below++;
      else if (other === value) equal++;
    }
    return below + (equal + 1) / 2;
  });
}

/**
 * Spearman's ρ: Pearson's correlation of the ranks.
 *
 * @returns a value in [−1, 1]; null when either side has no two different values
 * @see Spearman (1904), American Journal of Psychology 15(1), pp. 72–101
 */
export function spearman(first: readonly number[], second: readonly number[]): number | null {
  const centre = (first.length + 1) / 2;
  const one = ranksOf(first).map((rank) => rank - centre);
  const other = ranksOf(second).map((rank) => rank - centre);
  const dot = (left: number[], right: number[]): number =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  const scale = Math.sqrt(dot(one, one) * dot(other, other));
  return scale === 0 ? null : dot(one, other) / scale;
}

function* permutationsOf(items: readonly number[]): Generator<number[]> {
  if (items.length <= 1) yield [...items];
  for (const [index, item] of items.entries()) {
    for (const rest of permutationsOf(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

function shuffled(items: readonly number[], random: Random): number[] {
  const result = [...items];
  shuffle(result, random);
  return result;
}

/** Up to so many values all orders are tried, beyond it random ones. */
const mostExact = 7;

/**
 * The two-sided p-value of a rank correlation: how often a random order correlates as strongly.
 *
 * @returns exact for up to seven values, by so many random orders beyond; null when the correlation is undefined
 */
export function rankTest(
  correlation: (first: readonly number[], second: readonly number[]) => number | null,
  first: readonly number[],
  second: readonly number[],
  permutations: number,
  random: Random,
): number | null {
  const observed = correlation(first, second);
  if (observed === null) return null;
  const exact = second.length <= mostExact;
  const orders = exact
    ? permutationsOf(second)
    : Array.from({ length: permutations }, () => shuffled(second, random));
  let extreme = 0;
  let tried = 0;
  for (const order of orders) {
    tried++;
    if (Math.abs(correlation(first, order) ?? 0) >= Math.abs(observed) - 1e-12) extreme++;
  }
  return exact ? extreme / tried : (1 + extreme) / (1 + tried);
}

export interface Ranking {
  field: string;
  /** From the best by people's labels down. */
  agents: {
    name: string;
    n: number;
    human: number;
    judge: number;
    /** The same two with their intervals. */
    humanRate: Rate;
    judgeRate: Rate;
  }[];
  /** With the percentile interval of the bootstrap over clusters. */
  kendallTauB: Rate;
  spearman: Rate;
  /** Two-sided permutation p-values: could such an order arise by chance? */
  pValues: { kendallTauB: number | null; spearman: number | null };
  /** Why a correlation, or only its interval, is null. */
  undefined: Record<string, string>;
}

/**
 * Compares the order of agents by their success rates, according to people and according to the judge, over the runs
 * that both decided. Few agents make wide intervals whatever the number of runs.
 *
 * @param field the group field that names the agent; pairs without it are left out
 */
export function rankingOf(pairs: readonly Pair[], field: string, options?: IntervalOptions): Ranking {
  const settings = { ...settingsOf(options), bootstrap: "percentile" as const };
  const decided = pairs.filter((pair) => cellOf(pair) >= 0 && pair.group?.[field] !== undefined);
  const names = [...new Set(decided.map(({ group }) => group?.[field] ?? ""))];
  const places = new Map(names.map((name, index) => [name, index]));
  const tally = new Tally(4 * names.length);
  const sizes = names.map(() => 0);
  for (const pair of decided) {
    const place = places.get(pair.group?.[field] ?? "") ?? 0;
    sizes[place] = (sizes[place] ?? 0) + 1;
    tally.add(pair.cluster, 4 * place + cellOf(pair), weightOf(pair));
  }
  const patterns = tally.patterns();
  const ratesIn = (totals: Float64Array): { human: number[]; judge: number[] } | null => {
    const agents = names.map((_, place) => countsOf(totals.subarray(4 * place, 4 * place + 4)));
    const size = agents.map(({ tp, fp, fn, tn }) => tp + fp + fn + tn);
    if (size.includes(0)) return null;
    return {
      human: agents.map(({ tp, fn }, place) => (tp + fn) / (size[place] ?? 1)),
      judge: agents.map(({ tp, fp }, place) => (tp + fp) / (size[place] ?? 1)),
    };
  };
  const correlate =
    (correlation: typeof kendallTauB) =>
    (totals: Float64Array): number | null => {
      const rates = ratesIn(totals);
      return rates === null ? null : correlation(rates.human, rates.judge);
    };
  const statistics = { kendallTauB: correlate(kendallTauB), spearman: correlate(spearman) };
  const { rates, reasons } = ratesFrom(estimatesOf(patterns, statistics, settings), names.length, () =>
    names.length < 2 ? "fewer than two agents" : "all agents have the same rate",
  );
  const pairsOf = (name: string): ClusteredPairs =>
    clusterPairs(decided.filter(({ group }) => group?.[field] === name));
  const { human = [], judge = [] } = ratesIn(totalsOf(patterns)) ?? {};
  const test = (correlation: typeof kendallTauB): number | null =>
    rankTest(correlation, human, judge, settings.resamples, randomFrom(settings.seed));
  return {
    field,
    agents: names
      .map((name, place) => ({
        name,
        n: sizes[place] ?? 0,
        human: human[place] ?? 0,
        judge: judge[place] ?? 0,
        humanRate: proportionOf("baseRate", pairsOf(name), settings.level),
        judgeRate: proportionOf("judgedRate", pairsOf(name), settings.level),
      }))
      .sort((a, b) => b.human - a.human),
    ...rates,
    pValues: { kendallTauB: test(kendallTauB), spearman: test(spearman) },
    undefined: reasons,
  };
}

/** Several judges as a panel: how much they agree, how many independent votes they amount to, where they differ. */
import type { Pair } from "../src/trajectory/pair.ts";
import type { Outcome } from "../src/trajectory/verdict.ts";
import { decisions, isDecided } from "./clusters.ts";
import type { LabelAgreement, Rate } from "./document.ts";
import { estimatesOf, ratesFrom } from "./estimate.ts";
import { labelAgreement } from "./labels.ts";
import { type IntervalOptions, type Settings, settingsOf } from "./options.ts";
import { type RaterSummary, raterSummary } from "./rater-summary.ts";
import { Tally } from "./tally.ts";

export interface Panel extends RaterSummary {
  judges: string[];
  pairwise: { first: string; second: string; n: number; agreement: Rate; kappa: Rate; ac1: Rate }[];
  /**
   * Kish's effective number of votes, k / (1 + (k − 1) ρ̄), ρ̄ the mean correlation of the judges' errors: judges that
   * err together count as fewer. Null without labels or when some judge never errs.
   */
  effectiveVotes: Rate;
  /** The same with the correlation of the votes themselves, which needs no labels. */
  effectiveVotesUnlabelled: Rate;
  /** Runs on which decided judges differ. */
  disagreements: { id: string; outcomes: Record<string, Outcome | null> }[];
}

interface Row {
  id: string;
  cluster: string;
  human: Outcome | null;
  outcomes: (Outcome | null)[];
}

/** One row a run, in order of appearance; null where a judge did not see it. */
function rowsOf(judges: readonly (readonly Pair[])[]): Row[] {
  const rows = new Map<string, Row>();
  for (const [at, pairs] of judges.entries()) {
    for (const { id, human, judge, cluster } of pairs) {
      let row = rows.get(id);
      if (row === undefined) {
        row = { id, cluster: cluster ?? `\0${id}`, human, outcomes: judges.map(() => null) };
        rows.set(id, row);
      }
      row.outcomes[at] = judge;
    }
  }
  return [...rows.values()];
}

/** Pearson's correlation of two binary variables from their four sums. */
function correlation(n: number, first: number, second: number, both: number): number | null {
  const spread = first * (n - first) * second * (n - second);
  return spread <= 0 ? null : (n * both - first * second) / Math.sqrt(spread);
}

/**
 * The effective number of votes from sums for each two judges: items, events of the first, of the second, of both.
 *
 * @see Kish (1965), Survey Sampling, section 5.4, for the design effect 1 + (k − 1) ρ
 */
function kish(sums: Float64Array, judges: number): number | null {
  let total = 0;
  const pairs = sums.length / 4;
  for (let at = 0; at < sums.length; at += 4) {
    const rho = correlation(sums[at] ?? 0, sums[at + 1] ?? 0, sums[at + 2] ?? 0, sums[at + 3] ?? 0);
    if (rho === null) return null;
    total += rho;
  }
  const effect = 1 + (judges - 1) * (total / pairs);
  return pairs === 0 || effect <= 0 ? null : judges / effect;
}

function effectiveVotes(
  rows: readonly Row[],
  judges: number,
  event: (outcome: "success" | "failure", human: Outcome | null) => boolean | null,
  settings: Settings,
): { rate: Rate; reason: string | undefined } {
  const tally = new Tally(2 * judges * (judges - 1));
  let counted = 0;
  for (const { cluster, human, outcomes } of rows) {
    const events = outcomes.map((outcome) => (isDecided(outcome) ? event(outcome, human) : null));
    let cell = 0;
    let used = false;
    for (let second = 1; second < judges; second++) {
      for (let first = 0; first < second; first++) {
        const one = events[first] ?? null;
        const other = events[second] ?? null;
        if (one !== null && other !== null) {
          used = true;
          tally.add(cluster, cell);
          if (one) tally.add(cluster, cell + 1);
          if (other) tally.add(cluster, cell + 2);
          if (one && other) tally.add(cluster, cell + 3);
        }
        cell += 4;
      }
    }
    if (used) counted++;
  }
  const estimates = estimatesOf(tally.patterns(), { votes: (sums) => kish(sums, judges) }, settings);
  const { rates, reasons } = ratesFrom(estimates, counted, () =>
    counted === 0 ? "no run was decided by two judges" : "some judge always did the same",
  );
  return { rate: rates.votes, reason: reasons["votes"] ?? reasons["votes.interval"] };
}

/**
 * What several judges amount to together. Runs are matched by id; unsure, blocked and unscored verdicts are skipped.
 */
export function panelOf(judges: Readonly<Record<string, readonly Pair[]>>, options?: IntervalOptions): Panel {
  const settings = settingsOf(options);
  const names = Object.keys(judges);
  const rows = rowsOf(Object.values(judges));
  const items = rows.map(({ cluster, outcomes }) => ({
    cluster,
    ratings: outcomes.map((outcome) => (isDecided(outcome) ? (outcome === "success" ? 0 : 1) : null)),
  }));
  const pairwise = names.flatMap((second, at) =>
    names.slice(0, at).map((first, before) => {
      const labels = rows.map(({ cluster, outcomes }) => ({
        first: outcomes[before] ?? null,
        second: outcomes[at] ?? null,
        cluster,
      }));
      const { n, agreement, kappa, ac1 }: LabelAgreement = labelAgreement(labels, decisions, settings);
      return { first, second, n, agreement, kappa, ac1 };
    }),
  );
  const summary = raterSummary(items, 2, settings);
  const byErrors = effectiveVotes(
    rows,
    names.length,
    (outcome, human) => (isDecided(human) ? outcome !== human : null),
    settings,
  );
  const byVotes = effectiveVotes(rows, names.length, (outcome) => outcome === "success", settings);
  return {
    judges: names,
    ...summary,
    pairwise,
    effectiveVotes: byErrors.rate,
    effectiveVotesUnlabelled: byVotes.rate,
    undefined: {
      ...summary.undefined,
      ...(byErrors.reason === undefined ? {} : { effectiveVotes: byErrors.reason }),
      ...(byVotes.reason === undefined ? {} : { effectiveVotesUnlabelled: byVotes.reason }),
    },
    disagreements: rows
      .filter(({ outcomes }) => new Set(outcomes.filter(isDecided)).size > 1)
      .map(({ id, outcomes }) => ({
        id,
        outcomes: Object.fromEntries(names.map((name, at) => [name, outcomes[at] ?? null])),
      })),
  };
}

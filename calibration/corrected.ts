/** Success rates corrected for an imperfect judge, from all judged runs and the labelled ones among them. */
import type { Pair } from "../src/trajectory/pair.ts";
import { groupPairs } from "./calibrate.ts";
import { clusterPairs, isDecided, isLabelled, weightOf } from "./clusters.ts";
import type { Rate, Warning } from "./document.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { predictionPowered } from "./prediction-powered.ts";
import { proportionOf } from "./rates.ts";
import { roganGladen } from "./rogan-gladen.ts";
import { shareOf } from "./share.ts";
import { Tally } from "./tally.ts";
import { fewClusters, fewRuns } from "./warnings.ts";

interface CorrectedRate {
  /** Runs, labelled or not. */
  runs: number;
  /** Runs that the judge decided. */
  judged: number;
  /** Runs that people decided. */
  labelled: number;
  /** The success rate as the judge sees it, over the runs it decided. */
  judgedRate: Rate;
  /** The success rate by labels alone. */
  labelledRate: Rate;
  sensitivity: Rate;
  specificity: Rate;
  /** Whether sensitivity and specificity come from this group's own labels or from all groups'. */
  errorRatesFrom: "own" | "pooled";
  /** (p + q0 − 1) / (q0 + q1 − 1), clamped to [0, 1]; null when q0 + q1 ≤ 1. */
  roganGladen: Rate;
  /** Prediction-powered estimate; unbiased whatever the judge is worth. Null with fewer than two labelled runs. */
  predictionPowered: Rate;
  /** How much the prediction-powered estimate leans on the judge, in [0, 1]. */
  lambda: number | null;
  warnings: Warning[];
}

export interface Corrected extends CorrectedRate {
  groups: (CorrectedRate & { field: string; value: string })[];
}

export interface CorrectedOptions extends IntervalOptions {
  /** Fields to correct by, such as the agent. Default none. */
  by?: readonly string[];
}

/** The share of runs of which `holds` is true, null ones left out. */
function shareAmong(
  runs: readonly Pair[],
  holds: (pair: Pair) => boolean | null,
  weight: (pair: Pair) => number,
  level: number,
): Rate {
  const tally = new Tally(2);
  const weights = new Set<number>();
  for (const pair of runs) {
    const held = holds(pair);
    if (held === null) continue;
    tally.add(pair.cluster, held ? 0 : 1, weight(pair));
    weights.add(weight(pair));
  }
  const patterns = tally.patterns();
  return shareOf(
    { top: ([yes = 0]) => yes, bottom: ([yes = 0, no = 0]) => yes + no },
    patterns,
    tally.items,
    patterns.clusters === tally.items && weights.size <= 1,
    level,
  );
}

function isSuccess(outcome: Pair["judge"]): boolean | null {
  return isDecided(outcome) ? outcome === "success" : null;
}

function correctedRate(runs: readonly Pair[], everyone: readonly Pair[], level: number): CorrectedRate {
  const labelled = runs.filter(isLabelled);
  const { tp, fp, fn, tn } = clusterPairs(labelled).counts;
  const own = runs === everyone || (tp + fn >= fewRuns && fp + tn >= fewRuns);
  const warnings: Warning[] = [];
  if (!own) {
    warnings.push({
      code: "uncovered-group",
      message: `Only ${tp + fn} labelled successes and ${fp + tn} labelled failures here: how the judge errs is taken from all groups, which holds only if it errs alike on this one.`,
    });
  }
  const calibration = own ? labelled : everyone.filter(isLabelled);
  const errors = clusterPairs(calibration);
  const corrected = roganGladen(runs, calibration, level);
  const powered = predictionPowered(runs, labelled, level);
  if (corrected.reason !== undefined) {
    warnings.push({
      code: "uninformative-judge",
      message: `No Rogan–Gladen estimate: ${corrected.reason}.`,
    });
  }
  if (corrected.clusters < fewClusters) {
    warnings.push({
      code: "few-clusters",
      message: `The intervals rest on ${corrected.clusters} clusters; with fewer than ${fewClusters} they can miss the truth more often than they say.`,
    });
  }
  const judgedRate = shareAmong(
    runs,
    ({ judge }) => isSuccess(judge),
    () => 1,
    level,
  );
  return {
    runs: runs.length,
    judged: judgedRate.n,
    labelled: labelled.length,
    judgedRate,
    labelledRate: shareAmong(labelled, ({ human }) => isSuccess(human), weightOf, level),
    sensitivity: proportionOf("recall", errors, level),
    specificity: proportionOf("specificity", errors, level),
    errorRatesFrom: own ? "own" : "pooled",
    roganGladen: corrected.rate,
    predictionPowered: powered.rate,
    lambda: powered.lambda,
    warnings,
  };
}

/**
 * Success rates corrected for the judge's errors, in all and by group.
 *
 * @param pairs all runs; those without a label are what the correction is for
 */
export function correctedRates(pairs: readonly Pair[], options: CorrectedOptions = {}): Corrected {
  const { level } = settingsOf(options);
  const groups = (options.by ?? []).flatMap((field) =>
    [...groupPairs(pairs, field)].map(([value, members]) => ({
      field,
      value,
      ...correctedRate(members, pairs, level),
    })),
  );
  return { ...correctedRate(pairs, pairs, level), groups };
}

/** The calibration document: what a judge's agreement with people comes to. Plain JSON. */

import type { RateName } from "./binary.ts";
import type { BinaryCounts } from "./confusion.ts";

/** A rate with its interval. All three are null where the rate is undefined; the ends alone where no interval is. */
export interface Rate {
  value: number | null;
  low: number | null;
  high: number | null;
  /** The number of pairs in its denominator, unweighted. */
  n: number;
}

/** How the intervals of a summary were made. */
export interface IntervalMethod {
  /** The confidence level, such as 0.95. */
  level: number;
  /**
   * Shares (and F1, a monotone image of one): `wilson` when the pairs are independent and equally weighted, otherwise
   * `wilson-clustered`, Wilson's interval on the effective number of pairs that the clusters leave.
   */
  proportions: "wilson" | "wilson-clustered";
  /** κ, AC1, α, the Matthews correlation and balanced accuracy: the bootstrap over clusters. */
  coefficients: "bootstrap-bca" | "bootstrap-percentile";
  /** The number of clusters that intervals resample; the number of pairs when each is its own. */
  clusters: number;
  clustered: boolean;
  resamples: number;
  seed: number;
  generator: string;
}

export interface Counts {
  /** Pairs decided (success or failure) on both sides. */
  n: number;
  /** Pairs with a human label, whatever it says. */
  labelled: number;
  /** n / labelled; null without labels. */
  coverage: number | null;
  /** Pairs without a human label. */
  unlabelled: number;
  /** Pairs without a usable verdict, labelled or not; the next two likewise. */
  unscored: number;
  judgeUnsure: number;
  judgeBlocked: number;
  humanUnsure: number;
  humanBlocked: number;
}

/** One set of pairs: all of them, or those of a group. */
export interface CalibrationSummary extends Counts, Record<RateName | "majorityBaseline", Rate> {
  confusion: BinaryCounts;
  /** Why a rate, or only its interval, is null. */
  undefined: Record<string, string>;
  interval: IntervalMethod;
}

export interface GroupSummary extends CalibrationSummary {
  field: string;
  value: string;
}

export interface CalibrationDocument extends CalibrationSummary {
  groups: GroupSummary[];
}

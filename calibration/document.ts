/** The calibration document: what a judge's agreement with people comes to. Plain JSON. */
import type { RateName } from "./binary.ts";
import type { BinaryCounts, ConfusionMatrix } from "./confusion.ts";

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
  /** What intervals resample: the number of clusters, which is the number of pairs when each is its own. */
  clusters: number;
  /** True when some cluster holds several pairs. */
  clustered: boolean;
  resamples: number;
  seed: number;
  generator: string;
}

/** What a reader must know before using the numbers. */
export interface Warning {
  code:
    | "targeted-selection"
    | "partial-probabilities"
    | "few-clusters"
    | "small-sample"
    | "low-coverage"
    | "one-class"
    | "constant-judge"
    | "uncovered-group"
    | "uninformative-judge";
  message: string;
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
  /** All outcomes of both sides, abstentions as rows (judge) and columns (people) of their own. */
  outcomes: ConfusionMatrix;
  /** Why a rate (`kappa`) or only its interval (`kappa.interval`) is null. */
  undefined: Record<string, string>;
  interval: IntervalMethod;
  /** `inverse-probability` when pairs weigh 1 / the chance with which they were chosen for labelling. */
  weighting: "none" | "inverse-probability";
  warnings: Warning[];
  /** Where pairs have step classes. */
  steps?: StepSummary;
}

export interface GroupSummary extends CalibrationSummary {
  field: string;
  value: string;
}

/** Agreement of two raters on a set of classes. */
export interface LabelAgreement {
  /** Items that both raters put in one of the classes. */
  n: number;
  /** Rows first rater, columns second; abstentions and labels outside the classes are rows and columns of their own. */
  matrix: ConfusionMatrix;
  agreement: Rate;
  kappa: Rate;
  /** κ with the classes in order: near misses count in part. */
  kappaLinear: Rate;
  kappaQuadratic: Rate;
  ac1: Rate;
  alpha: Rate;
  /** Krippendorff's α with the ordinal metric. */
  alphaOrdinal: Rate;
  /** For each class, as one against the rest: `precision` of the first rater, `recall` of the second's. */
  classes: { class: string; precision: Rate; recall: Rate }[];
  /** Why a rate, or only its interval, is null. */
  undefined: Record<string, string>;
  interval: IntervalMethod;
}

/** Agreement on single steps, over the three classes. */
export interface StepSummary extends LabelAgreement {
  /** Steps that people classed and the judge did not. */
  unscored: number;
  /** Pairs that have steps. */
  trajectories: number;
}

export interface CalibrationDocument extends CalibrationSummary {
  /** The judge's name, where there are several. */
  judge?: string;
  groups: GroupSummary[];
  /** Where the judge gave scores. */
  confidence?: ConfidenceSummary;
}

/** What the judge's scores are worth as confidences. */
export interface ConfidenceSummary {
  /** Pairs with a score and a decided label. */
  n: number;
  /** Mean squared error of the score, in [0, 1]; lower is better. */
  brier: Rate;
  /** Mean negative log likelihood in nats; scores are clipped to [2⁻⁵², 1 − 2⁻⁵²]. */
  logLoss: Rate;
  /** Expected calibration error over the bins of `reliability`, in [0, 1]. */
  ece: Rate;
  /** Area under the ROC curve. */
  rocAuc: Rate;
  /** Average precision: the area under the precision-recall curve as a step function. */
  averagePrecision: Rate;
  reliability: ReliabilityBin[];
  roc: RocPoint[];
  precisionRecall: PrecisionRecallPoint[];
  undefined: Record<string, string>;
}

/** Scores in [low, high), the last bin closed. */
export interface ReliabilityBin {
  low: number;
  high: number;
  n: number;
  meanScore: number | null;
  /** The share of the bin's runs that succeeded. */
  successRate: Rate;
}

/** Calling every score at or above the threshold a success; null is above every score. */
export interface RocPoint {
  threshold: number | null;
  fpr: number;
  tpr: number;
}

export interface PrecisionRecallPoint {
  threshold: number | null;
  precision: number;
  recall: number;
}

/** How many labels are needed for an interval of a wanted width. */
import { InputError } from "../src/trajectory/errors.ts";
import { cohenKappa } from "./agreement.ts";
import type { RateName } from "./binary.ts";
import { type BinaryCounts, type CountTable, columnSums, rowSums, sumOf, tableOf } from "./confusion.ts";
import { normalQuantile } from "./distributions.ts";
import type { CalibrationSummary, Rate } from "./document.ts";
import { wilson } from "./intervals.ts";

/**
 * The large-sample variance of Cohen's κ over independent items.
 *
 * @returns null where κ is undefined
 * @see Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72(5), pp. 323–327
 */
export function kappaVariance(table: CountTable): number | null {
  const total = sumOf(table);
  if (cohenKappa(table) === null) return null;
  const rows = rowSums(table).map((count) => count / total);
  const columns = columnSums(table).map((count) => count / total);
  const chance = rows.reduce((sum, share, index) => sum + share * (columns[index] ?? 0), 0);
  const observed = table.reduce((sum, row, index) => sum + (row[index] ?? 0), 0) / total;
  let sum = -((observed * chance - 2 * chance + observed) ** 2);
  for (const [row, cells] of table.entries()) {
    for (const [column, count] of cells.entries()) {
      const margins = (columns[row] ?? 0) + (rows[column] ?? 0);
      const term = row === column ? 1 - chance - margins * (1 - observed) : (1 - observed) * margins;
      sum += (count / total) * term ** 2;
    }
  }
  return sum / (total * (1 - chance) ** 4);
}

/**
 * The number of independent items at which Wilson's interval of a share reaches a half width.
 *
 * @param share the share that is expected, in [0, 1]
 * @param halfWidth in (0, 0.5)
 */
export function itemsForShare(share: number, halfWidth: number, level: number): number {
  let low = 0;
  let high = 1;
  const wide = (size: number): boolean => {
    const interval = wilson(share, size, level);
    return interval === null || (interval.high - interval.low) / 2 > halfWidth;
  };
  while (wide(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wide(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** How many of a finite number of runs are needed when so many would be needed of endlessly many (Cochran 1977, section 4.4). */
export function ofFinite(items: number, population: number | undefined): number {
  return population === undefined ? items : Math.ceil(items / (1 + (items - 1) / population));
}

export interface LabelNeed {
  rate: string;
  /** Half the width of the present interval; null where there is none. */
  halfWidth: number | null;
  /** Labels in all, those already there included; null where nothing is known to plan from. */
  labels: number | null;
}

export interface NeedOptions {
  /** The runs there are to label, when they are few. */
  population?: number;
}

const planned = ["agreement", "precision", "recall", "specificity"] as const satisfies readonly RateName[];

/** By how much clusters and weights inflate the variance of agreement, at least 1. */
function designEffect({ agreement, confusion, interval }: CalibrationSummary): number {
  const { value, low, high } = agreement;
  const { tp, fp, fn, tn } = confusion;
  if (value === null || low === null || high === null || interval.proportions === "wilson") return 1;
  const half = (high - low) / 2;
  if (half <= 0 || half >= 0.5) return 1;
  return Math.max(1, (tp + fp + fn + tn) / itemsForShare(value, half, interval.level));
}

function needOf(rate: Rate, halfWidth: number, n: number, effect: number, level: number): number | null {
  if (rate.value === null || rate.n === 0) return null;
  return Math.ceil((itemsForShare(rate.value, halfWidth, level) * effect * n) / rate.n);
}

/**
 * How many labels the main rates need for an interval of ± `halfWidth`, if the judge stays what the summary shows, the
 * classes stay as frequent and tasks repeat as they do now.
 *
 * @throws InputError for a half width outside (0, 0.5)
 */
export function labelsNeeded(
  summary: CalibrationSummary,
  halfWidth: number,
  options: NeedOptions = {},
): LabelNeed[] {
  if (!(halfWidth > 0 && halfWidth < 0.5)) {
    throw new InputError(`half width: must lie between 0 and 0.5, saw ${halfWidth}`);
  }
  const { level } = summary.interval;
  const effect = designEffect(summary);
  const half = ({ low, high }: Rate): number | null =>
    low === null || high === null ? null : (high - low) / 2;
  const shares = planned.map((name): LabelNeed => {
    const labels = needOf(summary[name], halfWidth, summary.n, effect, level);
    return {
      rate: name,
      halfWidth: half(summary[name]),
      labels: labels === null ? null : ofFinite(labels, options.population),
    };
  });
  const kappa = kappaLabels(summary.confusion, halfWidth, level);
  return [
    ...shares,
    {
      rate: "kappa",
      halfWidth: half(summary.kappa),
      labels: kappa === null ? null : ofFinite(Math.ceil(kappa * effect), options.population),
    },
  ];
}

function kappaLabels(counts: BinaryCounts, halfWidth: number, level: number): number | null {
  const variance = kappaVariance(tableOf(counts));
  if (variance === null || variance === 0) return null;
  const perItem = variance * sumOf(tableOf(counts));
  return (normalQuantile(0.5 + level / 2) ** 2 * perItem) / halfWidth ** 2;
}

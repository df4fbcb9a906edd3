/** Agreement of two raters on any set of classes, with abstentions beside them. */
import { cohenKappa, gwetCoefficient } from "./agreement.ts";
import { confusionMatrix, squareTable } from "./confusion.ts";
import type { LabelAgreement, Rate } from "./document.ts";
import { estimatesOf, leastAgreement, ratesFrom } from "./estimate.ts";
import { methodOf } from "./method.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { coincidencesOfTable, krippendorffAlpha } from "./raters.ts";
import { shareOf } from "./share.ts";
import { type Patterns, Tally, totalsOf } from "./tally.ts";

/** One item's labels: the first rater's (the judge's) and the second's (people's, the reference). */
export interface LabelPair {
  first: string | null;
  second: string | null;
  /** What intervals resample by; absent: the item is its own. */
  cluster?: string | undefined;
  /** How many items it stands for. Default 1. */
  weight?: number;
}

const missing = "unscored";
const oneClass = "both raters used one and the same class only";
const noItems = "no item was classed by both raters";

function labelled(classes: readonly string[], seen: Iterable<string | null>): string[] {
  const others = new Set<string>();
  let absent = false;
  for (const label of seen) {
    if (label === null) absent = true;
    else if (!classes.includes(label)) others.add(label);
  }
  return [...classes, ...[...others].sort(), ...(absent ? [missing] : [])];
}

function sumCells(
  cells: Float64Array,
  chosen: (row: number, column: number) => boolean,
  classes: number,
): number {
  let sum = 0;
  for (const [cell, count] of cells.entries()) {
    if (chosen(Math.floor(cell / classes), cell % classes)) sum += count;
  }
  return sum;
}

interface Counted {
  patterns: Patterns;
  /** Unweighted. */
  cells: Float64Array;
  independent: boolean;
}

function count(items: readonly LabelPair[], classes: readonly string[]): Counted {
  const index = new Map(classes.map((label, at) => [label, at]));
  const size = classes.length;
  const tally = new Tally(size * size);
  const cells = new Float64Array(size * size);
  const weights = new Set<number>();
  for (const { first, second, cluster, weight = 1 } of items) {
    const row = index.get(first ?? "");
    const column = index.get(second ?? "");
    if (row === undefined || column === undefined) continue;
    const cell = row * size + column;
    tally.add(cluster, cell, weight);
    cells[cell] = (cells[cell] ?? 0) + 1;
    weights.add(weight);
  }
  const patterns = tally.patterns();
  return { patterns, cells, independent: patterns.clusters === tally.items && weights.size <= 1 };
}

/**
 * Compares two raters on a set of classes.
 *
 * @param classes the classes that count; their order matters to weighted κ and ordinal α
 */
export function labelAgreement(
  items: readonly LabelPair[],
  classes: readonly string[],
  options?: IntervalOptions,
): LabelAgreement {
  const settings = settingsOf(options);
  const size = classes.length;
  const { patterns, cells, independent } = count(items, classes);
  const share = (
    top: (row: number, column: number) => boolean,
    bottom: (row: number, column: number) => boolean,
  ): Rate =>
    shareOf(
      { top: (vector) => sumCells(vector, top, size), bottom: (vector) => sumCells(vector, bottom, size) },
      patterns,
      sumCells(cells, bottom, size),
      independent,
      settings.level,
    );
  const agreement = share(
    (row, column) => row === column,
    () => true,
  );
  const least =
    agreement.value === 1 && size > 1
      ? leastAgreement(totalsOf(patterns), size, agreement.low ?? 0)
      : undefined;
  const estimates = estimatesOf(
    patterns,
    {
      kappa: (totals) => cohenKappa(squareTable(totals, size)),
      kappaLinear: (totals) => cohenKappa(squareTable(totals, size), "linear"),
      kappaQuadratic: (totals) => cohenKappa(squareTable(totals, size), "quadratic"),
      ac1: (totals) => gwetCoefficient(squareTable(totals, size)),
      alpha: (totals) => krippendorffAlpha(coincidencesOfTable(squareTable(totals, size))),
      alphaOrdinal: (totals) => krippendorffAlpha(coincidencesOfTable(squareTable(totals, size)), "ordinal"),
    },
    settings,
    least,
  );
  const { rates, reasons } = ratesFrom(estimates, agreement.n, () =>
    agreement.n === 0 ? noItems : oneClass,
  );
  if (agreement.n === 0) reasons["agreement"] = noItems;
  const firsts = items.map(({ first }) => first);
  const seconds = items.map(({ second }) => second);
  const pairs = items.map(({ first, second }) => [first ?? missing, second ?? missing] as const);
  return {
    n: agreement.n,
    matrix: confusionMatrix(labelled(classes, firsts), labelled(classes, seconds), pairs),
    agreement,
    ...rates,
    classes: classes.map((label, at) => ({
      class: label,
      precision: share(
        (row, column) => row === at && column === at,
        (row) => row === at,
      ),
      recall: share(
        (row, column) => row === at && column === at,
        (_row, column) => column === at,
      ),
    })),
    undefined: reasons,
    interval: methodOf(settings, patterns.clusters, independent, patterns.clusters < agreement.n),
  };
}

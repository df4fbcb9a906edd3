/** How the judges stand against this rater so far: only labels whose items were chosen at random or by a plan count. */
import { calibrate, labelsNeeded } from "../../calibration/index.ts";
import type { Pair } from "../trajectory/index.ts";
import type { ReviewData, ReviewRow } from "./data.ts";

export interface Standing {
  labelled: number;
  total: number;
  judge?: {
    name: string;
    n: number;
    agreement: string;
    kappa: string;
    /** Labels still needed for agreement to within ± 5 points; null where nothing can be planned. */
    more: number | null;
  };
  /** Why no agreement is shown. */
  note?: string;
}

const fewest = 10;
/** Half the width of the interval that labelling aims at. */
const goal = 0.05;
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

function pairOf(row: ReviewRow, judge: string, rater: string): Pair | undefined {
  const label = row.labels.get(rater)?.blind;
  const mark = row.marks.get(judge);
  if (label === undefined || mark === undefined) return undefined;
  const { benchmark = "", taskId } = row.item;
  return {
    id: row.item.id,
    human: label.outcome,
    judge: mark.outcome,
    ...(taskId === undefined ? {} : { cluster: `${benchmark}/${taskId}` }),
    ...(label.probability === undefined ? {} : { probability: label.probability }),
  };
}

/**
 * The status line's numbers, for the first judge.
 *
 * @param representative whether the labelled items were chosen at random or by a plan, and not by what judges said
 */
export function standingOf(data: ReviewData, rater: string, representative: boolean): Standing {
  const total = data.rows.length;
  const labelled = data.rows.filter((row) => row.labels.has(rater)).length;
  const [judge] = data.judges;
  if (judge === undefined) return { labelled, total };
  const pairs = data.rows.flatMap((row) => pairOf(row, judge, rater) ?? []);
  const left = fewest - pairs.length;
  if (left > 0)
    return { labelled, total, note: `agreement after ${left} more blind ${left === 1 ? "label" : "labels"}` };
  if (!representative)
    return { labelled, total, note: "no agreement shown: these runs were chosen by what judges said" };
  const document = calibrate(pairs, { resamples: 300 });
  const { n, agreement, kappa } = document;
  const wanted =
    labelsNeeded(document, goal, { population: total }).find(({ rate }) => rate === "agreement")?.labels ??
    null;
  const interval = (low: number | null, high: number | null, text: (x: number) => string): string =>
    low === null || high === null ? "" : ` [${text(low)}, ${text(high)}]`;
  if (agreement.value === null) return { labelled, total, note: "nothing decided on both sides yet" };
  return {
    labelled,
    total,
    judge: {
      name: judge,
      n,
      agreement: percent(agreement.value) + interval(agreement.low, agreement.high, percent),
      more: wanted === null ? null : Math.max(0, wanted - n),
      kappa:
        kappa.value === null
          ? "–"
          : kappa.value.toFixed(2) + interval(kappa.low, kappa.high, (x) => x.toFixed(2)),
    },
  };
}

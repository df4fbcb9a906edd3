/** Recalibration: a map from scores to probabilities, fitted on some tasks and measured on others. */
import { confidenceOfItems } from "./confidence.ts";
import type { ConfidenceSummary } from "./document.ts";
import { crossFit } from "./folds.ts";
import { type IntervalOptions, settingsOf } from "./options.ts";
import { applyMap, fitMap, type MapKind, type ScoreMap } from "./score-maps.ts";
import type { ScoredItem } from "./scored.ts";

export interface Recalibration {
  kind: MapKind;
  /** Fitted on all items: the map to use on new runs. Null when the kind cannot fit. */
  map: ScoreMap | null;
  folds: number;
  /** The scores as the judge gave them. */
  before: ConfidenceSummary;
  /** Mapped scores, each by a map fitted on other clusters. Null when some fold could not be fitted. */
  after: ConfidenceSummary | null;
}

export interface RecalibrationOptions extends IntervalOptions {
  /** Default 5. */
  folds?: number;
}

/** Fits a map and measures it on clusters that it was not fitted on. */
export function recalibrate(
  items: readonly ScoredItem[],
  kind: MapKind,
  options: RecalibrationOptions = {},
): Recalibration {
  const settings = settingsOf(options);
  const { folds = 5 } = options;
  const { results } = crossFit(
    items,
    folds,
    settings.seed,
    (training) => fitMap(kind, training),
    (map, item) => applyMap(map, item.score),
  );
  const mapped = items.flatMap((item, at) => {
    const score = results[at] ?? null;
    return score === null ? [] : [{ ...item, score }];
  });
  return {
    kind,
    map: fitMap(kind, items),
    folds,
    before: confidenceOfItems(items, settings),
    after: mapped.length < items.length ? null : confidenceOfItems(mapped, settings),
  };
}

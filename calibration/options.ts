/** The options of a calibration and their defaults. */
import { InputError } from "../src/trajectory/errors.ts";

export interface IntervalOptions {
  /** Confidence level of every interval, in (0, 1). Default 0.95. */
  level?: number;
  /** Bootstrap resamples. Default 2000. */
  resamples?: number;
  /** Seed of everything random. Default 1. */
  seed?: number;
  /** Which bootstrap interval. Default "bca". */
  bootstrap?: "bca" | "percentile";
}

export interface CalibrateOptions extends IntervalOptions {
  /** Fields of `Pair.group` to summarise by, in this order. Default none. */
  by?: readonly string[];
  /**
   * How the labelled runs were chosen. `targeted` means for disagreement or uncertainty, without known probabilities:
   * such a sample is biased, so that counts are shown and rates are not. Default "representative".
   */
  selection?: "representative" | "targeted";
}

export type Settings = Required<IntervalOptions>;

/**
 * Options of intervals with their defaults.
 *
 * @throws InputError for a level outside (0, 1), or a seed or number of resamples that is no whole number
 */
export function settingsOf(options: IntervalOptions = {}): Settings {
  const { level = 0.95, resamples = 2000, seed = 1, bootstrap = "bca" } = options;
  if (!(level > 0 && level < 1)) throw new InputError(`level: must lie between 0 and 1, saw ${level}`);
  if (!Number.isInteger(resamples) || resamples < 1) {
    throw new InputError(`resamples: must be a positive whole number, saw ${resamples}`);
  }
  if (!Number.isInteger(seed)) throw new InputError(`seed: must be a whole number, saw ${seed}`);
  return { level, resamples, seed, bootstrap };
}

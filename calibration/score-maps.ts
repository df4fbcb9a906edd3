/** Maps from scores to probabilities: Platt's, isotonic and temperature, fitted to outcomes. */
import type { ScoredItem } from "./scored.ts";

/** A fitted map; plain JSON. */
export type ScoreMap = PlattMap | IsotonicMap | TemperatureMap;

interface PlattMap {
  kind: "platt";
  slope: number;
  intercept: number;
}

interface IsotonicMap {
  kind: "isotonic";
  scores: number[];
  values: number[];
}

interface TemperatureMap {
  kind: "temperature";
  temperature: number;
}

export type MapKind = ScoreMap["kind"];

function sigmoid(x: number): number {
  return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
}

type Fittable = Pick<ScoredItem, "score" | "success" | "weight">;

/**
 * Platt's map p = 1 / (1 + exp(−(slope · score + intercept))), by maximum likelihood on targets drawn in from 0 and 1
 * so that it stays finite on separable data.
 *
 * @see Platt (1999), Advances in Large Margin Classifiers, pp. 61–74; Lin, Lin and Weng (2007), Machine Learning
 *   68(3), pp. 267–276, for Newton's method with backtracking
 */
export function fitPlatt(items: readonly Fittable[]): PlattMap {
  let successes = 0;
  let failures = 0;
  for (const { success, weight } of items) {
    if (success) successes += weight;
    else failures += weight;
  }
  const high = (successes + 1) / (successes + 2);
  const low = 1 / (failures + 2);
  const target = (success: boolean): number => (success ? high : low);
  const loss = (slope: number, intercept: number): number => {
    let sum = 0;
    for (const { score, success, weight } of items) {
      const x = slope * score + intercept;
      sum += weight * (Math.log1p(Math.exp(-Math.abs(x))) + Math.max(x, 0) - target(success) * x);
    }
    return sum;
  };
  let slope = 0;
  let intercept = Math.log((successes + 1) / (failures + 1));
  let current = loss(slope, intercept);
  for (let round = 0; round < 100; round++) {
    let gradientSlope = 0;
    let gradientIntercept = 0;
    let [aa, ab, bb] = [1e-12, 0, 1e-12];
    for (const { score, success, weight } of items) {
      const p = sigmoid(slope * score + intercept);
      const curvature = weight * p * (1 - p);
      const error = weight * (p - target(success));
      gradientSlope += error * score;
      gradientIntercept += error;
      aa += curvature * score * score;
      ab += curvature * score;
      bb += curvature;
    }
    const determinant = aa * bb - ab * ab;
    const stepSlope = (bb * gradientSlope - ab * gradientIntercept) / determinant;
    const stepIntercept = (aa * gradientIntercept - ab * gradientSlope) / determinant;
    let scale = 1;
    let next = loss(slope - stepSlope, intercept - stepIntercept);
    while (next > current && scale > 1e-10) {
      scale /= 2;
      next = loss(slope - scale * stepSlope, intercept - scale * stepIntercept);
    }
    if (scale <= 1e-10) break;
    slope -= scale * stepSlope;
    intercept -= scale * stepIntercept;
    current = next;
    if (Math.abs(stepSlope) + Math.abs(stepIntercept) < 1e-13) break;
  }
  return { kind: "platt", slope, intercept };
}

/**
 * The isotonic map: the non-decreasing step values closest to the outcomes in squared error, by pooling adjacent
 * violators. Between the scores it was fitted on it is linear, outside them constant.
 *
 * @see Zadrozny and Elkan (2002), KDD, pp. 694–699; Ayer et al. (1955), Annals of Mathematical Statistics 26(4),
 *   pp. 641–647
 */
export function fitIsotonic(items: readonly Fittable[]): IsotonicMap {
  const levels = new Map<number, { weight: number; successes: number }>();
  for (const { score, success, weight } of items) {
    const level = levels.get(score) ?? { weight: 0, successes: 0 };
    level.weight += weight;
    if (success) level.successes += weight;
    levels.set(score, level);
  }
  const blocks: { first: number; last: number; weight: number; successes: number }[] = [];
  for (const [score, level] of [...levels].sort(([a], [b]) => a - b)) {
    let block = { first: score, last: score, ...level };
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (before.successes / before.weight < block.successes / block.weight) break;
      blocks.pop();
      block = {
        first: before.first,
        last: block.last,
        weight: before.weight + block.weight,
        successes: before.successes + block.successes,
      };
    }
    blocks.push(block);
  }
  const knots = blocks.flatMap(({ first, last, weight, successes }) =>
    (first === last ? [first] : [first, last]).map((score) => ({ score, value: successes / weight })),
  );
  return {
    kind: "isotonic",
    scores: knots.map(({ score }) => score),
    values: knots.map(({ value }) => value),
  };
}

const nearest = 1e-6;

/** ln(s / (1 − s)), the score kept 10⁻⁶ away from 0 and 1. */
function logitOf(score: number): number {
  const clipped = Math.min(1 - nearest, Math.max(nearest, score));
  return Math.log(clipped / (1 - clipped));
}

const coldest = 1 / 64;

/**
 * The temperature map p = 1 / (1 + exp(−logit(score) / T)), by maximum likelihood; it can make scores more or less
 * extreme, not move their middle.
 *
 * @returns null when no temperature in [1/64, ∞) is best: the scores point the wrong way, or separate the classes
 * @see Guo et al. (2017), ICML, section 4.2
 */
export function fitTemperature(items: readonly Fittable[]): TemperatureMap | null {
  const slopeAt = (inverse: number): number =>
    items.reduce((sum, { score, success, weight }) => {
      const logit = logitOf(score);
      return sum + weight * (sigmoid(inverse * logit) - (success ? 1 : 0)) * logit;
    }, 0);
  let low = 0;
  let high = 1 / coldest;
  if (slopeAt(low) >= 0 || slopeAt(high) < 0) return null;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return { kind: "temperature", temperature: 1 / middle };
    if (slopeAt(middle) < 0) low = middle;
    else high = middle;
  }
}

/** Fits a map of the given kind; null when the kind cannot fit these items. */
export function fitMap(kind: MapKind, items: readonly Fittable[]): ScoreMap | null {
  if (items.length === 0) return null;
  if (kind === "platt") return fitPlatt(items);
  return kind === "isotonic" ? fitIsotonic(items) : fitTemperature(items);
}

/** The probability of success that a map gives a score. */
export function applyMap(map: ScoreMap, score: number): number {
  if (map.kind === "platt") return sigmoid(map.slope * score + map.intercept);
  if (map.kind === "temperature") return sigmoid(logitOf(score) / map.temperature);
  const above = map.scores.findIndex((knot) => knot >= score);
  const last = map.values.length - 1;
  if (above === 0) return map.values[0] ?? Number.NaN;
  if (above < 0) return map.values[last] ?? Number.NaN;
  const [lowScore = 0, highScore = 0] = [map.scores[above - 1], map.scores[above]];
  const [lowValue = 0, highValue = 0] = [map.values[above - 1], map.values[above]];
  return lowValue + (highValue - lowValue) * ((score - lowScore) / (highScore - lowScore));
}

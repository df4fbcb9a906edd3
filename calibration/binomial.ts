/** Random binomial and multinomial numbers: what makes a bootstrap over few distinct patterns cost almost nothing. */
import type { Random } from "./random.ts";

/** Inversion by sequential search: best while few successes are expected. */
function byInversion(trials: number, p: number, random: Random): number {
  const odds = p / (1 - p);
  let mass = (1 - p) ** trials;
  let left = random.uniform();
  let successes = 0;
  while (left > mass && successes < trials) {
    left -= mass;
    successes++;
    mass *= ((trials - successes + 1) / successes) * odds;
  }
  return successes;
}

const smallCorrections = [
  0.08106146679532726, 0.0413406959554093, 0.0276779256849984, 0.02079067210376509, 0.0166446911898212,
  0.0138761288230707, 0.01189670994589177, 0.01041126526197209, 0.009255462182712733, 0.008330563433362871,
];

/** What Stirling's formula for ln k! leaves out. */
function stirlingCorrection(k: number): number {
  const small = smallCorrections[k];
  if (small !== undefined) return small;
  const inverse = 1 / ((k + 1) * (k + 1));
  return (1 / 12 - (1 / 360 - inverse / 1260) * inverse) / (k + 1);
}

/** Transformed rejection with squeeze, for p ≤ ½ and trials · p ≥ 10. */
function byRejection(trials: number, p: number, random: Random): number {
  const deviation = Math.sqrt(trials * p * (1 - p));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = trials * p + 0.5;
  const accept = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const mode = Math.floor((trials + 1) * p);
  const odds = p / (1 - p);
  for (;;) {
    const u = random.uniform() - 0.5;
    const v = random.uniform();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= accept) return k;
    if (k < 0 || k > trials) continue;
    const height = Math.log((v * alpha) / (a / (us * us) + b));
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - k + 1)) +
      (k + 0.5) * Math.log((odds * (trials - k + 1)) / (k + 1)) +
      stirlingCorrection(mode) +
      stirlingCorrection(trials - mode) -
      stirlingCorrection(k) -
      stirlingCorrection(trials - k);
    if (height <= bound) return k;
  }
}

/**
 * The number of successes in `trials` trials of probability p in [0, 1].
 *
 * @see Kachitvichyanukul and Schmeiser (1988), Communications of the ACM 31(2), pp. 216–222, algorithm BINV;
 *   Hörmann (1993), Journal of Statistical Computation and Simulation 46, pp. 101–110, algorithm BTRS
 */
export function drawBinomial(trials: number, p: number, random: Random): number {
  if (trials === 0 || p <= 0) return 0;
  if (p >= 1) return trials;
  if (p > 0.5) return trials - drawBinomial(trials, 1 - p, random);
  return trials * p < 10 ? byInversion(trials, p, random) : byRejection(trials, p, random);
}

/** Up to so many members a kind, drawing members one by one is faster than a binomial for each kind. */
const fewMembers = 16;

/**
 * Returns a function that draws from these kinds again and again: one member at a time where they are few, otherwise
 * by `drawMultinomial`. Both have the same distribution.
 *
 * @param members the number of members of each kind
 */
export function drawerOf(members: Float64Array, random: Random): (draws: Float64Array) => void {
  const total = members.reduce((sum, count) => sum + count, 0);
  if (total > fewMembers * members.length) return (draws) => drawMultinomial(members, draws, random);
  const kindOf = new Uint32Array(total);
  let member = 0;
  for (const [kind, count] of members.entries()) {
    kindOf.fill(kind, member, member + count);
    member += count;
  }
  return (draws) => {
    draws.fill(0);
    for (let draw = 0; draw < total; draw++) {
      const kind = kindOf[random.below(total)] ?? 0;
      draws[kind] = (draws[kind] ?? 0) + 1;
    }
  };
}

/**
 * Spreads as many draws as there are members over kinds, each in proportion to its number of members: what drawing
 * all members with replacement gives, by way of one binomial for each kind.
 *
 * @param members the number of members of each kind
 * @param draws receives how often each kind is drawn; its sum is the number of members
 */
export function drawMultinomial(members: Float64Array, draws: Float64Array, random: Random): void {
  let rest = 0;
  for (const count of members) rest += count;
  let left = rest;
  for (let kind = 0; kind < members.length; kind++) {
    const count = members[kind] ?? 0;
    const drawn = left === 0 ? 0 : drawBinomial(left, count / rest, random);
    draws[kind] = drawn;
    left -= drawn;
    rest -= count;
  }
}

/** The seeded generator of everything random here: the same seed gives the same numbers on every machine. */

/** A stream of random numbers. */
export interface Random {
  /** A 32-bit integer in [0, 2³²). */
  next(): number;
  /** A number in [0, 1) with 32 random bits. */
  uniform(): number;
  /** An integer in [0, bound), for a bound of at most 2²¹ without rounding and a bias below bound / 2³². */
  below(bound: number): number;
}

/** One step of the mixing function that spreads a seed over the generator's state. */
function splitMix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** The name under which documents state the generator. */
export const generatorName = "xoshiro128**";

/**
 * xoshiro128** seeded by a 32-bit mixing function: integer arithmetic only, so that streams do not depend on a
 * platform's floating point library.
 *
 * @param seed an integer; its low 32 bits count
 * @see Blackman and Vigna (2021), ACM Transactions on Mathematical Software 47(4), article 36
 */
export function randomFrom(seed: number): Random {
  const mix = splitMix(seed);
  let a = mix();
  let b = mix();
  let c = mix();
  let d = mix();
  const next = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  return {
    next,
    uniform: () => next() * 2 ** -32,
    below: (bound) => Math.floor(next() * 2 ** -32 * bound),
  };
}

/** Puts items in random order, in place (Fisher and Yates). */
export function shuffle<Item extends NonNullable<unknown>>(items: Item[], random: Random): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const [one, two] = [items[at], items[other]];
    if (one === undefined || two === undefined) continue;
    items[at] = two;
    items[other] = one;
  }
}

/** Probability distributions, accurate to about fifteen digits: what intervals and tests are built from. */

function ratio(x: number, numerator: readonly number[], denominator: readonly number[]): number {
  const evaluate = (coefficients: readonly number[]): number =>
    coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
  return evaluate(numerator) / evaluate(denominator);
}

const centreNumerator = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const centreDenominator = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852546,
];
const shoulderNumerator = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const shoulderDenominator = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const tailNumerator = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
];
const tailDenominator = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
];

/**
 * The quantile of the standard normal distribution.
 *
 * @param p a probability in [0, 1]; 0 gives −∞, 1 gives ∞
 * @see Wichura (1988), Applied Statistics 37(3), pp. 477–484, algorithm AS 241, PPND16: relative error about 1e−16
 */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  const centred = p - 0.5;
  if (Math.abs(centred) <= 0.425) {
    return centred * ratio(0.180625 - centred * centred, centreNumerator, centreDenominator);
  }
  const depth = Math.sqrt(-Math.log(centred < 0 ? p : 1 - p));
  const size =
    depth <= 5
      ? ratio(depth - 1.6, shoulderNumerator, shoulderDenominator)
      : ratio(depth - 5, tailNumerator, tailDenominator);
  return centred < 0 ? -size : size;
}

const bodyNumerator = [
  18154.98125334356, 1067.6894854603709, 161.02823106855587, 2.2352520354606837, 0.06568233791820745,
];
const bodyDenominator = [45507.78933502673, 10260.932208618979, 976.0985517377767, 47.202581904688245, 1];
const outerNumerator = [
  9842.714838383978, 11602.65143764735, 6848.190450536283, 2494.5375852903726, 597.2702763948002,
  93.50665613217785, 8.883149794388377, 0.39894151208813466, 1.0765576773720192e-8,
];
const outerDenominator = [
  19685.429676859992, 38912.00328609327, 34900.95272114598, 18615.571640885097, 6485.558298266761,
  1519.3775994075547, 235.387901782625, 22.266688044328117, 1,
];
const inverseRootTwoPi = 0.3989422804014327;

/** exp(−x²/2) with the square split in two, so that large arguments lose no digits. */
function gaussian(x: number): number {
  const coarse = Math.trunc(x * 16) / 16;
  return Math.exp(-coarse * coarse * 0.5) * Math.exp(-(x - coarse) * (x + coarse) * 0.5);
}

/** The probability above x > 0; far out by Laplace's continued fraction (Abramowitz and Stegun, 26.2.14). */
function upperTail(x: number): number {
  if (x <= Math.sqrt(32)) return gaussian(x) * ratio(x, outerNumerator, outerDenominator);
  let fraction = x;
  for (let term = 60; term >= 1; term--) fraction = x + term / fraction;
  return (gaussian(x) * inverseRootTwoPi) / fraction;
}

/**
 * The distribution function of the standard normal.
 *
 * @returns a probability; far in the lower tail it keeps its relative accuracy
 * @see Cody (1969), Mathematics of Computation 23(107), pp. 631–637
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (size <= 0.67448975) return 0.5 + x * ratio(x * x, bodyNumerator, bodyDenominator);
  const tail = upperTail(size);
  return x < 0 ? tail : 1 - tail;
}

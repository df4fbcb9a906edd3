/** The beta distribution and what follows from it: binomial tails, Student's t. */

const lanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
  12.507343278686905, -0.13857109526572012, 0.000009984369578019572, 1.5056327351493116e-7,
];
const halfLogTwoPi = 0.9189385332046728;

/** ln Γ(x) for x > 0, by Lanczos' approximation (g = 7, nine terms): relative error about 1e−15. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const series = lanczos.reduce(
    (sum, term, index) => sum + (index === 0 ? term : term / (shifted + index)),
    0,
  );
  const base = shifted + 7.5;
  return halfLogTwoPi + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

/** The continued fraction of the incomplete beta function, by Lentz's method; converges fast for x < (a+1)/(a+b+2). */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const guarded = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / guarded(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guarded(1 + even * d);
    c = guarded(1 + even / c);
    fraction *= d * c;
    d = 1 / guarded(1 + odd * d);
    c = guarded(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return fraction;
}

/**
 * The regularised incomplete beta function Iₓ(a, b): the distribution function of Beta(a, b) at x.
 *
 * @see Olver et al. (2010), NIST Handbook of Mathematical Functions, 8.17.22
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The quantile of Beta(a, b), by bisection down to neighbouring numbers. */
export function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (betaCdf(middle, a, b) < p) low = middle;
    else high = middle;
  }
}

/** P(X ≤ successes) for X binomial with `trials` trials of probability p. */
export function binomialCdf(successes: number, trials: number, p: number): number {
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  return betaCdf(1 - p, trials - successes, successes + 1);
}

/** P(X = successes) for X binomial with `trials` trials of probability p in (0, 1). */
export function binomialPmf(successes: number, trials: number, p: number): number {
  const ways = logGamma(trials + 1) - logGamma(successes + 1) - logGamma(trials - successes + 1);
  return Math.exp(ways + successes * Math.log(p) + (trials - successes) * Math.log1p(-p));
}

/** The quantile of Student's t with `freedom` > 0 degrees of freedom. */
export function studentQuantile(p: number, freedom: number): number {
  if (p === 0.5) return 0;
  const inner = betaQuantile(Math.abs(2 * p - 1), 0.5, freedom / 2);
  return Math.sign(p - 0.5) * Math.sqrt((freedom * inner) / (1 - inner));
}

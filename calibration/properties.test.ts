/** What holds for every table, not only for the ones that were tried. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { agreementRate, cohenKappa, gwetCoefficient } from "./agreement.ts";
import { betaCdf, betaQuantile } from "./beta.ts";
import { pointRates } from "./binary.ts";
import { calibrate } from "./calibrate.ts";
import { type CountTable, confusionMatrix, sumOf } from "./confusion.ts";
import { normalCdf, normalQuantile } from "./distributions.ts";
import { wilson } from "./intervals.ts";
import { kendallTauB, spearman } from "./ranking.ts";
import { coincidencesOfTable, krippendorffAlpha } from "./raters.ts";
import { applyMap, fitIsotonic } from "./score-maps.ts";
import { inclusionChances } from "./selection.ts";
import { holm } from "./significance.ts";

/** The same examples in every run, so that a failure is one for everybody. */
fc.configureGlobal({ seed: 20240601 });

const outcome = fc.constantFrom("success", "failure", "unsure", "blocked", null);
const pairs: fc.Arbitrary<Pair[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    human: outcome,
    judge: outcome,
    score: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 1, noNaN: true })),
    cluster: fc.constantFrom("a", "b", "c", "d", "e"),
  }),
  { maxLength: 40 },
);
const counts = fc.record({ tp: fc.nat(300), fp: fc.nat(300), fn: fc.nat(300), tn: fc.nat(300) });
const tables: fc.Arbitrary<CountTable> = fc.integer({ min: 2, max: 5 }).chain((size) =>
  fc.array(fc.array(fc.nat(50), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  }),
);

function transposed(table: CountTable): CountTable {
  return table.map((_, row) => table.map((cells) => cells[row] ?? 0));
}

function expectSame(first: number | null, second: number | null): void {
  if (first === null || second === null) expect(first).toBe(second);
  else expect(first).toBeCloseTo(second, 10);
}

const coefficients = [
  ["agreement", (table: CountTable) => agreementRate(table)],
  ["κ", (table: CountTable) => cohenKappa(table)],
  ["κ with quadratic weights", (table: CountTable) => cohenKappa(table, "quadratic")],
  ["AC1", (table: CountTable) => gwetCoefficient(table)],
  ["α", (table: CountTable) => krippendorffAlpha(coincidencesOfTable(table))],
  ["ordinal α", (table: CountTable) => krippendorffAlpha(coincidencesOfTable(table), "ordinal")],
] as const;

describe.each(coefficients)("%s", (_name, coefficient) => {
  test("does not change when the raters change places", () => {
    fc.assert(fc.property(tables, (table) => expectSame(coefficient(table), coefficient(transposed(table)))));
  });

  test("is at most 1, and 1 only without disagreement", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const value = coefficient(table);
        if (value === null) return;
        expect(value).toBeLessThanOrEqual(1);
        if (value === 1) expect(agreementRate(table)).toBe(1);
      }),
    );
  });

  test("does not change when classes are renamed in reverse", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const reversed = table.map((row) => row.toReversed()).toReversed();
        expectSame(coefficient(table), coefficient(reversed));
      }),
    );
  });
});

const unordered = coefficients.filter(([name]) => !name.includes("quadratic") && !name.includes("ordinal"));

test.each(unordered)("%s does not care for the order of classes", (_name, coefficient) => {
  fc.assert(
    fc.property(tables, (table) => {
      const turned = (row: readonly number[]): number[] => [...row.slice(1), row[0] ?? 0];
      const rotated = [...table.slice(1), table[0] ?? []].map(turned);
      expectSame(coefficient(table), coefficient(rotated));
    }),
  );
});

describe("binary rates", () => {
  test("keep to their bounds", () => {
    fc.assert(
      fc.property(counts, (cells) => {
        for (const [name, value] of Object.entries(pointRates(cells))) {
          if (value === null) continue;
          expect(value, name).toBeLessThanOrEqual(1);
          expect(value, name).toBeGreaterThanOrEqual(
            ["kappa", "ac1", "alpha", "mcc"].includes(name) ? -1 : 0,
          );
        }
      }),
    );
  });

  test("calling failure success and success failure turns recall into specificity", () => {
    fc.assert(
      fc.property(counts, ({ tp, fp, fn, tn }) => {
        const here = pointRates({ tp, fp, fn, tn });
        const there = pointRates({ tp: tn, fp: fn, fn: fp, tn: tp });
        expectSame(here.recall, there.specificity);
        expectSame(here.precision, there.npv);
        expectSame(here.kappa, there.kappa);
        expectSame(here.mcc, there.mcc);
      }),
    );
  });

  test("κ never lies farther from 0 than the Matthews correlation", () => {
    fc.assert(
      fc.property(counts, (cells) => {
        const { kappa, mcc } = pointRates(cells);
        if (kappa !== null && mcc !== null)
          expect(Math.abs(kappa)).toBeLessThanOrEqual(Math.abs(mcc) + 1e-12);
      }),
    );
  });
});

describe("the document", () => {
  const quick = { resamples: 50 };

  test("accounts for every pair once", () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const document = calibrate(given, quick);
        const { tp, fp, fn, tn } = document.confusion;
        expect(tp + fp + fn + tn).toBe(document.n);
        expect(document.outcomes.total).toBe(given.length);
        expect(document.labelled + document.unlabelled).toBe(given.length);
      }),
      { numRuns: 60 },
    );
  });

  test("does not depend on the order of pairs", () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const forward = calibrate(given, quick);
        const backward = calibrate(given.toReversed(), quick);
        expect(backward.confusion).toEqual(forward.confusion);
        expectSame(backward.agreement.low, forward.agreement.low);
        expectSame(backward.kappa.value, forward.kappa.value);
      }),
      { numRuns: 60 },
    );
  });

  test("holds no NaN, and every rate without a value has a reason", () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const document = calibrate(given, quick);
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
        for (const [name, rate] of Object.entries(document)) {
          if (typeof rate !== "object" || rate === null || !("value" in rate) || rate.value !== null)
            continue;
          expect(document.undefined[name], name).toBeTypeOf("string");
        }
      }),
      { numRuns: 60 },
    );
  });

  test("intervals hold their values", () => {
    fc.assert(
      fc.property(counts, (cells) => {
        for (const share of [cells.tp, cells.tn]) {
          const size = cells.tp + cells.tn;
          const interval = wilson(share / size, size, 0.9);
          if (interval === null) continue;
          expect(interval.low).toBeLessThanOrEqual(share / size + 1e-12);
          expect(interval.high).toBeGreaterThanOrEqual(share / size - 1e-12);
        }
      }),
    );
  });

  test("equal chances of having been chosen change no value", () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const plain = calibrate(given, quick);
        const halved = calibrate(
          given.map((pair) => ({ ...pair, probability: 0.5 })),
          quick,
        );
        for (const name of ["agreement", "precision", "kappa", "ac1", "mcc"] as const) {
          expectSame(halved[name].value, plain[name].value);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test("a confusion matrix counts each pair once, and its shares add up to 1", () => {
  const labels = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(fc.array(fc.tuple(labels, labels)), (given) => {
      const matrix = confusionMatrix(["a", "b", "c"], ["a", "b", "c"], given);
      expect(matrix.total).toBe(given.length);
      expect(sumOf(matrix.counts)).toBe(given.length);
      for (const shares of matrix.rowShares) {
        const sum = shares.reduce<number>((total, share) => total + (share ?? 0), 0);
        if (shares[0] !== null) expect(sum).toBeCloseTo(1, 12);
      }
    }),
  );
});

const labelled = fc.array(
  fc.record({
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    success: fc.boolean(),
    weight: fc.double({ min: 0.1, max: 5, noNaN: true }),
  }),
  { minLength: 1, maxLength: 40 },
);

describe("the isotonic map", () => {
  test("never falls", () => {
    fc.assert(
      fc.property(labelled, (items) => {
        const map = fitIsotonic(items);
        const probes = Array.from({ length: 21 }, (_, at) => applyMap(map, at / 20));
        for (const [at, value] of probes.entries())
          expect(value).toBeGreaterThanOrEqual((probes[at - 1] ?? 0) - 1e-12);
      }),
    );
  });

  test("keeps the mean", () => {
    fc.assert(
      fc.property(labelled, (items) => {
        const map = fitIsotonic(items);
        const sum = (of: (item: (typeof items)[number]) => number): number =>
          items.reduce((total, item) => total + item.weight * of(item), 0);
        expect(sum(({ score }) => applyMap(map, score))).toBeCloseTo(
          sum(({ success }) => (success ? 1 : 0)),
          8,
        );
      }),
    );
  });
});

describe("rank correlations", () => {
  const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
    maxLength: 12,
  });

  test.each([
    ["Kendall's τ-b", kendallTauB],
    ["Spearman's ρ", spearman],
  ] as const)("%s is symmetric, bounded, and turns its sign with one side", (_name, correlation) => {
    fc.assert(
      fc.property(values, (given) => {
        const first = given.map(([one]) => one);
        const second = given.map(([, other]) => other);
        const value = correlation(first, second);
        expectSame(value, correlation(second, first));
        if (value === null) return;
        expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-12);
        expectSame(
          value,
          -(
            correlation(
              first.map((one) => -one),
              second,
            ) ?? Number.NaN
          ),
        );
      }),
    );
  });
});

test("Holm's p-values keep their order, are at least the ones they came from, and at most 1", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (given) => {
      const adjusted = holm(given);
      for (const [at, p] of given.entries()) {
        expect(adjusted[at]).toBeGreaterThanOrEqual(p);
        expect(adjusted[at]).toBeLessThanOrEqual(1);
        for (const [other, q] of given.entries()) {
          if (p < q) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[other] ?? 0);
        }
      }
    }),
  );
});

test("chances of being chosen add up to the number to choose, none above 1", () => {
  const sizes = fc.array(fc.double({ min: 0.001, max: 100, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(sizes, fc.nat(30), (given, wanted) => {
      const count = Math.min(wanted, given.length);
      const chances = inclusionChances(given, count);
      expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(count, 8);
      for (const chance of chances) expect(chance).toBeLessThanOrEqual(1 + 1e-12);
    }),
  );
});

describe("distributions", () => {
  test("the normal quantile undoes the distribution function", () => {
    fc.assert(
      fc.property(fc.double({ min: -6, max: 6, noNaN: true }), (x) => {
        expect(normalQuantile(normalCdf(x))).toBeCloseTo(x, 6);
      }),
    );
  });

  test("the beta quantile undoes the distribution function", () => {
    const shape = fc.double({ min: 0.5, max: 50, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (p, a, b) => {
        expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 10);
      }),
    );
  });
});

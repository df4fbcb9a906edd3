import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { correctedRates } from "./corrected.ts";
import { predictionPowered } from "./prediction-powered.ts";
import { randomFrom } from "./random.ts";
import { roganGladen } from "./rogan-gladen.ts";

interface Agent {
  name: string;
  rate: number;
  sensitivity: number;
  specificity: number;
  labelledShare: number;
}

function simulate({ name, rate, sensitivity, specificity, labelledShare }: Agent, count: number): Pair[] {
  const random = randomFrom(name.length);
  return Array.from({ length: count }, (_, at): Pair => {
    const success = random.uniform() < rate;
    const right = random.uniform() < (success ? sensitivity : specificity);
    return {
      id: `${name}/${at}`,
      human: random.uniform() < labelledShare ? (success ? "success" : "failure") : null,
      judge: success === right ? "success" : "failure",
      group: { agent: name },
    };
  });
}

const usual = { name: "usual", rate: 0.3, sensitivity: 0.6, specificity: 0.95, labelledShare: 0.25 };

describe("a judge that misses four successes in ten", () => {
  const corrected = correctedRates(simulate(usual, 4000));

  test("sees too few successes, and both corrections mend it", () => {
    expect(corrected.judgedRate.high).toBeLessThan(0.27);
    for (const rate of [corrected.roganGladen, corrected.predictionPowered]) {
      expect(rate.low).toBeLessThan(0.3);
      expect(rate.high).toBeGreaterThan(0.3);
    }
  });

  test("leaning on the judge is more precise than labels alone", () => {
    const width = ({ low, high }: { low: number | null; high: number | null }): number =>
      (high ?? 1) - (low ?? 0);
    expect(width(corrected.predictionPowered)).toBeLessThan(width(corrected.labelledRate));
    expect(corrected.lambda).toBeGreaterThan(0.3);
  });
});

test("a judge that tells nothing gives no Rogan–Gladen estimate, and the other leans on labels", () => {
  const blind = { ...usual, sensitivity: 0.4, specificity: 0.5 };
  const { roganGladen: rate, predictionPowered: powered, warnings } = correctedRates(simulate(blind, 1000));
  expect(rate.value).toBeNull();
  expect(powered.value).toBeCloseTo(0.3, 1);
  expect(warnings.map(({ message }) => message)).toContain(
    "No Rogan–Gladen estimate: sensitivity + specificity is not above 1.",
  );
});

describe("an agent that nobody labelled", () => {
  const pairs = [...simulate(usual, 1000), ...simulate({ ...usual, name: "unseen", labelledShare: 0 }, 300)];
  const unseen = correctedRates(pairs, { by: ["agent"] }).groups.find(({ value }) => value === "unseen");

  test("borrows how the judge errs from the others, with a warning", () => {
    expect(unseen?.errorRatesFrom).toBe("pooled");
    expect(unseen?.roganGladen.value).not.toBeNull();
    expect(unseen?.warnings.map(({ code }) => code)).toEqual(["uncovered-group"]);
  });

  test("has no prediction-powered estimate", () => {
    expect(unseen?.predictionPowered.value).toBeNull();
  });
});

test("below fifty tasks the interval is called unsafe", () => {
  const { warnings } = correctedRates(simulate({ ...usual, labelledShare: 1 }, 40));
  expect(warnings.map(({ code }) => code)).toContain("few-clusters");
});

test("an estimate outside [0, 1] is clamped", () => {
  const pairs = [
    ...Array.from(
      { length: 20 },
      (_, at): Pair => ({ id: `l${at}`, human: "success", judge: at < 16 ? "success" : "failure" }),
    ),
    ...Array.from(
      { length: 20 },
      (_, at): Pair => ({ id: `m${at}`, human: "failure", judge: at < 8 ? "success" : "failure" }),
    ),
  ];
  const unlabelled = Array.from(
    { length: 50 },
    (_, at): Pair => ({ id: `u${at}`, human: null, judge: "failure" }),
  );
  expect(roganGladen(unlabelled, pairs, 0.95).rate).toMatchObject({ value: 0, low: 0 });
});

test("a group that the error rates cannot fit has no estimate, rather than an interval upside down", () => {
  const labelled = Array.from({ length: 200 }, (_unused, at): Pair => {
    const human = at % 2 === 0 ? "success" : "failure";
    return { id: `l${at}`, human, judge: at % 4 === 1 || human === "success" ? "success" : "failure" };
  });
  const failing = Array.from(
    { length: 40 },
    (_unused, at): Pair => ({ id: `f${at}`, human: null, judge: "failure" }),
  );
  const { rate, reason } = roganGladen(failing, labelled, 0.95);
  expect(rate).toMatchObject({ value: null, low: null, high: null });
  expect(reason).toMatch(/judged rate of 0\.0 % lies beyond what its error rates allow/);
});

test("an estimate stands within its interval, and both within [0, 1], whatever the judge", () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(chance, chance, chance, fc.integer(), (judged, sensitivity, specificity, seed) => {
      const random = randomFrom(seed);
      const labelled = Array.from({ length: 40 }, (_unused, at): Pair => {
        const success = at % 2 === 0;
        const right = random.uniform() < (success ? sensitivity : specificity);
        return {
          id: `l${at}`,
          human: success ? "success" : "failure",
          judge: success === right ? "success" : "failure",
        };
      });
      const runs = Array.from(
        { length: 30 },
        (_unused, at): Pair => ({
          id: `r${at}`,
          human: null,
          judge: random.uniform() < judged ? "success" : "failure",
        }),
      );
      for (const { rate } of [
        roganGladen(runs, labelled, 0.95),
        predictionPowered([...runs, ...labelled], labelled, 0.95),
      ]) {
        if (rate.value === null) continue;
        const low = rate.low ?? rate.value;
        const high = rate.high ?? rate.value;
        expect([0 <= low, low <= rate.value, rate.value <= high, high <= 1]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }
    }),
  );
});

test("with every run labelled, the prediction-powered estimate is the labelled rate", () => {
  const all = simulate({ ...usual, labelledShare: 1 }, 200);
  const share = all.filter(({ human }) => human === "success").length / 200;
  expect(predictionPowered(all, all, 0.95).rate.value).toBeCloseTo(share, 12);
});

test("labels chosen with unequal chances are weighed back", () => {
  const random = randomFrom(31);
  const pairs = simulate({ ...usual, labelledShare: 1 }, 6000).map((pair): Pair => {
    const probability = pair.judge === "success" ? 0.6 : 0.1;
    return random.uniform() < probability ? { ...pair, probability } : { ...pair, human: null };
  });
  const { labelledRate, predictionPowered: powered } = correctedRates(pairs);
  expect(labelledRate.low).toBeLessThan(0.3);
  expect(labelledRate.high).toBeGreaterThan(0.3);
  expect(powered.low).toBeLessThan(0.3);
  expect(powered.high).toBeGreaterThan(0.3);
});

test("clusters that do not differ give an estimate without an interval, not one without width", () => {
  const pairs = Array.from({ length: 8 }, (_unused, i): Pair => {
    const outcome = i % 2 === 0 ? "success" : "failure";
    return { id: String(i), human: outcome, judge: outcome, cluster: String(Math.floor(i / 2)) };
  });
  const { predictionPowered, roganGladen } = correctedRates(pairs);
  for (const rate of [predictionPowered, roganGladen]) {
    expect(rate.value).toBeCloseTo(0.5, 12);
    expect([rate.low, rate.high]).toEqual([null, null]);
  }
});

import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { calibrate } from "./calibrate.ts";
import { randomFrom } from "./random.ts";
import { chooseTargeted, chooseToLabel } from "./selection.ts";
import { hajekShare } from "./weighting.ts";

const random = randomFrom(20);
const runs = Array.from({ length: 120 }, (_, at): Pair => {
  const score = random.uniform();
  return {
    id: String(at),
    human: null,
    judge: score > 0.5 ? "success" : "failure",
    score,
    group: { agent: at < 100 ? "common" : "rare" },
  };
});

describe("a plan with known chances", () => {
  test("chooses as many as asked, each once", () => {
    for (let seed = 0; seed < 50; seed++) {
      const chosen = chooseToLabel(runs, { count: 30, by: ["agent"], seed });
      expect(new Set(chosen.map(({ trajectoryId }) => trajectoryId)).size).toBe(30);
    }
  });

  test("chooses each run as often as it says", () => {
    const times = new Map<string, number>();
    const stated = new Map<string, number>();
    const seeds = 4000;
    for (let seed = 0; seed < seeds; seed++) {
      for (const { trajectoryId, probability = 0 } of chooseToLabel(runs, {
        count: 25,
        by: ["agent"],
        seed,
      })) {
        times.set(trajectoryId, (times.get(trajectoryId) ?? 0) + 1);
        stated.set(trajectoryId, probability);
      }
    }
    expect(times.size).toBe(runs.length);
    for (const [id, probability] of stated) {
      const error = Math.sqrt((probability * (1 - probability)) / seeds);
      expect(Math.abs((times.get(id) ?? 0) / seeds - probability)).toBeLessThan(4.5 * error);
    }
  });

  test("covers the rare group beyond its share", () => {
    const rare = chooseToLabel(runs, { count: 30, by: ["agent"] }).filter(
      ({ trajectoryId }) => Number(trajectoryId) >= 100,
    );
    expect(rare.length).toBeGreaterThan(30 * (20 / 120));
  });

  test("estimates from it, weighed by their chances, hit the truth on average", () => {
    const succeeded = (id: string): number => (Number(id) % 3 === 0 || Number(id) >= 100 ? 1 : 0);
    const truth = runs.reduce((sum, { id }) => sum + succeeded(id), 0) / runs.length;
    let sum = 0;
    for (let seed = 0; seed < 600; seed++) {
      const sample = chooseToLabel(runs, { count: 40, by: ["agent"], seed }).map(
        ({ trajectoryId, probability = 1 }) => ({
          value: succeeded(trajectoryId),
          probability,
          cluster: trajectoryId,
        }),
      );
      sum += hajekShare(sample, 0.95).value ?? 0;
    }
    expect(sum / 600).toBeCloseTo(truth, 1.7);
  });

  test("labelled runs are not chosen again", () => {
    const partly = runs.map((run, at): Pair => (at % 2 === 0 ? { ...run, human: "success" } : run));
    const chosen = chooseToLabel(partly, { count: 200 });
    expect(chosen).toHaveLength(60);
    expect(chosen.every(({ probability }) => probability === 1)).toBe(true);
  });

  test("the same seed gives the same plan", () => {
    expect(chooseToLabel(runs, { count: 10, seed: 3 })).toEqual(chooseToLabel(runs, { count: 10, seed: 3 }));
  });

  test("says why", () => {
    const [first] = chooseToLabel(runs, { count: 5, by: ["agent"] });
    expect(first?.reason).toMatch(
      /^(uncertain|coverage): one of \d+ with (common|rare), score [\d.]+ to [\d.]+$/,
    );
  });
});

describe("a targeted plan", () => {
  test("takes disputed runs first, then uncertain ones, and states no probability", () => {
    const chosen = chooseTargeted(runs, 3, new Set(["7"]));
    expect(chosen[0]).toEqual({ trajectoryId: "7", reason: "targeted: judges disagree" });
    expect(chosen.every((choice) => !("probability" in choice))).toBe(true);
  });

  test("its labels give counts and no rates", () => {
    const document = calibrate(
      [
        { id: "1", human: "success", judge: "failure" },
        { id: "2", human: "failure", judge: "success" },
      ],
      { selection: "targeted" },
    );
    expect(document.confusion).toEqual({ tp: 0, fp: 1, fn: 1, tn: 0 });
    expect(document.agreement).toEqual({ value: null, low: null, high: null, n: 2 });
    expect(document.undefined["kappa"]).toContain("without known probabilities");
    expect(document.warnings[0]?.code).toBe("targeted-selection");
  });
});

test.each([0, 2.5])("a count of %f is an input error", (count) => {
  expect(() => chooseToLabel(runs, { count })).toThrow(
    `count: must be a positive whole number, saw ${count}`,
  );
});

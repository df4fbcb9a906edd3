import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { randomFrom } from "./random.ts";
import { kendallTauB, rankingOf, ranksOf, rankTest } from "./ranking.ts";

test("ties share the mean of their ranks", () => {
  expect(ranksOf([10, 20, 20, 5])).toEqual([2, 3.5, 3.5, 1]);
});

test("a constant side has no rank correlation", () => {
  expect(kendallTauB([1, 2, 3], [4, 4, 4])).toBeNull();
});

describe("the rank test", () => {
  test("is exact for few agents: four in the same order happen 2 times in 24", () => {
    expect(rankTest(kendallTauB, [1, 2, 3, 4], [1, 2, 3, 4], 100, randomFrom(1))).toBeCloseTo(2 / 24, 12);
  });

  test("draws orders at random for many", () => {
    const values = Array.from({ length: 12 }, (_, at) => at);
    expect(rankTest(kendallTauB, values, values, 999, randomFrom(1))).toBeLessThan(0.01);
  });
});

describe("agents ranked by people and by the judge", () => {
  const random = randomFrom(15);
  const rates = { strong: 0.7, middling: 0.45, weak: 0.15 };
  const pairs = Object.entries(rates).flatMap(([agent, rate]) =>
    Array.from({ length: 120 }, (_, at): Pair => {
      const human = random.uniform() < rate ? "success" : "failure";
      const judge = random.uniform() < 0.9 ? human : "failure";
      return { id: `${agent}/${at}`, human, judge, cluster: String(at), group: { agent } };
    }),
  );

  test("agents far apart keep their order in nearly every resample", () => {
    const ranking = rankingOf(pairs, "agent", { resamples: 500 });
    expect(ranking.agents.map(({ name }) => name)).toEqual(["strong", "middling", "weak"]);
    expect(ranking.kendallTauB).toMatchObject({ value: 1, n: 3 });
    expect(ranking.pValues.kendallTauB).toBeCloseTo(2 / 6, 12);
  });

  test("one agent has no order", () => {
    const ranking = rankingOf(
      pairs.filter(({ group }) => group?.["agent"] === "weak"),
      "agent",
      { resamples: 50 },
    );
    expect(ranking.spearman.value).toBeNull();
    expect(ranking.undefined["spearman"]).toBe("fewer than two agents");
  });

  test("pairs without the field are left out", () => {
    expect(rankingOf(pairs, "model", { resamples: 50 }).agents).toEqual([]);
  });
});

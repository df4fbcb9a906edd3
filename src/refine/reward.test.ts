/** Rewards: what each outcome and class is worth, and that nothing undecided becomes a number unasked. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError, outcomes, type StepClass, type Verdict } from "../trajectory/index.ts";
import { rewardOf } from "./reward.ts";

const usage = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  images: 0,
  costUsd: 0,
  latencyMs: 0,
};

function verdict(changes: Partial<Verdict> = {}): Verdict {
  return {
    key: "k",
    trajectoryId: "t",
    judge: "j",
    judgeVersion: "v",
    models: {},
    level: "trajectory",
    outcome: "success",
    score: 0.7,
    stepCount: 3,
    reasoning: "",
    usage,
    createdAt: "2026-01-01T00:00:00Z",
    ...changes,
  };
}

const classed = (...classes: (StepClass | null)[]): Verdict =>
  verdict({
    level: "step",
    stepCount: classes.length,
    steps: classes.map((each, index) => ({ index, class: each })),
  });

describe("at trajectory level", () => {
  test("the last step of a success gets 1, everything else 0", () => {
    expect(rewardOf(verdict())).toMatchObject({ reward: 1, steps: [0, 0, 1] });
    expect(rewardOf(verdict({ outcome: "failure" }))).toMatchObject({ reward: 0, steps: [0, 0, 0] });
  });

  test.each(["unsure", "blocked", null] as const)(
    "%s has no reward unless a policy gives it one",
    (outcome) => {
      const skipped = rewardOf(verdict({ outcome }));
      expect(skipped).toMatchObject({
        reward: null,
        steps: [null, null, null],
        skipped: outcome ?? "unscored",
      });
      const given = rewardOf(verdict({ outcome }), { [outcome ?? "unscored"]: -0.5 });
      expect(given).toMatchObject({ reward: -0.5, steps: [0, 0, -0.5] });
      expect(given).not.toHaveProperty("skipped");
    },
  );

  test("a threshold decides by score, and leaves undecided runs undecided", () => {
    expect(rewardOf(verdict({ score: 0.7 }), { threshold: 0.8 }).outcome).toBe("failure");
    expect(rewardOf(verdict({ outcome: "failure", score: 0.9 }), { threshold: 0.8 }).reward).toBe(1);
    expect(rewardOf(verdict({ outcome: "unsure", score: 0.9 }), { threshold: 0.8 }).reward).toBeNull();
    expect(rewardOf(verdict({ score: null }), { threshold: 0.8 }).reward).toBe(1);
  });

  test("shaping gives the score, and only when asked", () => {
    expect(rewardOf(verdict()).reward).toBe(1);
    expect(rewardOf(verdict(), { shaping: true, failure: -1 }).reward).toBeCloseTo(0.4);
  });
});

describe("at step level", () => {
  test("classes are worth 1, p and d", () => {
    expect(
      rewardOf(classed("progress", "no-progress", "success"), { progress: 0.3, noProgress: -0.2 }).steps,
    ).toEqual([0.3, -0.2, 1]);
  });

  test("a step without a class has no reward, never 0", () => {
    expect(rewardOf(classed("progress", null)).steps).toEqual([0.2, null]);
  });
});

test("scale comes before clip", () => {
  expect(rewardOf(verdict(), { scale: 10, clip: [-1, 5] })).toMatchObject({ reward: 5, steps: [0, 0, 5] });
});

test.each([
  [{ progress: -1 }],
  [{ noProgress: 0.1 }],
  [{ clip: [2, 1] as [number, number] }],
  [{ threshold: 2 }],
])("options out of range are refused: %j", (options) => {
  expect(() => rewardOf(verdict(), options)).toThrow(InputError);
});

test("whatever the verdict, rewards stay within the clip and undecided ones stay null under skip", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...outcomes, null),
      fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      fc.integer({ min: 0, max: 9 }),
      (outcome, score, stepCount) => {
        const { reward, steps } = rewardOf(verdict({ outcome, score, stepCount }), {
          clip: [0, 1],
          shaping: true,
        });
        expect(steps).toHaveLength(stepCount);
        if (outcome === "success" || outcome === "failure")
          expect(reward).toSatisfy((value: number) => value >= 0 && value <= 1);
        else expect(reward).toBeNull();
      },
    ),
  );
});

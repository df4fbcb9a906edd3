/** The closed form: against counting every course a loop can take, and in the two regimes of its errors. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../trajectory/index.ts";
import { expectedReflexion, type ReflexionModel, successAfterReflection } from "./expected-success.ts";

/** Every course of a loop with its chance: what each trial truly was, and what the evaluator said. */
function courses({ success, sensitivity, specificity }: ReflexionModel) {
  let open = [{ chance: 1, truths: [] as boolean[], accepted: false }];
  for (const p of success) {
    open = open.flatMap((course) =>
      course.accepted
        ? [course]
        : [true, false].flatMap((truth) =>
            [true, false].map((accepted) => {
              const yes = truth ? sensitivity : 1 - specificity;
              const chance = course.chance * (truth ? p : 1 - p) * (accepted ? yes : 1 - yes);
              return { chance, truths: [...course.truths, truth], accepted };
            }),
          ),
    );
  }
  return open;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const models = fc.record({
  success: fc.array(share, { minLength: 1, maxLength: 5 }),
  sensitivity: share,
  specificity: share,
});

test("success, judged success and trials are those of all courses a loop can take", () => {
  fc.assert(
    fc.property(models, (model) => {
      const all = courses(model);
      const sum = (of: (course: (typeof all)[number]) => number): number =>
        all.reduce((total, course) => total + course.chance * of(course), 0);
      const expected = expectedReflexion(model);
      expect(expected.success).toBeCloseTo(
        sum(({ truths }) => (truths.at(-1) ? 1 : 0)),
        10,
      );
      expect(expected.trials).toBeCloseTo(
        sum(({ truths }) => truths.length),
        10,
      );
      for (const { round, success, judged, played } of expected.rounds) {
        const now = sum(({ truths }) => (truths[Math.min(round, truths.length) - 1] ? 1 : 0));
        expect(success).toBeCloseTo(now, 10);
        const stopped = sum(({ truths, accepted }) => (accepted && truths.length <= round ? 1 : 0));
        expect(judged).toBeCloseTo(stopped, 10);
        expect(played).toBeCloseTo(
          sum(({ truths }) => (truths.length >= round ? 1 : 0)),
          10,
        );
      }
    }),
  );
});

test("what a perfect evaluator gains over this one is the sum of what its errors lose, round by round", () => {
  fc.assert(
    fc.property(models, (model) => {
      const perfect = expectedReflexion({ ...model, sensitivity: 1, specificity: 1 });
      const own = expectedReflexion(model);
      // Each round's losses, in the share of tasks that a perfect evaluator would still have in play.
      const lost = own.rounds.reduce((total, round, i) => {
        const stillOpen = model.success.slice(0, i).reduce((product, p) => product * (1 - p), 1);
        const p = model.success[i] ?? 0;
        const negatives = p * (1 - model.sensitivity) * round.costOfFalseNegative;
        const positives = (1 - p) * (1 - model.specificity) * round.costOfFalsePositive;
        return total + stillOpen * (negatives + positives);
      }, 0);
      expect(perfect.success - own.success).toBeCloseTo(lost, 10);
    }),
  );
});

describe("which error costs more", () => {
  const judge = { sensitivity: 0.8, specificity: 0.8 };

  test("where another try mostly fails, a false negative costs more than a false positive", () => {
    const [first] = expectedReflexion({ success: [0.3, 0.35], ...judge }).rounds;
    expect(first?.ahead).toBeCloseTo(0.35, 12);
    expect(first?.costOfFalseNegative).toBeCloseTo(0.65, 12);
    expect(first?.costOfFalsePositive).toBeCloseTo(0.35, 12);
  });

  test("where another try mostly succeeds, a false positive costs more", () => {
    const [first] = expectedReflexion({ success: [0.3, 0.7, 0.7], ...judge }).rounds;
    // V = 0.7·0.8 + (0.7·0.2 + 0.3·0.8)·0.7
    expect(first?.ahead).toBeCloseTo(0.826, 12);
    expect(first?.costOfFalseNegative).toBeLessThan(first?.costOfFalsePositive ?? 0);
  });

  test("the rarer error can lose less in all although each of it costs more", () => {
    const [first] = expectedReflexion({ success: [0.1, 0.3], ...judge }).rounds;
    expect(first?.costOfFalseNegative).toBeGreaterThan(first?.costOfFalsePositive ?? 1);
    expect(first?.lostToFalseNegatives).toBeCloseTo(0.1 * 0.2 * 0.7, 12);
    expect(first?.lostToFalsePositives).toBeCloseTo(0.9 * 0.2 * 0.3, 12);
    expect(first?.lostToFalseNegatives).toBeLessThan(first?.lostToFalsePositives ?? 0);
  });

  test("in the last round no error costs success any more", () => {
    const last = expectedReflexion({ success: [0.3, 0.5], ...judge }).rounds.at(-1);
    expect(last).toMatchObject({ ahead: null, costOfFalseNegative: 0, costOfFalsePositive: 0 });
  });
});

test("an evaluator that refuses everything leaves the last trial's chance, one that accepts everything the first's", () => {
  const success = [0.2, 0.6, 0.4];
  expect(expectedReflexion({ success, sensitivity: 0, specificity: 1 })).toMatchObject({
    success: 0.4,
    trials: 3,
  });
  expect(expectedReflexion({ success, sensitivity: 1, specificity: 0 })).toMatchObject({
    success: 0.2,
    trials: 1,
  });
});

test("a reflection that always helps makes success certain, one that never does leaves the skill", () => {
  expect(successAfterReflection(0.3, 1)).toBe(1);
  expect(successAfterReflection(0.3, 0)).toBe(0.3);
});

test.each([
  [{ success: [1.2], sensitivity: 1, specificity: 1 }, "success[0]: must lie in [0, 1], saw 1.2"],
  [{ success: [], sensitivity: 1, specificity: 1 }, "at least one trial"],
  [{ success: [0.5], sensitivity: Number.NaN, specificity: 1 }, "sensitivity"],
])("a model that is none is refused: %j", (model, message) => {
  expect(() => expectedReflexion(model)).toThrow(InputError);
  expect(() => expectedReflexion(model)).toThrow(message);
});

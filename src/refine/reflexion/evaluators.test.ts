/** Evaluators: what the oracle, a simulated judge and a prepared judge make of an ended attempt. */
import { expect, test } from "vitest";
import { offline } from "../../../judges/index.ts";
import { kettleRun } from "../../../test/fixtures/trajectories.ts";
import { prepareJudge } from "../../judging/index.ts";
import { InputError, trajectoryDigest, verdictSchema } from "../../trajectory/index.ts";
import type { EndedEpisode, LiveTruth } from "../live/environment.ts";
import { judgeEvaluator } from "./evaluator.ts";
import { oracleEvaluator, simulatedEvaluator } from "./truth-evaluators.ts";

const ended = (outcome: LiveTruth["outcome"] | null, id = "shop/agent/1"): EndedEpisode => ({
  trajectory: kettleRun({ id }),
  truth: outcome === null ? null : { outcome, steps: ["progress", "no-progress", "no-progress"] },
});

test("the oracle says what is true, and which actions brought nothing, as a whole verdict", async () => {
  const oracle = oracleEvaluator();
  const { verdict, outcome, reward } = await oracle.evaluate(ended("failure"));
  expect([outcome, reward]).toEqual(["failure", 0]);
  expect(verdictSchema.parse(verdict)).toEqual(verdict);
  expect(verdict.reasoning).toBe(
    "The environment's own check says failure. Actions that brought nothing: 2, 3.",
  );
  expect(await oracle.evaluate(ended("blocked"))).toMatchObject({ outcome: "blocked", reward: null });
});

test("where the environment knows no truth, the oracle is unscored, never a failure", async () => {
  const { outcome, reward, verdict } = await oracleEvaluator().evaluate(ended(null));
  expect([outcome, reward]).toEqual([null, null]);
  expect(verdict.error?.kind).toBe("missing-evidence");
});

test("a simulated judge errs as often as it is told to, and the same way each time", async () => {
  const judge = simulatedEvaluator({ sensitivity: 0.8, specificity: 0.6, seed: 3 });
  const count = 3000;
  const right = { success: 0, failure: 0 };
  for (const truth of ["success", "failure"] as const) {
    for (let i = 0; i < count; i += 1) {
      const { outcome } = await judge.evaluate(ended(truth, `run/${i}`), { digest: "d" });
      if (outcome === truth) right[truth] += 1;
    }
  }
  const bound = (share: number): number => 4 * Math.sqrt((share * (1 - share)) / count);
  expect(Math.abs(right.success / count - 0.8)).toBeLessThan(bound(0.8));
  expect(Math.abs(right.failure / count - 0.6)).toBeLessThan(bound(0.6));
  const again = simulatedEvaluator({ sensitivity: 0.8, specificity: 0.6, seed: 3 });
  for (let i = 0; i < 20; i += 1) {
    const [one, other] = await Promise.all(
      [judge, again].map((each) => each.evaluate(ended("success", `run/${i}`))),
    );
    expect(one?.outcome).toBe(other?.outcome);
  }
});

test("a simulated judge leaves what is blocked alone; a rate that is none is refused", async () => {
  const judge = simulatedEvaluator({ sensitivity: 0, specificity: 0 });
  expect((await judge.evaluate(ended("blocked"))).outcome).toBe("blocked");
  expect(() => simulatedEvaluator({ sensitivity: 1.5, specificity: 1 })).toThrow(InputError);
});

test("a prepared judge gives its own verdict; a threshold of the rules may decide otherwise", async () => {
  const prepared = prepareJudge(offline);
  const plain = await judgeEvaluator(prepared).evaluate(ended(null));
  const strict = await judgeEvaluator(prepared, { threshold: 1 }).evaluate(ended(null));
  expect(plain.outcome).toBe("success");
  expect(strict.outcome).toBe("failure");
  expect(strict.verdict).toEqual({ ...plain.verdict, createdAt: strict.verdict.createdAt });
  expect(plain.verdict.key).toBe(prepared.keyOf(await trajectoryDigest(kettleRun())));
});

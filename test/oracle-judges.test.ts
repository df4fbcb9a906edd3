/** Every judge over the Bazaar's runs with a model that answers from the truth with a set error: agreement comes out as set. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { calibrate } from "../calibration/index.ts";
import { judges } from "../judges/index.ts";
import { readTrajectories } from "../src/formats/index.ts";
import { type Judge, judgeTrajectory } from "../src/judging/index.ts";
import { joinLabels, readLabels } from "../src/labels/index.ts";
import type { ModelClient, ModelRequest } from "../src/models/index.ts";
import { packageRoot } from "../src/package-root.ts";
import { imagesOf, type Label, type Pair, type StepClass, type Trajectory } from "../src/trajectory/index.ts";

const folder = join(packageRoot, "examples/bazaar");
const errorRate = 0.15;
const most = 60;

/** The same runs are judged wrongly each time. */
function isFlipped(id: string): boolean {
  return createHash("sha256").update(id).digest().readUInt16BE(0) / 65_536 < errorRate;
}

const usage = { inputTokens: 100, outputTokens: 10, cachedTokens: 0, images: 0, costUsd: 0, latencyMs: 0 };

/** The object that a question of each form is answered with. */
function answerTo(
  { answer, messages }: ModelRequest,
  success: boolean,
  classes: readonly StepClass[],
): object | undefined {
  const reasoning = "from the truth";
  switch (answer?.name) {
    case "verdict":
      return {
        reasoning,
        outcome: success ? "success" : "failure",
        score: success ? 0.9 : 0.1,
        failure: null,
      };
    case "requirements":
      return {
        requirements: [{ text: "all of it", evidence: [], passed: success }],
        blocked: false,
        reasoning,
        score: null,
        failure: null,
      };
    case "four_answers":
      return {
        reasoning,
        success: success ? "success" : "failure",
        side_effect: false,
        optimality: 3,
        looping: false,
      };
    case "points":
      return { points: ["all of it"] };
    case "rating":
      return { reasoning, rating: 3 };
    case "step": {
      const text = messages
        .flatMap(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")))
        .join("\n");
      const number = Number(/Which class has action (\d+)/.exec(text)?.[1]);
      return { reasoning, class: classes[number - 1] };
    }
    default:
      return undefined;
  }
}

function knowing(label: Label): ModelClient {
  const success = (label.outcome === "success") !== isFlipped(label.trajectoryId);
  const classes = (label.steps ?? []).map((step) => step.class);
  return {
    ref: "openai:gpt-4o",
    vision: true,
    generate: (request) => {
      const object = answerTo(request, success, classes);
      const text = object === undefined ? "A page of the Bazaar." : JSON.stringify(object);
      return Promise.resolve({ text, ...(object === undefined ? {} : { object }), usage, stopReason: "end" });
    },
  };
}

/** Runs that were decided, good and bad in turn, so that a part of them is a fair one. */
async function decidedRuns(): Promise<{ trajectory: Trajectory; label: Label }[]> {
  const { labels } = await readLabels(join(folder, "labels.jsonl"));
  const decided = new Map(
    labels.filter(({ outcome }) => outcome !== "blocked").map((label) => [label.trajectoryId, label]),
  );
  const runs: { trajectory: Trajectory; label: Label }[] = [];
  for await (const trajectory of readTrajectories(join(folder, "trajectories.jsonl"))) {
    const label = decided.get(trajectory.id);
    if (label !== undefined && imagesOf(trajectory) !== undefined) runs.push({ trajectory, label });
  }
  const every = Math.max(1, Math.floor(runs.length / most));
  return runs.filter((_run, i) => i % every === 0);
}

const asking = Object.values(judges)
  .filter((judge) => judge.roles.length > 0)
  .map((judge): [string, Judge] => [judge.id, judge]);

describe.each(asking)("%s", (_id, judge) => {
  test("agrees with the truth exactly as often as its model does", { timeout: 120_000 }, async () => {
    const runs = await decidedRuns();
    const pairs: Pair[] = [];
    for (const { trajectory, label } of runs) {
      const verdict = await judgeTrajectory(trajectory, judge, { models: { default: knowing(label) } });
      expect(verdict.error, trajectory.id).toBeUndefined();
      expect(verdict.usage.inputTokens).toBe(100 * verdict.usage.calls);
      pairs.push({ id: trajectory.id, human: label.outcome, judge: verdict.outcome });
    }
    const flipped = runs.filter(({ label }) => isFlipped(label.trajectoryId)).length;
    const { n, agreement } = calibrate(pairs, { resamples: 1 });
    expect(n).toBe(runs.length);
    expect(flipped).toBeGreaterThan(0);
    expect(agreement.value).toBeCloseTo(1 - flipped / runs.length, 10);
  });
});

describe.each(asking.filter(([, { levels }]) => levels.includes("step")))(
  "%s, step by step",
  (_id, judge) => {
    test("classes each step as its model does", { timeout: 120_000 }, async () => {
      for (const { trajectory, label } of (await decidedRuns()).slice(0, 15)) {
        const verdict = await judgeTrajectory(trajectory, judge, {
          level: "step",
          models: { default: knowing(label) },
        });
        expect(
          verdict.steps?.map((step) => step.class),
          trajectory.id,
        ).toEqual(label.steps?.map((step) => step.class));
        expect(verdict.outcome).toBe(label.outcome);
      }
    });

    test("its agreement on steps is that of its model, over the three classes", {
      timeout: 120_000,
    }, async () => {
      const wrong = (stepClass: StepClass, index: number): StepClass =>
        index % 5 !== 4 ? stepClass : stepClass === "progress" ? "no-progress" : "progress";
      const pairs: Pair[] = [];
      let right = 0;
      let all = 0;
      for (const { trajectory, label } of (await decidedRuns()).slice(0, 15)) {
        const steps = (label.steps ?? []).map((step, i) => ({ ...step, class: wrong(step.class, i) }));
        const models = { default: knowing({ ...label, steps }) };
        const verdict = await judgeTrajectory(trajectory, judge, { level: "step", models });
        const { pairs: joined } = joinLabels([verdict], [label]);
        pairs.push(...(joined[judge.id] ?? []));
        all += steps.length;
        right += steps.filter((step, i) => step.class === label.steps?.[i]?.class).length;
      }
      const { steps } = calibrate(pairs, { resamples: 50 });
      expect(steps?.n).toBe(all);
      expect(steps?.agreement.value).toBeCloseTo(right / all, 10);
      expect(steps?.kappa.value ?? 1).toBeLessThan(steps?.agreement.value ?? 0);
    });
  },
);

/** The loop at a task: when it goes on, what it remembers, and that thousands of tasks come out as the closed form says. */
import { describe, expect, test } from "vitest";
import { offline } from "../../../judges/index.ts";
import { drawersActor, drawersWorld } from "../../../test/worlds/drawers.ts";
import { prepareJudge } from "../../judging/index.ts";
import type { Outcome } from "../../trajectory/index.ts";
import type { Actor, Situation } from "../live/actor.ts";
import { type Evaluator, evaluationOf, judgeEvaluator } from "./evaluator.ts";
import { expectedReflexion, successAfterReflection } from "./expected-success.ts";
import { after, type FinishedTrial, type LoopParts, playTask } from "./play-task.ts";
import type { ReflectionRequest, Reflector } from "./reflector.ts";
import { templateReflector } from "./template-reflector.ts";
import type { TrialRecord } from "./trial-record.ts";
import { oracleEvaluator, simulatedEvaluator } from "./truth-evaluators.ts";

const rules = {
  memory: { reflections: 3, characters: 1000 },
  undecided: { unsure: "retry", blocked: "stop", unscored: "retry" },
} as const;

function partsOf(more: Partial<LoopParts> = {}): LoopParts {
  return {
    environment: drawersWorld({ tasks: 1, write: false }),
    actor: drawersActor({ skill: 0, learning: 0 }),
    evaluator: oracleEvaluator(),
    reflector: templateReflector,
    trials: 3,
    folderOf: () => "unused",
    now: () => new Date(0),
    ...rules,
    ...more,
  };
}

async function played(parts: LoopParts, index = 0, earlier: TrialRecord[] = []): Promise<TrialRecord[]> {
  const task = parts.environment.tasks[index];
  if (task === undefined) throw new Error(`there is no task ${index}`);
  const none = () => Promise.resolve();
  return playTask(parts, task, {
    earlier,
    halted: () => false,
    prepare: none,
    keep: none,
    used: () => undefined,
  });
}

/** An evaluator that says these outcomes, trial by trial. */
function saying(...outcomes: (Outcome | null)[]): Evaluator {
  const oracle = oracleEvaluator();
  let next = 0;
  return {
    ...oracle,
    async evaluate(ended, options) {
      const { verdict } = await oracle.evaluate(ended, options);
      const outcome = outcomes[next++] ?? null;
      const error = { kind: "unreadable-answer" as const, message: "no JSON" };
      return evaluationOf({ ...verdict, outcome, ...(outcome === null ? { error } : {}) }, oracle.rules);
    },
  };
}

function noting(text: (request: ReflectionRequest) => string | null = ({ trial }) => `note ${trial}`) {
  const asked: ReflectionRequest[] = [];
  const reflector: Reflector = {
    name: "noting",
    version: "1",
    reflect: async (request) => {
      asked.push(request);
      return { text: text(request) };
    },
  };
  return { reflector, asked };
}

function listening(): { actor: Actor; told: (readonly string[])[] } {
  const inner = drawersActor({ skill: 0, learning: 0 });
  const told: (readonly string[])[] = [];
  const decide = (situation: Situation) => {
    if (situation.history.length === 0) told.push(situation.reflections);
    return inner.decide(situation);
  };
  return { actor: { ...inner, decide }, told };
}

test("stops when a trial is judged a success, and only then reflects no more", async () => {
  const { reflector, asked } = noting();
  const trials = await played(partsOf({ reflector, evaluator: saying("failure", "success") }));
  expect(trials.map(({ outcome, next, reflection }) => [outcome, next, reflection])).toEqual([
    ["failure", "retry", "note 0"],
    ["success", "stop", null],
  ]);
  expect(asked).toHaveLength(1);
});

test("the last trial is not reflected on: nobody would read it", async () => {
  const { reflector, asked } = noting();
  const trials = await played(partsOf({ reflector, trials: 2, evaluator: saying("failure", "failure") }));
  expect(trials.map(({ next }) => next)).toEqual(["retry", "stop"]);
  expect(asked).toHaveLength(1);
});

test.each([
  ["unsure", "retry"],
  ["blocked", "stop"],
  [null, "retry"],
] as const)("after %s the loop will %s unless the rules say otherwise", (outcome, expected) => {
  const other = expected === "retry" ? "stop" : "retry";
  expect(after(outcome, 0, { trials: 3, undecided: rules.undecided })).toBe(expected);
  const undecided = { ...rules.undecided, [outcome ?? "unscored"]: other } as const;
  expect(after(outcome, 0, { trials: 3, undecided })).toBe(other);
  expect(after(outcome, 2, { trials: 3, undecided })).toBe("stop");
});

test("an unscored trial is tried again without a made-up reflection, and its error is kept", async () => {
  const { reflector, asked } = noting();
  const { actor, told } = listening();
  const trials = await played(partsOf({ reflector, actor, evaluator: saying("failure", null, "success") }));
  expect(told).toEqual([[], ["note 0"], ["note 0"]]);
  expect(asked).toHaveLength(1);
  expect(trials[1]).toMatchObject({ outcome: null, error: { kind: "unreadable-answer" }, reflection: null });
});

test.each(["provider", "rate-limited", "timeout"] as const)(
  "an outage of the evaluator's model (%s) is no trial that was judged",
  async (kind) => {
    const evaluator: Evaluator = {
      ...saying(null),
      evaluate: async (ended, options) => {
        const { verdict } = await oracleEvaluator().evaluate(ended, options);
        return evaluationOf(
          { ...verdict, outcome: null, error: { kind, message: "away" } },
          oracleEvaluator().rules,
        );
      },
    };
    await expect(played(partsOf({ evaluator }))).rejects.toThrow("the evaluator: away");
  },
);

test("the newest reflections are remembered, the oldest of them first, each cut to its length", async () => {
  const { reflector, asked } = noting(({ trial }) => `${trial}${"x".repeat(100)}`);
  const { actor, told } = listening();
  const memory = { reflections: 2, characters: 50 };
  await played(partsOf({ reflector, actor, memory, trials: 5 }));
  expect(told.map((notes) => notes.map((note) => note[0]))).toEqual([
    [],
    ["0"],
    ["0", "1"],
    ["1", "2"],
    ["2", "3"],
  ]);
  expect(told.flat().every((note) => note.length < 101 && note.includes("characters left out"))).toBe(true);
  expect(asked.at(-1)?.earlier.map((note) => note[0])).toEqual(["1", "2"]);
});

test("a reflection is kept without secrets and terminal escapes; an empty one is none", async () => {
  const { reflector } = noting(({ trial }) => (trial === 0 ? "\u001b[31mpassword: hunter2secret9" : " \n"));
  const [first, second] = await played(partsOf({ reflector }));
  expect(first?.reflection).not.toMatch(/hunter2|\u001b/);
  expect(first?.reflection).toContain("password");
  expect(second?.reflection).toBeNull();
});

test("goes on after the trials of an earlier start as if it had never stopped", async () => {
  const parts = partsOf({ actor: drawersActor({ skill: 0.3, learning: 0.3 }), trials: 5 });
  const whole = await played(parts);
  expect(whole.length).toBeGreaterThan(1);
  expect(await played(parts, 0, whole.slice(0, 1))).toEqual(whole);
});

/** Four standard errors: a seed that is fixed once stays within them, or the closed form is wrong. */
const most = 4;

describe.each([
  { s: 1, c: 1, skill: 0.3, learning: 0.4, k: 3 },
  { s: 0.7, c: 0.9, skill: 0.3, learning: 0.2, k: 3 },
  { s: 0.9, c: 0.6, skill: 0.2, learning: 0.7, k: 4 },
  { s: 0.5, c: 0.5, skill: 0.6, learning: 0, k: 2 },
  { s: 0.8, c: 0.75, skill: 0.1, learning: 0.15, k: 5 },
])(
  "2,500 tasks with sensitivity $s, specificity $c, skill $skill, learning $learning, $k trials",
  (given) => {
    test("come out as the closed form says, in every round", async () => {
      const { s, c, skill, learning, k } = given;
      const n = 2500;
      const parts = partsOf({
        environment: drawersWorld({ tasks: n, write: false }),
        actor: drawersActor({ skill, learning, seed: 11 }),
        evaluator: simulatedEvaluator({ sensitivity: s, specificity: c, seed: 5 }),
        trials: k,
      });
      const all: TrialRecord[][] = [];
      for (let index = 0; index < n; index += 1) all.push(await played(parts, index));
      const retry = successAfterReflection(skill, learning);
      const success = [skill, ...Array.from({ length: k - 1 }, () => retry)];
      const expected = expectedReflexion({ success, sensitivity: s, specificity: c });
      const near = (share: number, wanted: number): void => {
        expect(Math.abs(share - wanted)).toBeLessThanOrEqual(
          most * Math.sqrt((wanted * (1 - wanted)) / n) + 1e-9,
        );
      };
      const shareOf = (holds: (trials: TrialRecord[]) => boolean): number => all.filter(holds).length / n;
      for (const { round, success: wanted, judged, played: open } of expected.rounds) {
        const newest = (trials: TrialRecord[]) => trials[Math.min(round, trials.length) - 1];
        near(
          shareOf((trials) => newest(trials)?.truth === "success"),
          wanted,
        );
        near(
          shareOf((trials) => newest(trials)?.outcome === "success"),
          judged,
        );
        near(
          shareOf((trials) => trials.length >= round),
          open,
        );
      }
    });
  },
);

test("the truth decides nothing: flipped, it changes its own column and nothing else", async () => {
  const run = async (flipTruth: boolean) => {
    const environment = drawersWorld({ tasks: 12, write: false, flipTruth });
    const seen: unknown[] = [];
    const now = () => new Date(0);
    const judge = judgeEvaluator(prepareJudge(offline, { now, judgeOptions: { threshold: 0.66 } }));
    const parts = partsOf({
      environment,
      actor: {
        name: "seen",
        decide: (situation) => {
          seen.push(["actor", JSON.parse(JSON.stringify(situation))]);
          return drawersActor({ skill: 0.4, learning: 0.3 }).decide(situation);
        },
      },
      evaluator: {
        ...judge,
        evaluate: (ended, options) => {
          seen.push(["evaluator", JSON.parse(JSON.stringify(ended))]);
          return judge.evaluate(ended, options);
        },
      },
      reflector: {
        ...templateReflector,
        reflect: (request) => {
          seen.push(["reflector", JSON.parse(JSON.stringify(request))]);
          return templateReflector.reflect(request);
        },
      },
    });
    const kept: FinishedTrial[] = [];
    for (const task of environment.tasks) {
      await playTask(parts, task, {
        earlier: [],
        halted: () => false,
        prepare: () => Promise.resolve(),
        keep: async (trial) => {
          kept.push(trial);
        },
        used: () => undefined,
      });
    }
    return { seen: JSON.stringify(seen), kept };
  };
  const [straight, flipped] = [await run(false), await run(true)];
  expect(flipped.seen).toBe(straight.seen);
  expect(straight.seen).not.toMatch(/REFERENCE|EXTRA|RUBRIC/);
  const truths = (kept: FinishedTrial[]) => kept.map(({ record }) => record.truth);
  expect(truths(straight.kept)).not.toEqual(truths(flipped.kept));
  expect(new Set(straight.kept.map(({ record }) => record.outcome)).size).toBe(2);
  const rest = (kept: FinishedTrial[]): string =>
    JSON.stringify(
      kept.map(({ record: { truth: _truth, ...record }, verdict, digest, ended: { trajectory } }) => ({
        record,
        verdict,
        digest,
        trajectory,
      })),
    );
  expect(rest(flipped.kept)).toBe(rest(straight.kept));
});

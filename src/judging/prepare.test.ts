import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readingAlways } from "../../test/fixtures/ocr.ts";
import { kettleRun } from "../../test/fixtures/trajectories.ts";
import type { ModelClient } from "../models/index.ts";
import {
  BudgetReached,
  InputError,
  type Judgement,
  ModelError,
  type Trajectory,
  trajectoryDigest,
  verdictSchema,
} from "../trajectory/index.ts";
import type { StepJudgement } from "./ask.ts";
import { defineJudge, type JudgeDefinition } from "./judge.ts";
import { judgeTrajectory, prepareJudge } from "./prepare.ts";
import { verdictKey } from "./version.ts";

const yes: Judgement = { outcome: "success", score: 1, reasoning: "seen" };

function judgeOf(changes: Partial<JudgeDefinition<z.ZodType>> = {}) {
  return defineJudge({
    id: "test",
    summary: "a judge for tests",
    levels: ["trajectory", "step"],
    options: z.strictObject({ strict: z.boolean().default(false) }),
    judge: async () => yes,
    judgeStep: async () => ({ class: "progress", reason: "closer" }),
    ...changes,
  });
}

const classes = (...given: (StepJudgement["class"] | "unread" | "down")[]) =>
  judgeOf({
    judgeStep: async (_view, index) => {
      const stated = given[index] ?? null;
      if (stated === "unread")
        return {
          class: null,
          reason: "",
          rawText: "hm",
          error: { kind: "unreadable-answer", message: "unread" },
        };
      if (stated === "down") return { class: null, reason: "", error: { kind: "provider", message: "down" } };
      return { class: stated, reason: `is ${stated}` };
    },
  });

describe("judgeTrajectory", () => {
  test("completes a judgement to a verdict", async () => {
    const run = kettleRun();
    const verdict = await judgeTrajectory(run, judgeOf(), { now: () => new Date(0) });
    expect(verdictSchema.parse(verdict)).toEqual(verdict);
    expect(verdict).toMatchObject({
      trajectoryId: run.id,
      judge: "test",
      level: "trajectory",
      outcome: "success",
      stepCount: 3,
      usage: { calls: 0, costUsd: 0 },
      createdAt: "1970-01-01T00:00:00.000Z",
    });
  });

  test("does not ask a judge for what the trajectory lacks", async () => {
    const judge = judgeOf({
      requires: ["requests"],
      judge: async () => {
        throw new Error("asked");
      },
    });
    const verdict = await judgeTrajectory(kettleRun(), judge);
    expect(verdict).toMatchObject({
      outcome: null,
      missing: ["requests"],
      error: { kind: "missing-evidence", message: expect.stringContaining("requests") },
    });
  });

  test("refuses an option that there is not, where no compiler does", () => {
    const misspelt: object = { options: { strict: true } };
    expect(() => prepareJudge(judgeOf(), misspelt)).toThrow(/"options" is none.*judgeOptions/);
  });

  test("lists what a judge would have used", async () => {
    const verdict = await judgeTrajectory(kettleRun(), judgeOf({ uses: ["actions", "ocr"] }));
    expect(verdict.missing).toEqual(["ocr"]);
  });

  test("with an OCR engine, OCR text is there for a judge that uses it, and is part of its version", async () => {
    const engine = readingAlways("Kettle 9.99");
    let read = "";
    const judge = judgeOf({
      uses: ["ocr"],
      judge: async (view, { evidence }) => {
        const { texts } = await evidence.frameTexts(view, await evidence.frames(view, "last"));
        read = texts.map(({ text }) => text).join();
        return yes;
      },
    });
    const verdict = await judgeTrajectory(kettleRun(), judge, { ocr: engine });
    expect(read).toBe("Kettle 9.99");
    expect(verdict).not.toHaveProperty("missing");
    const [without, withOne, withOther] = [undefined, engine, readingAlways("x", "other")].map((ocr) =>
      prepareJudge(judge, { ocr }),
    );
    expect(withOne?.ocr).toBe("always");
    expect(new Set([without?.version, withOne?.version, withOther?.version]).size).toBe(3);
  });

  test("a click that is only a point is named by OCR for a model, and nothing is read for a judge without one", async () => {
    const steps = [
      {
        index: 0,
        observation: kettleRun().steps[0]?.observation ?? {},
        action: { type: "click" as const, target: { point: [3, 3] as [number, number] } },
      },
    ];
    const engine = readingAlways("Buy");
    let shown = "";
    const looking = judgeOf({
      uses: ["actions"],
      judge: async (view, { evidence }) => {
        shown = `${evidence.actions(view)} / ${evidence.history(view, { thoughts: false, urls: false })}`;
        return yes;
      },
    });
    await judgeTrajectory(kettleRun({ steps }), looking, { ocr: engine });
    expect([shown, engine.reads]).toEqual(["1. click on the point (3, 3) / 1. click on the point (3, 3)", 0]);
    const model: ModelClient = {
      ref: "x:y",
      vision: true,
      generate: () => Promise.reject(new Error("asked")),
    };
    const asking = defineJudge({ ...looking, roles: ["text"] });
    await judgeTrajectory(kettleRun({ steps }), asking, { ocr: engine, models: { text: model } });
    const named = '1. click on the point (3, 3), where it says "Buy"';
    expect(shown).toBe(`${named} / ${named}`);
  });

  test("shows a judge nothing of the truth, of the reader's extras, or of where the run came from", async () => {
    let seen: object = {};
    const judge = judgeOf({
      judge: async (view) => {
        seen = view;
        return yes;
      },
    });
    await judgeTrajectory(
      kettleRun({
        task: { instruction: "x", reference: { answer: "SECRET" } },
        extra: { score: "SECRET" },
        source: { format: "hand", path: "/SECRET" },
      }),
      judge,
    );
    expect(JSON.stringify(seen)).not.toContain("SECRET");
    expect(seen).toHaveProperty("steps");
  });

  test("a bug in a judge is an unscored verdict that says so", async () => {
    const judge = judgeOf({ judge: () => Promise.reject(new TypeError("x is not a function")) });
    expect(await judgeTrajectory(kettleRun(), judge)).toMatchObject({
      outcome: null,
      error: { kind: "judge", message: "judge test failed: x is not a function" },
    });
  });

  test("what is no judgement is a bug in the judge", async () => {
    const judge = judgeOf({ judge: () => Promise.resolve(JSON.parse('{"outcome": "great"}')) });
    expect(await judgeTrajectory(kettleRun(), judge)).toMatchObject({
      outcome: null,
      error: { kind: "judge" },
    });
  });

  test("a model's failure keeps its kind", async () => {
    const judge = judgeOf({ judge: () => Promise.reject(new ModelError("timeout", "too long")) });
    expect(await judgeTrajectory(kettleRun(), judge)).toMatchObject({ error: { kind: "timeout" } });
  });

  test.each([new InputError("no key"), new BudgetReached("spent")])("%s ends the run", async (error) => {
    const judge = judgeOf({ judge: () => Promise.reject(error) });
    await expect(judgeTrajectory(kettleRun(), judge)).rejects.toBe(error);
  });

  test("an abort ends the run with its reason, even when the judge hides it", async () => {
    const controller = new AbortController();
    const judge = judgeOf({
      judge: async () => {
        controller.abort(new Error("enough"));
        return yes;
      },
    });
    await expect(judgeTrajectory(kettleRun(), judge, { signal: controller.signal })).rejects.toThrow(
      "enough",
    );
  });
});

describe("prepareJudge", () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      "an unknown option",
      () => prepareJudge(judgeOf(), { judgeOptions: { lax: true } }),
      /judge test: options: .*lax/,
    ],
    [
      "a missing model",
      () => prepareJudge(judgeOf({ roles: ["vision"] })),
      /needs a model for role "vision"/,
    ],
    [
      "a level that it does not know",
      () => prepareJudge(judgeOf({ levels: ["trajectory"] }), { level: "step" }),
      /judges at level trajectory, not step/,
    ],
    [
      "a prompt that there is not",
      () => prepareJudge(judgeOf({ prompts: ["no/such"] })),
      /no\/such\.md: cannot be read/,
    ],
    [
      "a reference of no known form",
      () => prepareJudge(judgeOf({ roles: ["text"] }), { models: { text: "gpt" } }),
      /the forms are/,
    ],
  ])("refuses %s before anything is judged", (_what, prepare, message) => {
    expect(prepare).toThrow(InputError);
    expect(prepare).toThrow(message);
  });

  test("knows a verdict's key before it is judged", async () => {
    const run = kettleRun();
    const prepared = prepareJudge(judgeOf());
    const digest = await trajectoryDigest(run);
    const key = prepared.keyOf(digest);
    expect((await prepared.run(run)).key).toBe(key);
    expect(key).toBe(verdictKey(digest, prepared.version, {}, "trajectory"));
  });

  const model = (ref: string): ModelClient => ({
    ref,
    vision: true,
    generate: () => Promise.reject(new Error()),
  });
  const withRole = judgeOf({ roles: ["text"] });

  test("the key is another one for other content, model, level, sample and version, and not for another secret", async () => {
    const base = { models: { default: model("a") }, secret: "1" };
    const digest = await trajectoryDigest(kettleRun());
    const otherDigest = await trajectoryDigest(kettleRun({ answer: "other" }));
    const keys = [
      prepareJudge(withRole, base).keyOf(digest),
      prepareJudge(withRole, { ...base, secret: "2" }).keyOf(digest),
      prepareJudge(withRole, base).keyOf(otherDigest),
      prepareJudge(withRole, { ...base, models: { default: model("b") } }).keyOf(digest),
      prepareJudge(withRole, { ...base, level: "step" }).keyOf(digest),
      prepareJudge(withRole, { ...base, sample: 1 }).keyOf(digest),
      prepareJudge(withRole, { ...base, judgeOptions: { strict: true } }).keyOf(digest),
    ];
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(keys.length - 1);
  });

  test("the version follows code, options, prompts and files, and defaults count as stated", () => {
    const version = (changes: Partial<JudgeDefinition<z.ZodType>>, judgeOptions = {}) =>
      prepareJudge(judgeOf(changes), { judgeOptions }).version;
    const versions = [
      version({}),
      version({}, { strict: false }),
      version({}, { strict: true }),
      version({ codeVersion: 2 }),
      version({ files: { weights: "abc" } }),
      version({ prompts: ["end-to-end/step"] }),
    ];
    expect(versions[1]).toBe(versions[0]);
    expect(new Set(versions).size).toBe(versions.length - 1);
  });
});

describe("at step level", () => {
  const at = (judge: ReturnType<typeof judgeOf>, run: Trajectory = kettleRun()) =>
    judgeTrajectory(run, judge, { level: "step" });

  test("one successful step makes the run a success; the score is the share of useful steps", async () => {
    expect(await at(classes("progress", "no-progress", "success"))).toMatchObject({
      outcome: "success",
      score: 2 / 3,
      reasoning: "is success",
      steps: [
        { index: 0, class: "progress", reason: "is progress" },
        { index: 1, class: "no-progress", reason: "is no-progress" },
        { index: 2, class: "success", reason: "is success" },
      ],
    });
  });

  test("no successful step makes it a failure", async () => {
    expect(await at(classes("progress", "no-progress", "no-progress"))).toMatchObject({
      outcome: "failure",
      score: 1 / 3,
    });
  });

  test("a step without an answer leaves the outcome open", async () => {
    expect(await at(classes("progress", "unread", "no-progress"))).toMatchObject({
      outcome: null,
      score: null,
      rawText: "hm",
      error: { kind: "unreadable-answer" },
      steps: [{ class: "progress" }, { class: null, reason: "unread" }, { class: "no-progress" }],
    });
  });

  test("but not when another step is a success", async () => {
    const verdict = await at(classes("progress", "unread", "success"));
    expect(verdict).toMatchObject({ outcome: "success", score: null });
    expect(verdict).not.toHaveProperty("error");
  });

  test("after the model is down, the steps that were not yet asked are not asked", async () => {
    const { steps } = kettleRun();
    const six = kettleRun({ steps: [...steps, ...steps].map((step, index) => ({ ...step, index })) });
    const asked = classes("down", "progress", "progress", "progress", "success", "success");
    const verdict = await at(asked, six);
    expect(verdict).toMatchObject({ outcome: null, error: { kind: "provider" } });
    expect(verdict.steps?.map((step) => step.class)).toEqual([
      null,
      "progress",
      "progress",
      "progress",
      null,
      null,
    ]);
    expect(verdict.steps?.at(-1)?.reason).toMatch(/^not asked/);
  });

  test("a run without steps is unscored", async () => {
    expect(await at(classes(), kettleRun({ steps: [] }))).toMatchObject({
      outcome: null,
      error: { kind: "missing-evidence" },
    });
  });
});

describe("defineJudge", () => {
  test.each([
    [{ id: "no spaces" }, /id: must be a word/],
    [{ levels: [] }, /levels/],
    [{ summary: "" }, /summary/],
  ])("refuses %j", (changes, message) => {
    expect(() => judgeOf(changes)).toThrow(message);
  });

  test("refuses the step level without a way to judge a step", () => {
    const { judgeStep: _judgeStep, ...rest } = judgeOf();
    expect(() => defineJudge(rest)).toThrow(/"step" needs a judgeStep/);
  });
});

import { describe, expect, test } from "vitest";
import { type Judgement, outcomes } from "../trajectory/index.ts";
import { readAnswer, stepFormat, verdictFormat } from "./answers.ts";
import { listFormat, ratingFormat } from "./part-answers.ts";
import { requirementsFormat } from "./requirements-answer.ts";
import { rewardBenchFormat } from "./reward-bench-answer.ts";

const verdict = (answer: { text?: string; object?: unknown }) =>
  readAnswer(verdictFormat(3), { text: "", ...answer });
const step = (answer: { text?: string; object?: unknown }) => readAnswer(stepFormat, { text: "", ...answer });

describe("a verdict", () => {
  test("is read from the object", () => {
    const object = {
      reasoning: "No filter.",
      outcome: "failure",
      score: 0.1,
      failure: { step: 2, category: "wrong-filter" },
    };
    expect(verdict({ object })).toEqual({
      value: {
        outcome: "failure",
        score: 0.1,
        reasoning: "No filter.",
        failure: { step: 1, category: "wrong-filter" },
      } satisfies Judgement,
    });
  });

  test.each([
    ["a score off the scale", { outcome: "success", score: 80 }, { outcome: "success", score: null }],
    ["a missing reasoning", { outcome: "Success" }, { outcome: "success", reasoning: "" }],
    [
      "a failure of a success",
      { outcome: "success", failure: { step: 1, category: "wrong-filter" } },
      { outcome: "success" },
    ],
    [
      "other fields of wrong types",
      { outcome: "unsure", reasoning: 3, failure: "no" },
      { outcome: "unsure" },
    ],
  ])("survives %s", (_what, object, wanted) => {
    expect(verdict({ object })).toMatchObject({ value: wanted });
    expect(verdict({ object })).not.toHaveProperty("value.failure");
  });

  test("names no step that the run does not have", () => {
    const object = { outcome: "failure", failure: { step: 9, category: "wrong-filter" } };
    expect(verdict({ object })).toMatchObject({ value: { failure: { category: "wrong-filter" } } });
    expect(verdict({ object })).not.toHaveProperty("value.failure.step");
  });

  test("says why an object is of no use", () => {
    expect(verdict({ object: { outcome: "maybe" } })).toEqual({
      reason: `outcome must be one of ${outcomes.join(", ")}, saw "maybe"`,
    });
    expect(verdict({ object: {} })).toEqual({ reason: "the answer holds no outcome" });
  });

  test("is read from an object in a fence, with all its fields", () => {
    const text =
      'Here:\n```json\n{"reasoning": "r", "outcome": "failure", "failure": {"step": 3, "category": "Wrong filter"}}\n```';
    expect(verdict({ text })).toMatchObject({
      value: { outcome: "failure", failure: { step: 2, category: "wrong-filter" } },
    });
  });

  test("is read from words", () => {
    expect(verdict({ text: "Thoughts: fine.\nStatus: success" })).toEqual({
      value: { outcome: "success", score: null, reasoning: "fine." },
    });
  });
});

describe("a step's class", () => {
  test.each([
    [{ object: { reasoning: "r", class: "progress" } }, "progress"],
    [{ object: { class: "No progress" } }, "no-progress"],
    [{ text: "It helped.\nClass: progress" }, "progress"],
    [{ text: "**Class:** `no-progress`" }, "no-progress"],
    [{ text: '```\n{"class": "success"}\n```' }, "success"],
  ])("is read from %j", (answer, wanted) => {
    expect(step(answer)).toMatchObject({ value: { class: wanted } });
  });

  test.each([
    [{ object: { class: "great" } }, /class must be one of/],
    [{ text: "It made progress." }, /states no class/],
    [{ text: "Class: progress or no-progress" }, /ambiguous/],
  ])("is not read from %j", (answer, reason) => {
    expect(step(answer)).toEqual({ reason: expect.stringMatching(reason) });
  });
});

test("a failure in words of the model's own is of category other, not lost", () => {
  const object = { outcome: "failure", failure: { step: 1, category: "clicked too much" } };
  expect(readAnswer(verdictFormat(3), { text: "", object })).toMatchObject({
    value: { failure: { step: 0, category: "other" } },
  });
});

describe("a verdict by requirements", () => {
  const read = (object: object, extraction = false) => {
    const result = readAnswer(requirementsFormat(4, extraction), { text: "", object });
    return "value" in result ? result.value : result;
  };
  const requirement = (passed: boolean | null) => ({ text: "a", evidence: [], passed });

  test.each<[string, (boolean | null)[], string]>([
    ["success when all hold", [true, true], "success"],
    ["failure when one does not", [true, false, null], "failure"],
    ["unsure when one is open and none has failed", [true, null], "unsure"],
  ])("is %s", (_name, passed, outcome) => {
    expect(read({ requirements: passed.map(requirement), blocked: false })).toMatchObject({ outcome });
  });

  test("is blocked when something outside the agent's control is named", () => {
    expect(read({ requirements: [requirement(false)], blocked: true })).toMatchObject({ outcome: "blocked" });
  });

  test("keeps the evidence of each requirement", () => {
    const evidence = [{ kind: "request", ref: 3, quote: "max=50" }];
    expect(read({ requirements: [{ text: "up to 50", evidence, passed: true }] })).toMatchObject({
      requirements: [
        { text: "up to 50", passed: true, evidence: [{ kind: "request", ref: "3", quote: "max=50" }] },
      ],
    });
  });

  test("with delivery, reaching the page is not enough", () => {
    expect(read({ requirements: [requirement(true)], delivered: false }, true)).toMatchObject({
      outcome: "failure",
      aspects: { navigation: true, extraction: false },
    });
  });

  test("without a requirement it is not read", () => {
    expect(read({ requirements: [] })).toHaveProperty("reason");
  });
});

describe("AgentRewardBench's four answers", () => {
  test("are the outcome and three aspects, in the words of many models", () => {
    const object = { success: "Yes", side_effect: "no", optimality: "3", looping: false, reasoning: "r" };
    expect(readAnswer(rewardBenchFormat, { text: "", object })).toEqual({
      value: {
        outcome: "success",
        score: null,
        reasoning: "r",
        aspects: { sideEffect: false, optimality: 3, looping: false },
      },
    });
  });

  test("an optimality off the scale is open, and the rest stays", () => {
    const object = { success: "failure", side_effect: true, optimality: 9, looping: "yes" };
    expect(readAnswer(rewardBenchFormat, { text: "", object })).toMatchObject({
      value: { outcome: "failure", aspects: { sideEffect: true, optimality: null, looping: true } },
    });
  });
});

describe("parts of a protocol", () => {
  test("a rating is read from object and text, and from nothing else", () => {
    expect(readAnswer(ratingFormat, { text: "", object: { reasoning: "r", rating: 4 } })).toEqual({
      value: { rating: 4, reason: "r" },
    });
    expect(
      readAnswer(ratingFormat, { text: "**Reasoning**: it shows 12 lamps.\n**Score**: 3" }),
    ).toMatchObject({
      value: { rating: 3 },
    });
    expect(readAnswer(ratingFormat, { text: "There are 4 lamps." })).toHaveProperty("reason");
    expect(readAnswer(ratingFormat, { text: "", object: { rating: 7 } })).toHaveProperty("reason");
  });

  test("points are read from object and from bullets", () => {
    expect(readAnswer(listFormat, { text: "", object: { points: ["a", "b"] } })).toEqual({
      value: ["a", "b"],
    });
    expect(readAnswer(listFormat, { text: "Points:\n1. lamps\n2) up to $50\n- green" })).toEqual({
      value: ["lamps", "up to $50", "green"],
    });
    expect(readAnswer(listFormat, { text: "none" })).toHaveProperty("reason");
  });
});

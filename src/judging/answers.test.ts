import { describe, expect, test } from "vitest";
import { type Judgement, outcomes } from "../trajectory/index.ts";
import { readAnswer, stepFormat, verdictFormat } from "./answers.ts";

const verdict = (answer: { text?: string; object?: unknown }) =>
  readAnswer(verdictFormat(3), { text: "", ...answer });
const step = (answer: { text?: string; object?: unknown }) => readAnswer(stepFormat, { text: "", ...answer });

describe("a verdict", () => {
  test("is read from the object", () => {
    const object = {
      reasoning: "No filter.",
      outcome: "failure",
      score: 0.1,
      failure: { step: 2, category: "filter not set" },
    };
    expect(verdict({ object })).toEqual({
      value: {
        outcome: "failure",
        score: 0.1,
        reasoning: "No filter.",
        failure: { step: 1, category: "filter not set" },
      } satisfies Judgement,
    });
  });

  test.each([
    ["a score off the scale", { outcome: "success", score: 80 }, { outcome: "success", score: null }],
    ["a missing reasoning", { outcome: "Success" }, { outcome: "success", reasoning: "" }],
    [
      "a failure of a success",
      { outcome: "success", failure: { step: 1, category: "x" } },
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
    const object = { outcome: "failure", failure: { step: 9, category: "x" } };
    expect(verdict({ object })).toMatchObject({ value: { failure: { category: "x" } } });
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
      'Here:\n```json\n{"reasoning": "r", "outcome": "failure", "failure": {"step": 3, "category": "c"}}\n```';
    expect(verdict({ text })).toMatchObject({
      value: { outcome: "failure", failure: { step: 2, category: "c" } },
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

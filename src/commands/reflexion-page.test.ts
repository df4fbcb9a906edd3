/** What `reflexion` prints: lines that fit, foreign words made harmless, and sentences that claim no more than is shown. */
import pico from "picocolors";
import { describe, expect, test } from "vitest";
import { type Told, task } from "../../test/fixtures/trials.ts";
import { noUsage } from "../judging/index.ts";
import {
  type ReflexionRecord,
  type ReflexionReport,
  reflexionReport,
  rewardRules,
  type TrialRecord,
} from "../refine/index.ts";
import { widthOf } from "../terminal/index.ts";
import { reflexionMeaning } from "./reflexion-meaning.ts";
import { reflexionPage } from "./reflexion-page.ts";
import { reflexionLine } from "./reflexion-progress.ts";

const usage = { actor: noUsage, evaluator: noUsage, reflector: noUsage };

function recordOf(evaluator: string, more: Partial<ReflexionRecord> = {}): ReflexionRecord {
  return {
    schema: "trajudge/reflexion@1",
    package: "test",
    configuration: {
      environment: "bazaar",
      actor: { name: "scripted" },
      settings: {},
      evaluator: { id: evaluator, version: "v", options: {}, models: {}, prompts: {} },
      level: "trajectory",
      rewards: rewardRules(),
      reflector: { name: "template", version: "v" },
      trials: 3,
      memory: { reflections: 3, characters: 1000 },
      undecided: { unsure: "retry", blocked: "stop", unscored: "retry" },
    },
    startedAt: "",
    finishedAt: null,
    status: "complete",
    tasks: ["a"],
    counts: { tasks: 1, finished: 1, trials: 1, unscored: 0 },
    faults: [],
    usage,
    unrecordedUsage: usage,
    ...more,
  };
}

const [yes, no] = ["success", "failure"] as const;
const many = (count: number, ...told: Told[]): TrialRecord[] =>
  Array.from({ length: count }, (_unused, i) => task(`${told.join()} ${i}`, ...told)).flat();

const mixed = [
  ...many(12, [yes, yes]),
  ...many(4, [yes, no], [no, no], [no, no]),
  ...many(9, [no, no], [yes, yes]),
  ...many(5, [no, yes]),
  ...many(2, [no, "unsure"], [no, null], [no, no]),
];

function pageOf(report: ReflexionReport, record: ReflexionRecord, columns = 80): string[] {
  return reflexionPage(record, report, "runs/x", { colors: pico.createColors(false), columns });
}

test.each([80, 120])("at %i columns every line fits", (columns) => {
  const lines = pageOf(reflexionReport(mixed, 3), recordOf("caption-then-reason"), columns);
  expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
});

test("shows each round by the oracle and by the evaluator, the costs, and what was not decided", () => {
  const text = pageOf(reflexionReport(mixed, 3), recordOf("offline")).join("\n");
  expect(text).toMatch(/ {4}1 {2}oracle +50\.0 % +\[33\.\d, 66\.\d\] +32/);
  expect(text).toMatch(/ {4}3 {2}oracle +65\.6 % .*\+15\.6/);
  expect(text).toMatch(/false negatives +4 +100\.0 %.*12\.5 %.*lost/);
  expect(text).toMatch(/false positives +5 .*missed/);
  expect(text).toContain("Trials that were not decided, in no rate of the evaluator: 2 unsure, 2 unscored.");
});

test("says how many tasks of the loop are open, whichever start asked for them", () => {
  const counts = { tasks: 40, finished: 32, trials: 50, unscored: 0 };
  const text = pageOf(reflexionReport(mixed, 3), recordOf("offline", { counts })).join("\n");
  expect(text).toContain("8 tasks not finished: in no rate.");
});

test("with the oracle as evaluator there is one line a round and no table of errors", () => {
  const trials = [...many(3, [yes, yes]), ...many(3, [no, no], [yes, yes])];
  const text = pageOf(reflexionReport(trials, 2), recordOf("oracle")).join("\n");
  expect(text.match(/oracle/g)).toHaveLength(3);
  expect(text).not.toContain("false negatives");
});

test("without an oracle the evaluator's word stands alone, and calibrate is not offered", () => {
  const text = pageOf(reflexionReport(many(4, [null, yes]), 1), recordOf("offline")).join("\n");
  expect(text).not.toContain("oracle");
  expect(text).not.toContain("calibrate");
  expect(text).toMatch(/ {4}1 {2}offline +100\.0 %/);
});

test("foreign names and messages are printed without escapes", () => {
  const faults = [{ taskId: "a\u001b[2J", trial: 0, message: "crashed \u001b]0;x\u0007 here" }];
  const text = pageOf(reflexionReport(mixed, 3), recordOf("evil\u001b[31m", { faults })).join("\n");
  expect(text).not.toContain("\u001b");
  expect(text).toContain("Not played: a, trial 1: crashed here");
});

describe("sentences", () => {
  const sentences = (trials: readonly TrialRecord[], rounds = 2): string =>
    reflexionMeaning(reflexionReport(trials, rounds), "offline").join(" ");

  test("a clear gain is a gain, a small one is not shown", () => {
    expect(sentences([...many(20, [no, no], [yes, yes]), ...many(20, [yes, yes])])).toContain(
      "Trying again won 50.0 points",
    );
    expect(sentences([...many(1, [no, no], [yes, yes]), ...many(20, [yes, yes])])).toContain(
      "Whether trying again helps is not shown",
    );
  });

  test("a loop that loses says so, and that the evaluator counts otherwise", () => {
    const text = sentences([...many(20, [yes, no], [no, yes]), ...many(5, [yes, yes])]);
    expect(text).toContain("Trying again lost 80.0 points");
    expect(text).toMatch(
      /At the end offline says 80\.0 points \[6\d\.\d, 9\d\.\d\] more success than there is, on the 25 tasks that both decide\./,
    );
  });

  test("the evaluator's word is held against the oracle's on the tasks that both decide", () => {
    // Where it decides, it is right: it only left the failures open.
    const text = sentences([...many(10, [yes, yes]), ...many(10, [no, "unsure"])], 1);
    expect(text).toContain("At the end offline and the oracle count alike on the 10 tasks that both decide.");
  });

  test("which error costs more follows from how failures end that are tried again, where that is sure", () => {
    expect(sentences([...many(30, [no, no], [yes, yes]), ...many(3, [no, no], [no, no])])).toContain(
      "accepting a failure costs more",
    );
    expect(sentences([...many(3, [no, no], [yes, yes]), ...many(30, [no, no], [no, no])])).toContain(
      "sending a success back costs more",
    );
    expect(sentences([...many(3, [no, no], [yes, yes]), ...many(3, [no, no], [no, no])])).toContain(
      "which error costs more is not shown",
    );
  });

  test("a success that was left open and lost is named; nothing finished is said as such", () => {
    expect(sentences(task("a", [yes, "unsure"], [no, no]))).toContain(
      "1 success that the evaluator left open",
    );
    expect(sentences([])).toBe("No task was finished yet.");
  });
});

test("the progress line counts tasks, trials, cost and the time that is left", () => {
  const progress = {
    tasks: 40,
    finished: 10,
    trials: 25,
    fresh: 10,
    accepted: 8,
    unscored: 1,
    usage: { ...noUsage, costUsd: 0.42 },
  };
  expect(reflexionLine(progress, { before: 5, elapsedMs: 20_000, showCost: true })).toBe(
    "10 of 40 tasks (25 %) · 25 trials · 0.50/s · 1 unscored · $0.42 · 2 min 00 s left",
  );
  expect(reflexionLine(progress, { before: 10, elapsedMs: 20_000, showCost: false })).toBe(
    "10 of 40 tasks (25 %) · 25 trials · 0.50/s · 1 unscored",
  );
});

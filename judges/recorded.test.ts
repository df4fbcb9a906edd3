import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judgeTrajectory, prepareJudge } from "../src/judging/index.ts";
import { InputError } from "../src/trajectory/index.ts";
import { kettleRun } from "../test/fixtures/trajectories.ts";
import { resolveJudge } from "./index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trajudge-recorded-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const id = kettleRun().id;
function write(...lines: (object | string)[]): string {
  const path = join(folder, "answers.jsonl");
  writeFileSync(
    path,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return `recorded:${path}`;
}
const verdictOf = async (spec: string) => judgeTrajectory(kettleRun(), await resolveJudge(spec));

describe("recorded", () => {
  test("answers with the outcome of a trajectory's line", async () => {
    const spec = write(
      { trajectoryId: "other", outcome: "failure" },
      { trajectoryId: id, outcome: "success", score: 0.7, reasoning: "r" },
    );
    expect(await verdictOf(spec)).toMatchObject({
      judge: "recorded:answers",
      outcome: "success",
      score: 0.7,
      reasoning: "r",
      usage: { calls: 0, costUsd: 0 },
    });
  });

  test("reads the raw text of a judge", async () => {
    const spec = write({ id, judge: "webjudge", text: "Thoughts: no.\nStatus: failure" });
    expect(await verdictOf(spec)).toMatchObject({
      judge: "recorded:webjudge",
      outcome: "failure",
      reasoning: "no.",
    });
  });

  test("a text without an outcome is unscored and kept", async () => {
    const spec = write({ id, text: "Well done." });
    expect(await verdictOf(spec)).toMatchObject({
      outcome: null,
      rawText: "Well done.",
      error: { kind: "unreadable-answer" },
    });
  });

  test("an outcome that was recorded as null is unscored", async () => {
    expect(await verdictOf(write({ id, outcome: null }))).toMatchObject({
      outcome: null,
      error: { kind: "unreadable-answer" },
    });
  });

  test("a trajectory without a line is unscored", async () => {
    expect(await verdictOf(write({ id: "other", outcome: "success" }))).toMatchObject({
      outcome: null,
      error: { kind: "not-recorded" },
    });
  });

  const two = [
    { id, judge: "a", outcome: "success" },
    { id, judge: "b", outcome: "failure" },
  ];

  test("chooses among several judges", async () => {
    expect(await verdictOf(`${write(...two)}#b`)).toMatchObject({ judge: "recorded:b", outcome: "failure" });
  });

  test.each([
    ["several judges and no choice", "", /holds 2 judges; choose one: recorded:.*#a, recorded:.*#b/],
    ["a judge that it does not hold", "#c", /holds no judge "c"; it holds recorded:.*#a/],
  ])("refuses %s", async (_what, suffix, message) => {
    const spec = write(...two) + suffix;
    await expect(resolveJudge(spec)).rejects.toThrow(InputError);
    await expect(resolveJudge(spec)).rejects.toThrow(message);
  });

  test.each([
    ["a line that is no JSON", ["{"], /answers\.jsonl:1: no JSON/],
    ["a line without an id", [{ outcome: "success" }], /answers\.jsonl:1: needs a trajectoryId or an id/],
    ["a line without an answer", [{ id }], /needs an outcome or a text/],
    ["an unknown outcome", [{ id, outcome: "great" }], /:1: outcome: .*saw "great"/],
    [
      "two answers for one trajectory",
      [
        { id, outcome: "success" },
        { id, outcome: "failure" },
      ],
      /:2: a second answer .*line 1/,
    ],
  ])("refuses %s", async (_what, lines, message) => {
    await expect(resolveJudge(write(...lines))).rejects.toThrow(message);
  });

  test("refuses a file that there is not", async () => {
    await expect(resolveJudge(`recorded:${folder}/none.jsonl`)).rejects.toThrow(
      /none\.jsonl: cannot be read/,
    );
  });

  test("another content is another version, another place is not", async () => {
    const version = async (spec: string) => prepareJudge(await resolveJudge(spec)).version;
    const first = await version(write({ id, outcome: "success" }));
    expect(await version(write({ id, outcome: "failure" }))).not.toBe(first);
    expect(await version(write({ id, outcome: "success" }))).toBe(first);
  });
});

const realData = process.env["TRAJUDGE_REALDATA"];
describe.skipIf(!realData)("on real judge answers (needs TRAJUDGE_REALDATA)", () => {
  const file = join(realData ?? "", "webjudge-arb/verdict-texts.jsonl");

  test("three judges' answers of 914 runs can be told apart and read", async () => {
    await expect(resolveJudge(`recorded:${file}`)).rejects.toThrow(/holds 3 judges/);
    const judge = await resolveJudge(`recorded:${file}#webjudge_gpt4o`);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const own = lines.map((line) => JSON.parse(line)).filter((line) => line.judge === "webjudge_gpt4o");
    const prepared = prepareJudge(judge);
    const verdicts = await Promise.all(own.map((line) => prepared.run(kettleRun({ id: line.id }))));
    expect(verdicts.filter((verdict) => verdict.outcome === null)).toEqual([]);
    expect(verdicts).toHaveLength(58);
  });
});

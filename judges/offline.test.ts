/** The offline judge: its reasons can be followed, it always decides, and it beats a constant where it was not tuned. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { calibrate } from "../calibration/index.ts";
import { readTrajectories } from "../src/formats/index.ts";
import { judgeTrajectory, prepareJudge } from "../src/judging/index.ts";
import type { Trajectory } from "../src/trajectory/index.ts";
import { kettleRun } from "../test/fixtures/trajectories.ts";
import { arbNativeLines, arbPairs, realdata } from "../test/realdata.ts";
import { folderWith } from "../test/run-files.ts";
import { offline } from "./offline.ts";

const judge = (changes: Partial<Trajectory>) => judgeTrajectory(kettleRun(changes), offline);

describe("its reasons", () => {
  test("a run that ended by itself with an answer is a success, with every reason and its weight", async () => {
    const verdict = await judge({});
    expect(verdict.outcome).toBe("success");
    expect(verdict.reasoning.split("\n")).toContain("+0.4 ended by itself, with an answer");
    for (const line of verdict.reasoning.split("\n")) expect(line).toMatch(/^[+−]\d\.\d \S/);
  });

  test.each<[string, Partial<Trajectory>, string]>([
    ["the step limit", { stop: "step-limit" }, "ran into the step limit"],
    ["an error", { stop: "error" }, "ended with an error"],
    ["an admission", { answer: "I was unable to find a kettle." }, "unable to"],
    ["giving up", { stop: "infeasible", answer: "There is none." }, "gave the task up"],
  ])("%s is a failure, and says why", async (_name, changes, reason) => {
    const verdict = await judge(changes);
    expect(verdict.outcome).toBe("failure");
    expect(verdict.reasoning).toContain(reason);
  });

  test("a question without an answer is a failure", async () => {
    const { answer: _answer, ...rest } = kettleRun({
      task: { instruction: "How much is the cheapest kettle?" },
      stop: "unknown",
    });
    const verdict = await judgeTrajectory(rest, offline);
    expect(verdict.outcome).toBe("failure");
    expect(verdict.reasoning).toContain("none was given");
  });

  test("an answer whose numbers no page shows scores lower than one whose numbers are there", async () => {
    const final = { url: "https://shop.test/basket", text: "Basket: kettle 9.99" };
    const seen = await judge({ final, answer: "The kettle for 9.99 is in the basket." });
    const invented = await judge({ final, answer: "The kettle for 7.49 is in the basket." });
    expect(invented.score ?? 1).toBeLessThan(seen.score ?? 0);
  });

  test("decides a run without any step, and does not read the agent's thoughts", async () => {
    const empty = await judge({ steps: [] });
    expect(empty.outcome).not.toBeNull();
    const run = kettleRun();
    const thoughtful = run.steps.map((step) => ({ ...step, thought: "I failed, I am unable to do this." }));
    const [plain, claimed] = await Promise.all([judge({}), judge({ steps: thoughtful })]);
    expect(claimed.score).toBe(plain.score);
  });
});

/** The half of the tasks that the weights were not set on. */
const isHeldOut = (taskId: string): boolean =>
  (createHash("sha256").update(taskId).digest().at(-1) ?? 0) % 2 === 1;

describe.skipIf(realdata === undefined)("on webjudge-arb without captions (needs TRAJUDGE_REALDATA)", () => {
  test("on the half of the tasks that was not looked at κ is above 0.3 at full coverage", async () => {
    const prepared = prepareJudge(offline);
    const people = new Map((arbPairs()["rule-based"] ?? []).map((pair) => [pair.id, pair]));
    const pairs = [];
    const folder = await folderWith({ "arb.jsonl": arbNativeLines({ captions: false }) });
    for await (const run of readTrajectories(folder)) {
      const person = people.get(run.id);
      if (person === undefined || !isHeldOut(run.task.id ?? "")) continue;
      pairs.push({ ...person, judge: (await prepared.run(run)).outcome });
    }
    const { n, unscored, judgeUnsure, kappa, agreement } = calibrate(pairs);
    expect(n).toBeGreaterThan(280);
    expect(unscored + judgeUnsure).toBe(0);
    expect(kappa.value ?? 0).toBeGreaterThan(0.3);
    expect(kappa.value).toBeCloseTo(0.484, 2);
    expect(agreement.value).toBeCloseTo(0.789, 2);
  });
});

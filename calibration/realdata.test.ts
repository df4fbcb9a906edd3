/** The published figures, from the published files. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  type AnnotationAspect,
  agentEPairs,
  annotations,
  arbPairs,
  realdata,
  requirementPairs,
  webbenchPairs,
  webjudgePairs,
} from "../test/realdata.ts";
import { calibrate } from "./calibrate.ts";
import type { CalibrationDocument } from "./document.ts";
import { gate } from "./gate.ts";
import { humanCeiling, pairsOfRaters } from "./human.ts";
import { calibrateJudges, type JudgesDocument } from "./judges.ts";
import { meaning } from "./meaning.ts";
import { rankingOf } from "./ranking.ts";

const quick = { resamples: 400 };

describe.skipIf(!realdata)("published judge verdicts (needs TRAJUDGE_REALDATA)", () => {
  const rows = [
    ["WebJudge-7B", () => webjudgePairs("webjudge_7B"), [171, 55, 124, 756], 83.82, 0.553, 0],
    ["WebJudge on GPT-4o", () => webjudgePairs("webjudge_gpt4o"), [210, 75, 85, 736], 85.53, 0.6261, 0],
    ["Agent-E, GPT-4", () => agentEPairs("test_eval_gpt4_preview"), [419, 57, 47, 68], 82.4, 0.4565, 51],
    ["Agent-E, vision", () => agentEPairs("vision_eval_gpt4o"), [143, 12, 29, 40], 81.7, 0.5391, 220],
    ["Agent-E, always yes", () => agentEPairs("text_main_chat_eval_gpt4o"), [241, 81, 0, 0], 74.84, 0, 321],
    ["MetaGPT requirements", () => requirementPairs("MetaGPT"), [69, 17, 12, 268], 92.08, 0.7751, 0],
    ["GPT-Pilot requirements", () => requirementPairs("GPT-Pilot"), [142, 28, 21, 175], 86.61, 0.7301, 0],
    ["WebBench", webbenchPairs, [1618, 112, 0, 722], 95.43, 0.8948, 0],
  ] as const;

  test.each(rows)("%s", (_name, read, [tp, fp, fn, tn], agreement, kappa, unscored) => {
    const document = calibrate(read(), quick);
    expect(document.confusion).toEqual({ tp, fp, fn, tn });
    expect(100 * (document.agreement.value ?? 0)).toBeCloseTo(agreement, 2);
    expect(document.kappa.value).toBeCloseTo(kappa, 4);
    expect(document.unscored).toBe(unscored);
  });

  const precisions = [
    ["assistantbench", 80.0, 66.7],
    ["visualwebarena", 66.7, 69.8],
    ["webarena", 77.5, 72.6],
    ["workarena", 100.0, 92.3],
    ["workarena++", 70.0, 75.0],
  ] as const;

  test.each([
    ["webjudge_7B", 1, 75.7],
    ["webjudge_gpt4o", 2, 73.7],
  ] as const)("precision by benchmark of %s", (model, column, overall) => {
    const document = calibrate(webjudgePairs(model), { ...quick, by: ["benchmark"] });
    expect(100 * (document.precision.value ?? 0)).toBeCloseTo(overall, 1);
    const found = document.groups.map(({ value, precision }) => [
      value,
      Number((100 * (precision.value ?? 0)).toFixed(1)),
    ]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(precisions.map((row) => [row[0], row[column]])),
    );
  });

  test("the judge that always says yes is called worthless, and passes no gate on κ", () => {
    const document = calibrate(agentEPairs("text_main_chat_eval_gpt4o"), quick);
    expect(meaning(document)[0]).toBe(
      'The judge always says "success", so it is worthless as a judge: its agreement of 74.8 % is only the share of runs that succeeded, and κ is 0.',
    );
    expect(gate(document, "kappa>=0.01").passed).toBe(false);
  });

  test("people and WebJudge rank four agents: few agents, a wide interval", () => {
    const ranking = rankingOf(webjudgePairs("webjudge_7B"), "agent", quick);
    expect(ranking.agents).toHaveLength(4);
    expect(ranking.kendallTauB.value).not.toBeNull();
    expect((ranking.kendallTauB.high ?? 0) - (ranking.kendallTauB.low ?? 0)).toBeGreaterThan(0.3);
  });
});

describe.skipIf(!realdata)("people against people, AgentRewardBench (needs TRAJUDGE_REALDATA)", () => {
  test.each<[AnnotationAspect, number[], number, number, number, number]>([
    ["trajectory_success", [33, 6, 6, 60], 88.57, 0.7552, 0.7856, 0.7564],
    ["trajectory_side_effect", [4, 3, 1, 98], 96.23, 0.6473, 0.9578, 0.6483],
    ["trajectory_looping", [31, 4, 7, 64], 89.62, 0.7704, 0.8108, 0.7713],
  ])("%s, first row as the reference", (aspect, cells, agreement, kappa, ac1, alpha) => {
    const document = calibrate(pairsOfRaters(annotations(aspect)), quick);
    const { tp, fp, fn, tn } = document.confusion;
    expect([tp, fp, fn, tn]).toEqual(cells);
    expect(100 * (document.agreement.value ?? 0)).toBeCloseTo(agreement, 2);
    expect(document.kappa.value).toBeCloseTo(kappa, 4);
    expect(document.ac1.value).toBeCloseTo(ac1, 4);
    expect(document.alpha.value).toBeCloseTo(alpha, 4);
  });

  test("the ceiling lists seven raters, one of them with a blank before the name", () => {
    const ceiling = humanCeiling(annotations("trajectory_success"), quick);
    expect(ceiling.raters).toContain("H");
    expect(ceiling.trajectories).toBe(1302);
    expect(ceiling.severally).toBe(105);
    expect(ceiling.disagreements).toHaveLength(12);
    expect(ceiling.alpha.value).toBeCloseTo(0.7564, 4);
    expect(ceiling.secondRater.kappa.value).toBeCloseTo(0.7552, 4);
  });
});

describe.skipIf(!realdata)("webjudge-arb, clustered by task (needs TRAJUDGE_REALDATA)", () => {
  let judges: Record<string, CalibrationDocument>;
  let document: JudgesDocument;

  beforeAll(() => {
    document = calibrateJudges(arbPairs(), quick);
    judges = Object.fromEntries(document.judges.map((judge) => [judge.judge, judge]));
  });

  test.each([
    ["webjudge_7B", 547, 85.6, 0.605],
    ["webjudge_o4_mini", 307, 82.1, 0.535],
    ["webjudge_gpt4o", 57, 94.7, 0.825],
    ["rule-based", 563, 86.3, 0.624],
  ])("%s", (name, n, agreement, kappa) => {
    const judge = judges[name];
    expect(judge?.n).toBe(n);
    expect(100 * (judge?.agreement.value ?? 0)).toBeCloseTo(agreement, 1);
    expect(judge?.kappa.value).toBeCloseTo(kappa, 3);
  });

  test("runs of a task are resampled together, and the document says so", () => {
    const { interval, agreement } = judges["webjudge_7B"] ?? {};
    expect(interval).toMatchObject({ clustered: true, proportions: "wilson-clustered" });
    expect(interval?.clusters).toBeLessThan(547);
    expect(agreement?.low).toBeLessThan(0.856);
    expect(agreement?.high).toBeGreaterThan(0.856);
  });

  test("judges that share a protocol err together: three are worth fewer votes", () => {
    const effectiveVotes = document.panel?.effectiveVotes;
    expect(effectiveVotes?.value).toBeGreaterThan(1);
    expect(effectiveVotes?.value).toBeLessThan(4);
  });
});

/** Whole folders of recorded runs, read as a user would. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTrajectories } from "../src/formats/index.ts";
import { arbNativeLines } from "./realdata.ts";
import { collect, folderWith } from "./run-files.ts";

const realData = process.env["TRAJUDGE_REALDATA"] ?? "";

describe.skipIf(realData === "")("recorded runs (need TRAJUDGE_REALDATA)", () => {
  test("564 runs of AgentRewardBench are read as JSON lines, each action with a type", async () => {
    const root = await folderWith({ "arb.jsonl": arbNativeLines() });
    const runs = await collect(readTrajectories(root));
    expect(runs).toHaveLength(564);
    const open = runs.filter(({ final }) => final === undefined);
    const problems = runs.flatMap(({ problems }) => problems ?? []);
    expect(open).toHaveLength(5);
    expect(problems).toEqual(
      open.map(() => ({ where: "final", what: "no state after the last action was recorded" })),
    );
    expect(runs.flatMap(({ steps }) => steps).filter(({ action }) => action.type === "other")).toHaveLength(
      5,
    );
    const ended = runs.filter(({ steps }) => steps.at(-1)?.action.type === "answer");
    expect(ended).toHaveLength(178);
    expect(ended.every(({ answer }) => answer !== undefined)).toBe(true);
  });

  test("a folder of many formats gives the runs of those that are known, and stops at none", async () => {
    const formats = new Map<string, number>();
    for (const { source } of await collect(readTrajectories(join(realData, "runs")))) {
      const format = source?.format ?? "";
      formats.set(format, (formats.get(format) ?? 0) + 1);
    }
    expect(Object.fromEntries(formats)).toMatchObject({ webvoyager: 10, "online-mind2web": 26 });
  });
});

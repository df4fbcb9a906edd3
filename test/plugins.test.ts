/** Judges of one's own, loaded as users load them: a TypeScript file that imports the package by its name. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resolveJudge } from "../judges/index.ts";
import { judgeTrajectory } from "../src/judging/index.ts";
import { packageRoot } from "../src/package-root.ts";
import { trajudge } from "./command-line.ts";
import { kettleRun } from "./fixtures/trajectories.ts";
import { folderWith } from "./run-files.ts";

const example = join(packageRoot, "examples/judges/ends-at.ts");

describe("the example judge", () => {
  test("judges by its own rule", async () => {
    const judge = await resolveJudge(example);
    const at = (path: string) => judgeTrajectory(kettleRun(), judge, { judgeOptions: { path } });
    expect(await at("/basket")).toMatchObject({ judge: "ends-at", outcome: "success" });
    expect(await at("/cart")).toMatchObject({
      outcome: "failure",
      reasoning: "ended at https://shop.test/basket, not as asked",
    });
  });

  test("is unscored where the evidence it requires is missing", async () => {
    const judge = await resolveJudge(example);
    const bare = kettleRun({ steps: [], final: {} });
    const verdict = await judgeTrajectory(bare, judge, { judgeOptions: { path: "/" } });
    expect(verdict.error?.kind).toBe("missing-evidence");
  });

  test("runs from the command line with its option, and refuses one it does not know", async () => {
    const runs = join(packageRoot, "examples/first/trajectories.jsonl");
    const out = await folderWith({});
    const words = ["judge", runs, "--judge", example, "--out", join(out, "run"), "--json"];
    const { code, out: text } = await trajudge(...words, "--option", "path=/basket");
    expect(code).toBe(0);
    expect(JSON.parse(text).groups.map(({ success }: { success: number }) => success)).toEqual([1, 0]);
    const wrong = await trajudge(...words, "--option", "path=/x", "--option", "ends-at:pth=/x");
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("pth");
  });
});

/** `trajudge reflexion` on the Bazaar: three evaluators, a folder that other commands read, and flags that say what is wrong. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageRoot } from "../../src/package-root.ts";
import { trajudge } from "../command-line.ts";
import { describeInChromium } from "./browser.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trajudge-reflexion-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

describe("wrong use is one clear line and exit code 2", () => {
  test.each([
    [["--evaluator", "simulated:0.8"], /expected simulated:SENSITIVITY,SPECIFICITY.*saw "simulated:0\.8"/],
    [["--evaluator", "simulated:2,0.5"], /simulated judge: sensitivity: .*saw 2/],
    [["--evaluator", "oracle", "--option", "x=1"], /--option: oracle has no options, saw "x=1"/],
    [["--evaluator", "nobody"], /judge "nobody": no such judge/],
    [["--actor", "model"], /--actor model: needs a model/],
    [["--reflector", "model"], /--reflector model: needs a model/],
    [["--tasks", "attic"], /the Bazaar has no task "attic"/],
  ])("%j", async (words, message) => {
    const { code, err, out } = await trajudge("reflexion", ...words, "--out", at("wrong"));
    const lines = err.split("\n").filter((line) => !line.startsWith("No model"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(message);
    expect([code, out]).toEqual([2, ""]);
  });
});

describeInChromium("on the Bazaar", () => {
  const words = ["--tasks", "stays-vienna", "help-cancel-bergen", "--trials", "2", "--json"];

  test("an oracle, a simulated judge and the offline judge each end their loops", {
    timeout: 120_000,
  }, async () => {
    const run = (evaluator: string) =>
      trajudge("reflexion", "--evaluator", evaluator, ...words, "--out", at(evaluator.slice(0, 6)));
    const ran = await Promise.all(["oracle", "simulated:0.5,0.5", "offline"].map(run));
    for (const { code, out } of ran) {
      expect(code).toBe(0);
      const { status, report, counts } = JSON.parse(out);
      expect(status).toBe("complete");
      expect(counts).toMatchObject({ tasks: 2, finished: 2, unscored: 0 });
      expect(report.rounds).toHaveLength(2);
      expect(report.withoutTruth).toBe(0);
    }
    const [oracle] = ran.map(({ out }) => JSON.parse(out));
    expect(oracle.report.costs.confusion).toEqual({ tp: 2, fp: 0, fn: 0, tn: 2 });
    expect(oracle.report.rounds.map(({ success }: { success: { value: number } }) => success.value)).toEqual([
      0, 1,
    ]);
  });

  test("Ctrl-C finishes the trials under way, exits with 3, and the same command goes on", {
    timeout: 120_000,
  }, async () => {
    const out = at("stopped");
    const tasks = ["stays-vienna", "help-cancel-bergen", "help-gift-card", "help-iceland"];
    const command = [
      "reflexion",
      "--evaluator",
      "oracle",
      "--tasks",
      ...tasks,
      "--trials",
      "2",
      "--out",
      out,
    ];
    const linesNow = async (): Promise<number> =>
      existsSync(join(out, "trials.jsonl"))
        ? (await readFile(join(out, "trials.jsonl"), "utf8")).split("\n").length - 1
        : 0;
    const child = spawn(process.execPath, ["--import", "tsx", join(packageRoot, "cli.ts"), ...command], {
      cwd: packageRoot,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += String(chunk);
    });
    const ended = once(child, "exit");
    while (child.exitCode === null && (await linesNow()) < 1) await sleep(20);
    child.kill("SIGINT");
    expect((await ended)[0]).toBe(3);
    expect(errors).toMatch(/stopped after \d trials?; the same command goes on/);
    const record = JSON.parse(await readFile(join(out, "reflexion.json"), "utf8"));
    expect(record).toMatchObject({ status: "interrupted", faults: [], counts: { trials: await linesNow() } });
    expect((await trajudge(...command, "--json")).code).toBe(0);
  });

  test("the same command plays nothing again, and its verdicts can be calibrated", async () => {
    const lines = await readFile(join(at("offlin"), "trials.jsonl"), "utf8");
    const again = await trajudge("reflexion", "--evaluator", "offline", ...words, "--out", at("offlin"));
    expect(again.code).toBe(0);
    expect(await readFile(join(at("offlin"), "trials.jsonl"), "utf8")).toBe(lines);
    const calibrated = await trajudge(
      "calibrate",
      join(at("offlin"), "verdicts"),
      "--labels",
      join(at("offlin"), "labels.jsonl"),
      "--json",
    );
    expect(JSON.parse(calibrated.out).n).toBe(lines.trim().split("\n").length);
    // The runs read from disk are those that were judged, pictures included.
    const verdicts = await readFile(join(at("offlin"), "verdicts/verdicts.jsonl"), "utf8");
    await trajudge(
      "judge",
      join(at("offlin"), "trajectories"),
      "--judge",
      "offline",
      "--out",
      at("offlin/verdicts"),
    );
    expect(await readFile(join(at("offlin"), "verdicts/verdicts.jsonl"), "utf8")).toBe(verdicts);
  });

  test("what was played is a recorded run with pictures, and other settings are another loop", async () => {
    const shown = await trajudge("show", join(at("offlin"), "trajectories"), "--json");
    const [first] = JSON.parse(shown.out);
    expect(first.source.benchmark).toBe("bazaar");
    expect(first.steps[0].observation.screenshot).toMatch(/^frames\//);
    const other = await trajudge(
      "reflexion",
      "--evaluator",
      "offline",
      ...words,
      "--skill",
      "0.9",
      "--out",
      at("offlin"),
    );
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/another configuration \(settings was .*"skill":0\.4.*, now .*"skill":0\.9/);
  });
});

/** `trajudge demo`: judges the bundled examples offline and compares with the truth; no key, no network. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { calibrate, meaning } from "../../calibration/index.ts";
import { offline } from "../../judges/index.ts";
import { subjectsOfRuns } from "../analysis/index.ts";
import { runBatch } from "../batch/index.ts";
import { readTrajectories } from "../formats/index.ts";
import { prepareJudge } from "../judging/index.ts";
import { packageInfo, packageRoot } from "../package-root.ts";
import { calibrationPage } from "./calibration-page.ts";
import type { Console } from "./console.ts";
import { judgePage } from "./judge-page.ts";

const examples = join(packageRoot, "examples/first");

async function demo({ json }: { json?: boolean }, console: Console): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), "trajudge-demo-"));
  try {
    const run = await runBatch({
      out,
      inputs: [
        { path: "examples/first", trajectories: readTrajectories(join(examples, "trajectories.jsonl")) },
      ],
      judges: [prepareJudge(offline)],
      level: "trajectory",
      package: `${packageInfo().name} ${packageInfo().version}`,
      concurrency: 4,
    });
    const { judges } = await subjectsOfRuns([out], [join(examples, "labels.jsonl")]);
    const document = calibrate(judges[offline.id] ?? []);
    if (json === true) {
      console.out(JSON.stringify(document, null, 2));
      return;
    }
    console.out(judgePage(run, out, console).join("\n"));
    console.out("");
    console.out(
      calibrationPage("offline vs the author's labels", document, meaning(document), console).join("\n"),
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

export function demoCommand(console: Console): Command {
  return new Command("demo")
    .description("judge the bundled examples offline and compare with the truth (no key needed)")
    .option("--json", "print the calibration document")
    .action((flags: { json?: boolean }) => demo(flags, console));
}

/** `trajudge demo`: judges the bundled examples offline and compares with the truth; no key, no network. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { calibrate } from "../../calibration/index.ts";
import { offline } from "../../judges/index.ts";
import { subjectsOfRuns } from "../analysis/subjects.ts";
import { readVerdicts, runBatch } from "../batch/index.ts";
import { readTrajectories } from "../formats/index.ts";
import { prepareJudge } from "../judging/index.ts";
import { packageInfo, packageRoot } from "../package-root.ts";
import { jsonText } from "../terminal/index.ts";
import type { Verdict } from "../trajectory/index.ts";
import type { Console } from "./console.ts";
import { demoPage } from "./demo-page.ts";

const examples = join(packageRoot, "examples/bazaar");

async function demo({ json }: { json?: boolean }, console: Console): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), "trajudge-demo-"));
  try {
    if (json !== true) console.err("Judging the bundled runs of the Bazaar offline …");
    await runBatch({
      out,
      inputs: [
        { path: "examples/bazaar", trajectories: readTrajectories(join(examples, "trajectories.jsonl")) },
      ],
      judges: [prepareJudge(offline)],
      level: "trajectory",
      package: `${packageInfo().name} ${packageInfo().version}`,
      concurrency: 4,
    });
    const { judges } = await subjectsOfRuns([out], [join(examples, "labels.jsonl")]);
    const pairs = judges[offline.id] ?? [];
    const document = calibrate(pairs, { by: ["agent"] });
    if (json === true) {
      console.out(jsonText(document));
      return;
    }
    const verdicts: Verdict[] = [];
    for await (const verdict of readVerdicts(out)) verdicts.push(verdict);
    console.out(demoPage({ document, pairs, verdicts }, console).join("\n"));
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

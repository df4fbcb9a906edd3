/**
 * Runs a loop over the drawers until it is done or killed: `reflexion-child.ts OUT TASKS DELAY_MS [BYTES]`. With BYTES no
 * file may grow larger, as on a full disk.
 */
import { execFileSync } from "node:child_process";
import { offline } from "../judges/index.ts";
import { prepareJudge } from "../src/judging/index.ts";
import { judgeEvaluator, reflexion, templateReflector } from "../src/refine/index.ts";
import { drawersActor, drawersWorld } from "./worlds/drawers.ts";

const [out = "", tasks = "", delay = "", bytes] = process.argv.slice(2);
if (bytes !== undefined) execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
const { record } = await reflexion({
  environment: drawersWorld({ tasks: Number(tasks), delayMs: Number(delay) }),
  actor: drawersActor({ skill: 0.3, learning: 0.3 }),
  evaluator: judgeEvaluator(prepareJudge(offline, { judgeOptions: { threshold: 0.66 } })),
  reflector: templateReflector,
  out,
  package: "test",
  trials: 3,
  concurrency: 4,
});
process.stdout.write(record.status);

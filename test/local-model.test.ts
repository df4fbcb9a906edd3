/** A real small model acts and judges: everything between prompt and verdict runs, whatever the model makes of it. */
import { describe, expect, onTestFinished, test } from "vitest";
import { judges } from "../judges/index.ts";
import { chromiumPath } from "../src/bazaar/agents/chromium.ts";
import { bazaarEnvironment } from "../src/bazaar/live/index.ts";
import { judgeTrajectory } from "../src/judging/index.ts";
import { createModel } from "../src/models/index.ts";
import type { Actor } from "../src/refine/live/actor.ts";
import { modelActor } from "../src/refine/live/model-actor.ts";
import type { Usage } from "../src/trajectory/index.ts";
import { readBack, temporaryFolder } from "./bazaar/browser.ts";
import { playLive } from "./bazaar/live-play.ts";
import { ggufPath, howToInstall, loadLlama, startLocalModel } from "./local-model.ts";

const llama = ggufPath === undefined ? undefined : await loadLlama();
const missing = [
  ...(ggufPath === undefined ? ["set TRAJUDGE_GGUF to the path of a GGUF file"] : []),
  ...(ggufPath !== undefined && llama === undefined ? [howToInstall] : []),
  ...(chromiumPath() === undefined ? ["install Chromium"] : []),
];
const name = `a real small model${missing.length === 0 ? "" : ` (skipped: ${missing.join(", ")})`}`;

describe.skipIf(missing.length > 0)(name, () => {
  test("plays a task of the Bazaar and judges the run", async () => {
    if (llama === undefined || ggufPath === undefined) throw new Error("skipped without them");
    const server = await startLocalModel(llama, ggufPath);
    onTestFinished(() => server.close());
    const environment = await bazaarEnvironment({ taskIds: ["help-returns"] });
    onTestFinished(() => environment.close());
    const model = createModel(`vllm:local@${server.url}`, { env: {}, timeoutMs: 300_000, maxRetries: 0 });

    const used: (Usage | undefined)[] = [];
    const small = modelActor(model, { treeTokens: 1000, listRefs: true });
    const actor: Actor = {
      ...small,
      decide: async (situation) => {
        const decision = await small.decide(situation);
        used.push(decision.usage);
        return decision;
      },
    };
    const folder = await temporaryFolder();
    const played = await playLive({ environment, actor, taskId: "help-returns", folder });
    const run = await readBack(folder);
    expect(["answered", "infeasible", "step-limit", "error"]).toContain(run.stop);
    expect(played.truth?.steps).toHaveLength(run.steps.length);
    if (played.fault !== undefined) used.push(played.fault.usage);
    expect(used.length).toBeGreaterThanOrEqual(Math.max(1, run.steps.length));
    for (const usage of used) {
      expect(usage?.inputTokens).toBeGreaterThan(0);
      expect(usage?.outputTokens).toBeGreaterThan(0);
    }

    const judge = judges["agent-reward-bench"];
    if (judge === undefined) throw new Error("no such judge");
    const verdict = await judgeTrajectory(run, judge, {
      models: { default: model },
      judgeOptions: { page: "tree" },
    });
    expect(verdict.usage.calls).toBeGreaterThan(0);
    expect(verdict.outcome === null).toBe(verdict.error !== undefined);
    console.log(
      [
        `${ggufPath}: ${run.stop} after ${run.steps.length} steps, ${used.length} decisions; truth ${played.truth?.outcome}`,
        ...run.steps.map(
          ({ action }) => `  ${action.raw}${action.error === undefined ? "" : ` (${action.error})`}`,
        ),
        ...(played.fault === undefined ? [] : [`  ${played.fault.message}`]),
        `judged ${verdict.outcome ?? `unscored: ${verdict.error?.message}`}`,
      ].join("\n"),
    );
  }, 900_000);
});

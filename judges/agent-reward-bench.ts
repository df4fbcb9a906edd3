/** AgentRewardBench (Lù et al. 2025), section 4: goal, steps with reasoning, and the last page as picture or tree; four answers. */
import { z } from "zod";
import { defineJudge } from "../src/judging/index.ts";

export const agentRewardBench = defineJudge({
  id: "agent-reward-bench",
  summary: "goal, steps and the last page; success, side effect, optimality, looping",
  levels: ["trajectory"],
  uses: ["actions", "thoughts", "urls", "answer", "frames", "accessibility-tree"],
  options: z.strictObject({
    page: z
      .enum(["screenshot", "tree"])
      .default("screenshot")
      .describe("how the last page is shown; the other way where a run does not hold this one"),
  }),
  prompts: ["agent-reward-bench/screenshot", "agent-reward-bench/tree"],
  roles: ["vision", "text"],
  codeVersion: 1,

  async judge(view, { options, evidence, ask }) {
    const shared = {
      task: evidence.task(view),
      platform: evidence.platform(view),
      history: evidence.history(view, { thoughts: true, urls: true }),
      ending: evidence.ending(view),
      answer: view.answer ?? "(no message)",
    };
    const frames = await evidence.frames(view, "last");
    const tree = evidence.lastTree(view);
    if (tree !== null && (options.page === "tree" || frames.frames.length === 0)) {
      return ask("agent-reward-bench/tree", { ...shared, tree });
    }
    if (frames.frames.length > 0) return ask("agent-reward-bench/screenshot", { ...shared, frames });
    const message = "neither a screenshot nor an accessibility tree of the last page can be read";
    return { outcome: null, score: null, reasoning: "", error: { kind: "missing-evidence", message } };
  },
});

/** AgentTrek (Xu et al. 2024), section 3.3: thoughts and actions step by step and the last screenshot; lenient. */
import { z } from "zod";
import { defineJudge } from "../src/judging/index.ts";

export const agenttrek = defineJudge({
  id: "agenttrek",
  summary: "one vision model reads thoughts and actions and sees the last screen; lenient",
  levels: ["trajectory"],
  requires: ["frames"],
  uses: ["thoughts", "actions", "answer"],
  options: z.strictObject({}),
  prompts: ["agenttrek/trajectory"],
  roles: ["vision"],
  codeVersion: 1,

  async judge(view, { evidence, ask }) {
    return ask("agenttrek/trajectory", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      history: evidence.history(view, { thoughts: true, urls: false }),
      ending: evidence.ending(view),
      answer: view.answer ?? "(no answer)",
      frames: await evidence.frames(view, "last"),
    });
  },
});

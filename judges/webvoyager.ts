/** WebVoyager (He et al. 2024), section 4: the task, the answer and the last k screenshots; a screenshot outweighs the answer. */
import { z } from "zod";
import { framePolicy } from "../src/evidence/index.ts";
import { defineJudge } from "../src/judging/index.ts";

export const webvoyager = defineJudge({
  id: "webvoyager",
  summary: "one vision model compares task, answer and the last screenshots",
  levels: ["trajectory"],
  requires: ["frames"],
  uses: ["answer"],
  options: z.strictObject({
    frames: framePolicy.default("last:15").describe("the screenshots that are shown"),
  }),
  prompts: ["webvoyager/trajectory"],
  roles: ["vision"],
  codeVersion: 1,

  async judge(view, { options, evidence, ask }) {
    return ask("webvoyager/trajectory", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      answer: view.answer ?? "(no answer)",
      frames: await evidence.frames(view, options.frames),
    });
  },
});

/** Pan et al. (2024), section 3.1: one vision-language model sees the task, the actions and the frames, and decides. */
import { z } from "zod";
import { framePolicy } from "../src/evidence/index.ts";
import { defineJudge } from "../src/judging/index.ts";

export const endToEnd = defineJudge({
  id: "end-to-end",
  summary: "one vision model judges task, actions, answer and screenshots",
  levels: ["trajectory", "step"],
  requires: ["frames"],
  uses: ["actions", "answer"],
  options: z.strictObject({
    frames: framePolicy.default("last").describe("the screenshots that are shown at trajectory level"),
  }),
  prompts: ["end-to-end/trajectory", "end-to-end/step"],
  roles: ["vision"],
  codeVersion: 2,

  async judge(view, { options, evidence, ask }) {
    return ask("end-to-end/trajectory", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      actions: evidence.actions(view),
      ending: evidence.ending(view),
      answer: view.answer ?? "(no answer)",
      frames: await evidence.frames(view, options.frames),
    });
  },

  async judgeStep(view, index, { evidence, askStep }) {
    return askStep("end-to-end/step", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      actions: evidence.actions(view, { until: index }),
      number: index + 1,
      frames: await evidence.stateAfter(view, index),
    });
  },
});

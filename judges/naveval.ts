/** NavEval (WebRetriever 2026): requests, actions, addresses and the last screen, requirement by requirement. */
import { z } from "zod";
import { siteRule } from "../src/evidence/index.ts";
import { defineJudge } from "../src/judging/index.ts";
import type { Judgement } from "../src/trajectory/index.ts";

const none = "(none)";

/** What the request filter left out, so that a verdict says on how much it rests. */
function requestNotes(
  dropped: Readonly<Record<string, number>>,
  kept: number,
): NonNullable<Judgement["notes"]> {
  const left = Object.entries(dropped).map(([reason, times]) => `${times} ${reason}`);
  return { requestsShown: kept, ...(left.length === 0 ? {} : { requestsDropped: left.join(", ") }) };
}

export const naveval = defineJudge({
  id: "naveval",
  summary: "requests, actions, addresses and the last screen, requirement by requirement",
  levels: ["trajectory", "step"],
  requires: ["actions"],
  uses: ["requests", "frames", "urls", "answer"],
  options: z.strictObject({
    protocol: z
      .enum(["navigation", "documented", "extraction"])
      .default("navigation")
      .describe(
        "documented also shows the operating instructions; extraction also judges the delivered answer",
      ),
    site: siteRule
      .default("same-site")
      .describe("whose requests are shown: same-site, all, or a list of domains"),
    tokens: z.number().int().min(200).max(50_000).default(4000).describe("about how many tokens of requests"),
  }),
  prompts: ["naveval/navigation", "naveval/documented", "naveval/extraction", "naveval/step"],
  roles: ["vision"],
  codeVersion: 1,

  async judge(view, { options, evidence, ask }) {
    const { text, kept, dropped } = evidence.requests(view, options);
    const traces = {
      task: evidence.task(view),
      requirements: view.task.requirements?.map((each, i) => `${i + 1}. ${each}`).join("\n") ?? none,
      startUrl: view.task.startUrl ?? none,
      platform: evidence.platform(view),
      requests: text,
      actions: evidence.actions(view),
      ending: evidence.ending(view),
      urls: evidence.urls(view),
      frames: await evidence.frames(view, "last"),
    };
    const answer = view.answer ?? "(no answer)";
    const judgement = await (options.protocol === "extraction"
      ? ask("naveval/extraction", { ...traces, shown: evidence.shownTexts(view), answer })
      : options.protocol === "documented"
        ? ask("naveval/documented", { ...traces, document: view.task.document ?? none })
        : ask("naveval/navigation", traces));
    return { ...judgement, notes: { ...judgement.notes, ...requestNotes(dropped, kept) } };
  },

  async judgeStep(view, index, { options, evidence, askStep }) {
    return askStep("naveval/step", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      requests: evidence.requests(view, { ...options, until: index }).text,
      actions: evidence.actions(view, { until: index }),
      number: index + 1,
      frames: await evidence.stateAfter(view, index),
    });
  },
});

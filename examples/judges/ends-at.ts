/** A judge of one's own: a run succeeds when it ends at a given page. Use: --judge ./ends-at.ts --option path=/cart */
import { defineJudge } from "trajudge";
import { z } from "zod";

export default defineJudge({
  id: "ends-at",
  summary: "success when the run ends at a given page",
  levels: ["trajectory"],
  requires: ["urls"],
  options: z.strictObject({
    path: z.string().describe("the path of the page, such as /cart"),
  }),

  judge(trajectory, { options }) {
    const last = trajectory.final?.url ?? trajectory.steps.at(-1)?.observation.url;
    if (last === undefined) {
      const message = "no address of the last page was recorded";
      return Promise.resolve({
        outcome: null,
        score: null,
        reasoning: "",
        error: { kind: "missing-evidence", message },
      });
    }
    const isThere = new URL(last).pathname === options.path;
    return Promise.resolve({
      outcome: isThere ? "success" : "failure",
      score: null,
      reasoning: `ended at ${last}, ${isThere ? "as" : "not as"} asked`,
    });
  },
});

/** WebJudge (Xue et al. 2025, Online-Mind2Web), section 4: key points, then the screenshots that matter, then the verdict. */
import { z } from "zod";
import { type Frame, type FrameSet, framePolicy } from "../src/evidence/index.ts";
import { type Asking, defineJudge } from "../src/judging/index.ts";

interface Rated {
  frame: Frame;
  /** Null when no rating could be read: such a frame is kept, since nobody has found it to be useless. */
  rating: number | null;
  note: string;
}

const only = (frame: Frame): FrameSet => ({
  kind: "frames",
  frames: [frame],
  unread: [],
  repeated: 0,
  leftOut: 0,
});

async function rate(frame: Frame, task: string, points: string, { askRating }: Asking): Promise<Rated> {
  const { rating, reason } = await askRating("webjudge/screenshot", { task, points, frame: only(frame) });
  return { frame, rating, note: rating === null ? "" : reason };
}

/** The frames from the threshold on; the last one always; when there are too many, the best rated, later before earlier. */
function mattering(rated: readonly Rated[], threshold: number, most: number): Rated[] {
  const last = rated.at(-1);
  const kept = rated.filter((each) => each === last || each.rating === null || each.rating >= threshold);
  if (kept.length <= most) return kept;
  const worth = (each: Rated): number =>
    each === last ? Number.POSITIVE_INFINITY : (each.rating ?? threshold);
  const best = new Set(
    [...kept].sort((a, b) => worth(b) - worth(a) || b.frame.state - a.frame.state).slice(0, most),
  );
  return kept.filter((each) => best.has(each));
}

export const webjudge = defineJudge({
  id: "webjudge",
  summary: "key points of the task, the screenshots that matter to them, then the verdict",
  levels: ["trajectory"],
  requires: ["frames"],
  uses: ["actions", "answer"],
  options: z.strictObject({
    frames: framePolicy.default("changed").describe("the screenshots that are rated"),
    threshold: z
      .number()
      .int()
      .min(1)
      .max(5)
      .default(3)
      .describe("the rating from which a screenshot is kept"),
    most: z.number().int().min(1).max(100).default(50).describe("screenshots shown at the end, at most"),
  }),
  prompts: ["webjudge/key-points", "webjudge/screenshot", "webjudge/verdict"],
  roles: ["vision"],
  codeVersion: 1,

  async judge(view, context) {
    const { options, evidence, ask, askList } = context;
    const task = evidence.task(view);
    const frames = await evidence.frames(view, options.frames);
    const listed = await askList("webjudge/key-points", { task });
    if (listed.points === null) {
      return {
        outcome: null,
        score: null,
        reasoning: "",
        ...(listed.error === undefined ? {} : { error: listed.error }),
      };
    }
    const points = listed.points.map((point, i) => `${i + 1}. ${point}`).join("\n");
    const rated = await Promise.all(frames.frames.map((frame) => rate(frame, task, points, context)));
    const shown = mattering(rated, options.threshold, options.most);
    const unread = rated.filter(({ rating }) => rating === null).length;
    const judgement = await ask("webjudge/verdict", {
      task,
      platform: evidence.platform(view),
      points,
      actions: evidence.actions(view),
      ending: evidence.ending(view),
      answer: view.answer ?? "(no answer)",
      observations: shown.map(({ frame, note }) => `${frame.label}: ${note || "(no note)"}`).join("\n\n"),
      frames: { ...frames, frames: shown.map(({ frame }) => frame) },
    });
    const notes = {
      framesRated: rated.length,
      framesKept: shown.length,
      ...(unread === 0 ? {} : { ratingsUnread: unread }),
    };
    return { ...judgement, notes: { ...judgement.notes, ...notes } };
  },
});

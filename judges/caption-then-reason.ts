/** Pan et al. (2024), section 3.2: a captioner who does not know the task describes the screens; a text model decides. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { type Evidence, type Frame, type FrameSet, framePolicy } from "../src/evidence/index.ts";
import { type Asking, defineJudge } from "../src/judging/index.ts";
import type { Judgement, TrajectoryView } from "../src/trajectory/index.ts";

interface Caption {
  label: string;
  text: string;
}

type Captions = { captions: Caption[]; uncaptioned: number } | { error: NonNullable<Judgement["error"]> };

/** Without its place in the run: the same picture must make the same question. */
const only = (frame: Frame): FrameSet => ({
  kind: "frames",
  frames: [{ ...frame, label: "to describe" }],
  unread: [],
  repeated: 0,
  leftOut: 0,
});
const missing = (message: string): Captions => ({ error: { kind: "missing-evidence", message } });

const stateAt = (view: TrajectoryView, state: number) =>
  state < view.steps.length ? view.steps[state]?.observation : view.final;

/** What is stored with the run: captions, or OCR text; a text that does not change is given once. */
function stored(view: TrajectoryView, field: "caption" | "ocr", from: number, to: number): Captions {
  const captions: Caption[] = [];
  for (let state = from; state <= to; state += 1) {
    const text = stateAt(view, state)?.[field]?.trim();
    if (text === undefined || text === "" || text === captions.at(-1)?.text) continue;
    captions.push({
      label: state < view.steps.length ? `before action ${state + 1}` : "the final state",
      text,
    });
  }
  return captions.length === 0
    ? missing(`the run holds no ${field} of its screens`)
    : { captions, uncaptioned: 0 };
}

/** Asks the captioner about each frame; the same picture is described once a run. */
async function described(
  view: TrajectoryView,
  set: FrameSet,
  { askText }: Asking,
  evidence: Evidence,
): Promise<Captions> {
  if (set.frames.length === 0) return missing("no screenshot can be opened");
  const platform = evidence.platform(view);
  const answers = await Promise.all(
    set.frames.map(async (frame) => {
      const ocr = stateAt(view, frame.state)?.ocr ?? "(none)";
      const sameFor = createHash("sha256").update(frame.bytes).update(ocr).digest("hex");
      const { text, error } = await askText(
        "caption-then-reason/caption",
        { platform, ocr, frame: only(frame) },
        { sameFor },
      );
      return { label: frame.label, text, error };
    }),
  );
  const captions = answers.flatMap(({ label, text }) => (text === null ? [] : [{ label, text }]));
  const [fault] = answers.flatMap(({ error }) => error ?? []);
  if (captions.length === 0 && fault !== undefined) return { error: fault };
  return { captions, uncaptioned: answers.length - captions.length };
}

const shown = (captions: readonly Caption[]): string =>
  captions.map(({ label, text }, i) => `Screen ${i + 1}, ${label}:\n${text}`).join("\n\n");

export const captionThenReason = defineJudge({
  id: "caption-then-reason",
  summary: "a task-blind captioner describes the screens, a text model decides",
  levels: ["trajectory", "step"],
  uses: ["frames", "captions", "ocr", "actions", "answer"],
  options: z.strictObject({
    captioner: z
      .enum(["model", "stored", "ocr"])
      .default("model")
      .describe(
        "who describes the screens: a vision model, the captions stored with the run, or its OCR text alone",
      ),
    frames: framePolicy.default("changed").describe("the screenshots that are described"),
  }),
  prompts: ["caption-then-reason/caption", "caption-then-reason/verdict", "caption-then-reason/step"],
  roles: ["captioner", "reasoner"],
  rolesFor: ({ captioner }) => (captioner === "model" ? ["captioner", "reasoner"] : ["reasoner"]),
  codeVersion: 1,

  async judge(view, context) {
    const { options, evidence, ask } = context;
    const { captioner } = options;
    const found =
      captioner === "model"
        ? await described(view, await evidence.frames(view, options.frames), context, evidence)
        : stored(view, captioner === "ocr" ? "ocr" : "caption", 0, view.steps.length);
    if ("error" in found) return { outcome: null, score: null, reasoning: "", error: found.error };
    const judgement = await ask("caption-then-reason/verdict", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      actions: evidence.actions(view),
      ending: evidence.ending(view),
      answer: view.answer ?? "(no answer)",
      captions: shown(found.captions),
    });
    const notes = {
      captions: found.captions.length,
      ...(found.uncaptioned === 0 ? {} : { uncaptioned: found.uncaptioned }),
    };
    return { ...judgement, notes: { ...judgement.notes, ...notes } };
  },

  async judgeStep(view, index, context) {
    const { options, evidence, askStep } = context;
    const { captioner } = options;
    const found =
      captioner === "model"
        ? await described(view, await evidence.statesAround(view, index), context, evidence)
        : stored(view, captioner === "ocr" ? "ocr" : "caption", index, index + 1);
    if ("error" in found) return { class: null, reason: "", error: found.error };
    return askStep("caption-then-reason/step", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      actions: evidence.actions(view, { until: index }),
      number: index + 1,
      captions: shown(found.captions),
    });
  },
});

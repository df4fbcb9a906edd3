/** Pan et al. (2024), section 3.2: a captioner who does not know the task describes the screens; a text model decides. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { type Evidence, type Frame, type FrameSet, framePolicy } from "../src/evidence/index.ts";
import { type Asking, defineJudge, type JudgeContext } from "../src/judging/index.ts";
import { headAndTail, type Judgement, type TrajectoryView } from "../src/trajectory/index.ts";

interface Caption {
  label: string;
  text: string;
}

/** Descriptions, and what there is to say about the screens that got none. */
interface Captions {
  captions: Caption[];
  notes?: NonNullable<Judgement["notes"]>;
}
type Found = Captions | { error: NonNullable<Judgement["error"]> };

/** Characters of all descriptions together: a screen more makes each shorter, and none is left out. */
const captionsLimit = 22_000;

/** Without its place in the run: the same picture must make the same question. */
const only = (frame: Frame): FrameSet => ({
  kind: "frames",
  frames: [{ ...frame, label: "to describe" }],
  unread: [],
  repeated: 0,
  leftOut: 0,
});
const missing = (message: string): Found => ({ error: { kind: "missing-evidence", message } });

const stateAt = (view: TrajectoryView, state: number) =>
  state < view.steps.length ? view.steps[state]?.observation : view.final;

/** A text that does not change is given once. */
const withoutRepeats = (captions: readonly Caption[]): Caption[] =>
  captions.filter(({ text }, i) => text !== "" && text !== captions[i - 1]?.text);

/** What is stored with the run: captions, or OCR text. */
function stored(view: TrajectoryView, field: "caption" | "ocr", from: number, to: number): Caption[] {
  const captions: Caption[] = [];
  for (let state = from; state <= to; state += 1) {
    const label = state < view.steps.length ? `before action ${state + 1}` : "the final state";
    captions.push({ label, text: stateAt(view, state)?.[field]?.trim() ?? "" });
  }
  return withoutRepeats(captions);
}

/** What OCR reads on each frame; what came with the run where there is no frame to read. */
async function read(
  view: TrajectoryView,
  set: FrameSet,
  evidence: Evidence,
  [from, to]: readonly [number, number],
): Promise<Found> {
  const { texts, unread } = await evidence.frameTexts(view, set);
  const onFrames = withoutRepeats(texts.map(({ label, text }) => ({ label, text: text.trim() })));
  const captions = onFrames.length > 0 ? onFrames : stored(view, "ocr", from, to);
  const reasons = unread.map(({ label, reason }) => `${label}: ${reason}`).join("; ");
  if (captions.length === 0)
    return missing(
      `the run holds no OCR text of its screens, and none was read on them (--ocr)${reasons && `: ${reasons}`}`,
    );
  return { captions, ...(reasons === "" ? {} : { notes: { ocrUnread: reasons } }) };
}

/** Asks the captioner about each frame, with what OCR reads on it as a hint; the same picture is described once a run. */
async function described(
  view: TrajectoryView,
  set: FrameSet,
  { askText }: Asking,
  evidence: Evidence,
): Promise<Found> {
  if (set.frames.length === 0) return missing("no screenshot can be opened");
  const platform = evidence.platform(view);
  const { texts } = await evidence.frameTexts(view, set);
  const answers = await Promise.all(
    set.frames.map(async (frame, i) => {
      const ocr = texts[i]?.text.trim() || "(none)";
      const sameFor = createHash("sha256")
        .update(frame.bytes)
        .update(JSON.stringify([platform.text, ocr]))
        .digest("hex");
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
  const uncaptioned = answers.length - captions.length;
  return { captions, ...(uncaptioned === 0 ? {} : { notes: { uncaptioned } }) };
}

const shown = (captions: readonly Caption[]): string => {
  const each = Math.floor(captionsLimit / captions.length);
  return captions
    .map(({ label, text }, i) => `Screen ${i + 1}, ${label}:\n${headAndTail(text, each)}`)
    .join("\n\n");
};

const captioners = ["model", "stored", "ocr"] as const;

/** The descriptions of the states from … to, by the captioner that was chosen. */
async function captionsOf(
  view: TrajectoryView,
  context: JudgeContext<{ captioner: (typeof captioners)[number] }>,
  frames: () => Promise<FrameSet>,
  states: readonly [from: number, to: number],
): Promise<Found> {
  const { options, evidence } = context;
  switch (options.captioner) {
    case "model":
      return described(view, await frames(), context, evidence);
    case "ocr":
      return read(view, await frames(), evidence, states);
    case "stored": {
      const captions = stored(view, "caption", ...states);
      return captions.length === 0 ? missing("the run holds no caption of its screens") : { captions };
    }
  }
}

export const captionThenReason = defineJudge({
  id: "caption-then-reason",
  summary: "a task-blind captioner describes the screens, a text model decides",
  levels: ["trajectory", "step"],
  uses: ["frames", "captions", "ocr", "actions", "answer"],
  options: z.strictObject({
    captioner: z
      .enum(captioners)
      .default("model")
      .describe(
        "who describes the screens: a vision model, the captions stored with the run, or its OCR text alone",
      ),
    frames: framePolicy.default("changed").describe("the screenshots that are described"),
  }),
  prompts: ["caption-then-reason/caption", "caption-then-reason/verdict", "caption-then-reason/step"],
  roles: ["captioner", "reasoner"],
  rolesFor: ({ captioner }) => (captioner === "model" ? ["captioner", "reasoner"] : ["reasoner"]),
  codeVersion: 2,

  async judge(view, context) {
    const { options, evidence, ask } = context;
    const found = await captionsOf(view, context, () => evidence.frames(view, options.frames), [
      0,
      view.steps.length,
    ]);
    if ("error" in found) return { outcome: null, score: null, reasoning: "", error: found.error };
    const judgement = await ask("caption-then-reason/verdict", {
      task: evidence.task(view),
      platform: evidence.platform(view),
      actions: evidence.actions(view),
      ending: evidence.ending(view),
      answer: view.answer ?? "(no answer)",
      captions: shown(found.captions),
    });
    return { ...judgement, notes: { ...judgement.notes, captions: found.captions.length, ...found.notes } };
  },

  async judgeStep(view, index, context) {
    const { evidence, askStep } = context;
    const found = await captionsOf(view, context, () => evidence.statesAround(view, index), [
      index,
      index + 1,
    ]);
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

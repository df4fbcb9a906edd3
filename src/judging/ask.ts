/** `ask`: what judges call. Prompt, fences, model, reading, second try and usage live behind it, once. */
import { imageFault, type ModelClient, type ModelUsage } from "../models/index.ts";
import { type EvidenceKind, type Judgement, ModelError, type StepClass } from "../trajectory/index.ts";
import type { AnswerFormat } from "./answer-schema.ts";
import { readAnswer, stepFormat, textFormat, verdictFormat } from "./answers.ts";
import { exchange, type Problem } from "./exchange.ts";
import type { Fence } from "./fence.ts";
import { listFormat, ratingFormat } from "./part-answers.ts";
import type { AnswerKind, Prompt } from "./prompt.ts";
import { evidenceFault, fitted, type Notes } from "./prompt-frames.ts";
import { imagesOfMessages, renderPrompt, type Variables } from "./render.ts";
import { requirementsFormat } from "./requirements-answer.ts";
import { rewardBenchFormat } from "./reward-bench-answer.ts";
import { SharedAnswers } from "./shared-answers.ts";

/** What a judge says about one step. */
export interface StepJudgement {
  class: StepClass | null;
  reason: string;
  notes?: Notes;
  error?: NonNullable<Judgement["error"]>;
  rawText?: string;
}

/** Free text of a model, such as a caption; null with the error when there is none. */
export interface TextAnswer {
  text: string | null;
  notes?: Notes;
  error?: NonNullable<Judgement["error"]>;
}

/** A rating of a model from 1 to 5; null with the error when there is none. */
export interface RatingAnswer {
  rating: number | null;
  reason: string;
  notes?: Notes;
  error?: NonNullable<Judgement["error"]>;
}

/** A list of points of a model; null with the error when there is none. */
export interface ListAnswer {
  points: string[] | null;
  notes?: Notes;
  error?: NonNullable<Judgement["error"]>;
}

/** Asks a prompt for a verdict on the run, in the form that the prompt wants. A bad answer is a judgement without outcome, never an exception. */
export type Ask = (promptId: string, variables: Variables) => Promise<Judgement>;
/** Asks a prompt for the class of a step. */
export type AskStep = (promptId: string, variables: Variables) => Promise<StepJudgement>;
/** Asks a prompt for free text. */
export type AskText = (
  promptId: string,
  variables: Variables,
  options?: {
    /** What the answer depends on besides prompt and model, such as an image's hash: the same is asked once a run. */
    readonly sameFor?: string;
  },
) => Promise<TextAnswer>;

/** Texts that were answered in this run, by what they depend on; what could not be answered is asked again. */
export const answeredTexts = (): SharedAnswers<TextAnswer> => new SharedAnswers(({ text }) => text !== null);

/** Asks a prompt for a rating from 1 to 5. */
export type AskRating = (promptId: string, variables: Variables) => Promise<RatingAnswer>;
/** Asks a prompt for a list of points. */
export type AskList = (promptId: string, variables: Variables) => Promise<ListAnswer>;

export interface Asking {
  readonly ask: Ask;
  readonly askStep: AskStep;
  readonly askText: AskText;
  readonly askRating: AskRating;
  readonly askList: AskList;
}

/** The forms of a verdict. */
function judgementFormat(kind: AnswerKind, stepCount: number): AnswerFormat<Judgement> | undefined {
  switch (kind) {
    case "verdict":
      return verdictFormat(stepCount);
    case "requirements":
      return requirementsFormat(stepCount, false);
    case "requirements-and-delivery":
      return requirementsFormat(stepCount, true);
    case "reward-bench":
      return rewardBenchFormat;
    default:
      return undefined;
  }
}

export interface AskSetup {
  readonly answered: SharedAnswers<TextAnswer>;
  readonly prompts: Readonly<Record<string, Prompt>>;
  /** Role → model. */
  readonly models: Readonly<Record<string, ModelClient>>;
  readonly requires: readonly EvidenceKind[];
  readonly stepCount: number;
  readonly fence: Fence;
  /** Whether secrets are taken out of what is sent. */
  readonly redact: boolean;
  readonly signal: AbortSignal | undefined;
  readonly used: (usage: ModelUsage) => void;
}

type Asked<Value> = ({ readonly value: Value } | { readonly problem: Problem }) & { readonly notes: Notes };

/** The ways to ask, for one trajectory. */
export function askWith(setup: AskSetup): Asking {
  const promptOf = (id: string, kind?: AnswerKind): { prompt: Prompt; model: ModelClient } => {
    const prompt = setup.prompts[id];
    if (prompt === undefined) throw new Error(`the judge asks ${id}, which is not among its prompts`);
    if (kind !== undefined && prompt.answer !== kind)
      throw new Error(`prompt ${id} asks for ${prompt.answer}, not for ${kind}`);
    const model = setup.models[prompt.role];
    if (model === undefined)
      throw new Error(`prompt ${id} wants role ${prompt.role}, which is not among the judge's`);
    return { prompt, model };
  };

  async function asked<Value>(
    { prompt, model }: { prompt: Prompt; model: ModelClient },
    given: Variables,
    format: AnswerFormat<Value>,
  ): Promise<Asked<Value>> {
    const { variables, sets, notes } = await fitted(given, model);
    const { fence, redact } = setup;
    const { messages, redacted } = renderPrompt(prompt, variables, { fence, redact, images: model.vision });
    if (redacted > 0) notes["redacted"] = redacted;
    const hidden = model.vision ? 0 : sets.reduce((sum, set) => sum + set.frames.length, 0);
    if (hidden > 0) notes["framesNotShown"] = hidden;
    const fault =
      // A free text about a picture, such as a caption, would be made up by who does not see it.
      evidenceFault(sets, model, setup.requires.includes("frames") || prompt.answer === "text") ??
      imageFault(model.ref, imagesOfMessages(messages));
    if (fault) return { problem: { kind: "missing-evidence", message: fault }, notes };
    try {
      const { retried, ...result } = await exchange({
        model,
        messages,
        ...(format.schema === null ? {} : { answer: { name: format.name, schema: format.schema } }),
        read: (response) => readAnswer(format, response),
        fence,
        signal: setup.signal,
        used: setup.used,
      });
      return { ...result, notes: retried === undefined ? notes : { ...notes, askedAgainAfter: retried } };
    } catch (error) {
      if (!ModelError.isInstance(error)) throw error;
      const rawText = error.rawText;
      return {
        problem: { kind: error.kind, message: error.message, ...(rawText ? { rawText } : {}) },
        notes,
      };
    }
  }

  const withNotes = (notes: Notes): { notes?: Notes } => (Object.keys(notes).length === 0 ? {} : { notes });
  const failed = ({ kind, message, rawText }: Problem) => ({
    error: { kind, message },
    ...(rawText === undefined ? {} : { rawText }),
  });

  return {
    async ask(promptId, variables) {
      const question = promptOf(promptId);
      const format = judgementFormat(question.prompt.answer, setup.stepCount);
      if (format === undefined)
        throw new Error(`prompt ${promptId} asks for ${question.prompt.answer}, not for a verdict`);
      const result = await asked(question, variables, format);
      return "value" in result
        ? { ...result.value, ...withNotes(result.notes) }
        : {
            outcome: null,
            score: null,
            reasoning: "",
            ...withNotes(result.notes),
            ...failed(result.problem),
          };
    },
    async askStep(promptId, variables) {
      const result = await asked(promptOf(promptId, "step"), variables, stepFormat);
      return "value" in result
        ? { ...result.value, ...withNotes(result.notes) }
        : { class: null, reason: "", ...withNotes(result.notes), ...failed(result.problem) };
    },
    async askText(promptId, variables, { sameFor } = {}) {
      const question = promptOf(promptId, "text");
      const ask = async (): Promise<TextAnswer> => {
        const result = await asked(question, variables, textFormat);
        return "value" in result
          ? { text: result.value, ...withNotes(result.notes) }
          : { text: null, ...withNotes(result.notes), error: failed(result.problem).error };
      };
      if (sameFor === undefined) return ask();
      const key = `${question.prompt.hash} ${question.model.ref} ${sameFor}`;
      return setup.answered.get(key, ask, setup.signal);
    },
    async askRating(promptId, variables) {
      const result = await asked(promptOf(promptId, "rating"), variables, ratingFormat);
      return "value" in result
        ? { ...result.value, ...withNotes(result.notes) }
        : { rating: null, reason: "", ...withNotes(result.notes), error: failed(result.problem).error };
    },
    async askList(promptId, variables) {
      const result = await asked(promptOf(promptId, "list"), variables, listFormat);
      return "value" in result
        ? { points: result.value, ...withNotes(result.notes) }
        : { points: null, ...withNotes(result.notes), error: failed(result.problem).error };
    },
  };
}

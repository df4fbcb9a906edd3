/** From a prompt and its variables to the messages of a request. */
import { type FrameSet, forModel, type Words } from "../evidence/index.ts";
import type { ContentPart, ImagePart, ModelMessage } from "../models/index.ts";
import { type Fence, fenceNotice } from "./fence.ts";
import type { Prompt, Segment } from "./prompt.ts";

/** A text (it is fenced), a number or a sentence of our own, or screenshots. */
export type Variable = string | number | Words | FrameSet;
export type Variables = Readonly<Record<string, Variable>>;

export interface RenderOptions {
  readonly fence: Fence;
  /** Whether images are sent; a model that cannot read them is told how many there were. */
  readonly images: boolean;
  /** False leaves secrets in; see {@link forModel}. */
  readonly redact?: boolean;
  /** What is said about fences, where it is no judge that reads. */
  readonly notice?: string;
}

export interface RenderedPrompt {
  readonly messages: ModelMessage[];
  /** Secrets that are replaced in what the messages show. */
  readonly redacted: number;
}

type Shown = { readonly parts: ContentPart[]; readonly redacted: number };

function frameParts(set: FrameSet, images: boolean): ContentPart[] {
  const text = (line: string): ContentPart => ({ type: "text", text: `${line}\n` });
  const missing = [
    ...set.unread.map(({ label }) => text(`[The screenshot ${label} is missing.]`)),
    ...(set.leftOut === 0 ? [] : [text(`[${set.leftOut} screenshots between these were left out.]`)]),
  ];
  if (set.frames.length === 0 && missing.length === 0) return [text("[There is no screenshot.]")];
  if (!images) return [text(`[Screenshots that you cannot see: ${set.frames.length}]`), ...missing];
  const shown = set.frames.flatMap((frame): ContentPart[] => [
    text(`Screenshot ${frame.label}:`),
    { type: "image", bytes: frame.bytes, mediaType: frame.mediaType },
  ]);
  return [...shown, ...missing];
}

function shownValue(name: string, value: Variable, options: RenderOptions): Shown {
  const own = (text: string): Shown => ({ parts: [{ type: "text", text }], redacted: 0 });
  if (typeof value === "number") return own(String(value));
  if (typeof value !== "string")
    return value.kind === "words"
      ? own(value.text)
      : { parts: frameParts(value, options.images), redacted: 0 };
  const { text, redacted } = forModel(value, { redact: options.redact ?? true });
  return { parts: [{ type: "text", text: options.fence(name, text) }], redacted };
}

/** Neighbouring texts become one, so that a part boundary means an image. */
function joined(parts: readonly ContentPart[]): ContentPart[] {
  const result: ContentPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.type === "text" && last?.type === "text")
      result[result.length - 1] = { type: "text", text: last.text + part.text };
    else result.push(part);
  }
  return result;
}

function fill(segments: readonly Segment[], variables: Variables, options: RenderOptions): Shown {
  const shown = segments.flatMap((segment): Shown[] => {
    if ("text" in segment) return [{ parts: [{ type: "text", text: segment.text }], redacted: 0 }];
    const value = variables[segment.variable];
    return value === undefined ? [] : [shownValue(segment.variable, value, options)];
  });
  return {
    parts: joined(shown.flatMap(({ parts }) => parts)),
    redacted: shown.reduce((sum, { redacted }) => sum + redacted, 0),
  };
}

/**
 * The messages that ask a prompt.
 *
 * @throws Error when the judge gives other variables than the prompt takes, or screenshots to the system part: a bug of
 *   the judge
 */
export function renderPrompt(prompt: Prompt, variables: Variables, options: RenderOptions): RenderedPrompt {
  const given = Object.keys(variables).sort().join(", ");
  const wanted = [...prompt.variables].sort().join(", ");
  if (given !== wanted) throw new Error(`prompt ${prompt.id} takes ${wanted}, the judge gives ${given}`);
  const system = fill(prompt.system, variables, options);
  if (system.parts.some((part) => part.type === "image"))
    throw new Error(`prompt ${prompt.id} has screenshots in its system part, which no provider takes`);
  const user = fill(prompt.user, variables, options);
  return {
    messages: [
      {
        role: "system",
        content: joined([...system.parts, { type: "text", text: `\n\n${options.notice ?? fenceNotice}` }]),
      },
      { role: "user", content: user.parts },
    ],
    redacted: system.redacted + user.redacted,
  };
}

/** The screenshots of a request. */
export function imagesOfMessages(messages: readonly ModelMessage[]): ImagePart[] {
  return messages.flatMap((message) =>
    message.content.flatMap((part) => (part.type === "image" ? [part] : [])),
  );
}

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
}

function frameParts(set: FrameSet, images: boolean): ContentPart[] {
  const text = (line: string): ContentPart => ({ type: "text", text: `${line}\n` });
  const missing = set.unread.map(({ label }) => text(`[The screenshot ${label} is missing.]`));
  if (set.frames.length === 0 && missing.length === 0) return [text("[There is no screenshot.]")];
  if (!images)
    return [text(`[There are ${set.frames.length} screenshots, which you cannot see.]`), ...missing];
  const shown = set.frames.flatMap((frame): ContentPart[] => [
    text(`Screenshot ${frame.label}:`),
    { type: "image", bytes: frame.bytes, mediaType: frame.mediaType },
  ]);
  return [...shown, ...missing];
}

function valueParts(name: string, value: Variable, options: RenderOptions): ContentPart[] {
  if (typeof value === "string") return [{ type: "text", text: options.fence(name, forModel(value)) }];
  if (typeof value === "number") return [{ type: "text", text: String(value) }];
  return value.kind === "words" ? [{ type: "text", text: value.text }] : frameParts(value, options.images);
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

function fill(segments: readonly Segment[], variables: Variables, options: RenderOptions): ContentPart[] {
  return joined(
    segments.flatMap((segment): ContentPart[] => {
      if ("text" in segment) return [{ type: "text", text: segment.text }];
      const value = variables[segment.variable];
      return value === undefined ? [] : valueParts(segment.variable, value, options);
    }),
  );
}

/**
 * The messages that ask a prompt.
 *
 * @throws Error when the judge gives other variables than the prompt takes, or screenshots to the system part: a bug of
 *   the judge
 */
export function renderPrompt(prompt: Prompt, variables: Variables, options: RenderOptions): ModelMessage[] {
  const given = Object.keys(variables).sort().join(", ");
  const wanted = [...prompt.variables].sort().join(", ");
  if (given !== wanted) throw new Error(`prompt ${prompt.id} takes ${wanted}, the judge gives ${given}`);
  const system = fill(prompt.system, variables, options);
  if (system.some((part) => part.type === "image"))
    throw new Error(`prompt ${prompt.id} has screenshots in its system part, which no provider takes`);
  return [
    { role: "system", content: joined([...system, { type: "text", text: `\n\n${fenceNotice}` }]) },
    { role: "user", content: fill(prompt.user, variables, options) },
  ];
}

/** The screenshots of a request. */
export function imagesOfMessages(messages: readonly ModelMessage[]): ImagePart[] {
  return messages.flatMap((message) =>
    message.content.flatMap((part) => (part.type === "image" ? [part] : [])),
  );
}

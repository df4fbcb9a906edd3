/** What an image costs in input tokens, as providers publish it: one table, pure functions of width and height. */
import type { ParsedModelRef } from "./model-ref.ts";
import { familyName } from "./prices.ts";

type Formula = (width: number, height: number) => number;

/** The size within a square of this side, never enlarged. */
function within(side: number, width: number, height: number): [width: number, height: number] {
  const scale = Math.min(1, side / Math.max(width, height));
  return [width * scale, height * scale];
}

/** Fit 2,048 px, then the short side to 768 px; so much for each tile of 512 px, and a base. */
const tiles =
  (base: number, tile: number): Formula =>
  (width, height) => {
    const fitted = within(2048, width, height);
    const scale = Math.min(1, 768 / Math.min(...fitted));
    const [columns, rows] = fitted.map((side) => Math.ceil(Math.round(side * scale) / 512));
    return base + tile * (columns ?? 1) * (rows ?? 1);
  };

const mostPatches = 1536;

/** So much for each patch of 32 px, of which there are at most 1,536. */
const patches =
  (factor: number): Formula =>
  (width, height) =>
    Math.ceil(Math.min(mostPatches, Math.ceil(width / 32) * Math.ceil(height / 32)) * factor);

/** Fit 1,568 px; a token for 750 pixels, about 1,600 at most. */
const pixels: Formula = (width, height) => {
  const [fittedWidth, fittedHeight] = within(1568, width, height);
  return Math.min(1600, Math.ceil((fittedWidth * fittedHeight) / 750));
};

/** The first pattern that a family's name matches counts. */
const table: readonly [pattern: RegExp, formula: Formula][] = [
  [/^gpt-4o-mini/, tiles(2833, 5667)],
  [/^gpt-(?:4-1|5).*-nano/, patches(2.46)],
  [/^gpt-(?:4-1|5).*-mini/, patches(1.62)],
  [/^o4-mini/, patches(1.72)],
  [/^(?:gpt-4o|chatgpt-4o|gpt-4-1)/, tiles(85, 170)],
  [/^gpt-5/, tiles(70, 140)],
  [/^o[13]/, tiles(75, 150)],
  [/^claude-/, pixels],
];

/**
 * About how many input tokens an image of this size takes; null for a model whose formula is not known. An estimate:
 * what was used comes back with the answer.
 *
 * @param width pixels, as sent
 * @see OpenAI and Anthropic, vision guides
 */
export function imageTokens(
  model: Pick<ParsedModelRef, "name">,
  width: number,
  height: number,
): number | null {
  const name = familyName(model.name);
  const formula = table.find(([pattern]) => pattern.test(name))?.[1];
  return formula === undefined ? null : formula(width, height);
}

/** Reads a rating out of free text: only a number that is stated as the score. */
import { z } from "zod";
import { readObject } from "./loose-json.ts";
import { readableText } from "./parse-verdict.ts";

const number = "([+-]?\\d{1,6}(?:\\.\\d{1,6})?)";
/** A line that begins with the label, or a heading with the number on a line of its own below it. */
const labelled = new RegExp(
  `^[\\s>#*_\\-"'\`]*(?:(?:final|overall|relevance|image|my)\\s+)?(?:score|rating)[\\s"'\`*_]*[:=]?[\\s"'\`*_]*[:=]?[\\s"'\`*_(\\[]*${number}(.*)$`,
  "i",
);
const heading =
  /^[\s>*_]*(?:#+\s*)?[*_]*(?:(?:final|overall|relevance)\s+)?(?:score|rating)[\s*_]*:?[\s*_]*$/i;
const alone = new RegExp(`^[\\s*_"'\`]*${number}(\\s*(?:/|out of).*)?[\\s*_"'\`.]*$`, "i");
const ownScore = z.object({
  score: z.union([z.number(), z.string()]).nullish(),
  rating: z.union([z.number(), z.string()]).nullish(),
});

export interface RatingScale {
  readonly min: number;
  readonly max: number;
}

/** The number, when what follows it does not make it a percentage, a range, a part of a word or another scale. */
function onScale(digits: string, after: string, { min, max }: RatingScale): number | null {
  const value = Number(digits);
  if (/^(?:\p{L}|[,.]\d|\s*(?:%|percent\b|[-–—~]\s*\d|(?:to|or)\s+\d))/iu.test(after)) return null;
  const scale = /^[\s*_"'`)\]]*(?:\/|out of)\s*(\d+)/i.exec(after)?.[1];
  if (scale !== undefined && Number(scale) !== max) return null;
  return value >= min && value <= max ? value : null;
}

function inObject(text: string, scale: RatingScale): number | null | undefined {
  const bare = text.replace(/^\s*`{3,}\w*\s*/, "").trim();
  if (!bare.startsWith("{") || !/\}\s*(?:`{3,}\s*)?$/.test(bare)) return undefined;
  const read = ownScore.safeParse(readObject(bare));
  const stated = read.data?.score ?? read.data?.rating;
  return stated === null || stated === undefined ? null : (parseNumber(String(stated), scale) ?? null);
}

function parseNumber(line: string, scale: RatingScale): number | null | undefined {
  const match = alone.exec(line);
  return match === null ? undefined : onScale(match[1] ?? "", match[2] ?? "", scale);
}

/**
 * Reads a rating such as `Score: 3`, `**Rating:** 4/5`, `{"score": 2}` or a bare `5`. Numbers in prose, percentages and
 * the fields of other data are no ratings. The last statement counts; one that is off the scale counts as none.
 *
 * @returns a number in [min, max], or null. Never throws
 */
export function parseRating(text: string, scale: RatingScale): number | null {
  const readable = readableText(text);
  const whole = inObject(readable, scale);
  if (whole !== undefined) return whole;
  const lines = readable.split("\n").map((line) => line.slice(0, 400));
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? "";
    const match = labelled.exec(line);
    // "Score 3 reflects that …" is about the scale; a statement has a colon or ends after the number.
    if (match !== null && (/[:=]/.test(line) || (match[2] ?? "").trim() === ""))
      return onScale(match[1] ?? "", match[2] ?? "", scale);
    if (heading.test(line)) {
      const next = lines.slice(index + 1).find((later) => later.trim() !== "");
      return next === undefined ? null : (parseNumber(next, scale) ?? null);
    }
  }
  return parseNumber(readable.trim(), scale) ?? null;
}

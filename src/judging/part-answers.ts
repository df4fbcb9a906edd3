/** Answers that are a part of a protocol and no verdict: a rating with its reason, and a list of points. */
import { z } from "zod";
import { oneLine } from "../trajectory/index.ts";
import { type AnswerFormat, kept, strictObject } from "./answer-schema.ts";
import { parseRating } from "./parse-rating.ts";
import { readableText } from "./parse-verdict.ts";

export interface Rating {
  readonly rating: number;
  readonly reason: string;
}

const ratingObject = z.object({ reasoning: z.string().nullish().catch(null), rating: z.coerce.number() });

/** How relevant a screenshot is, as WebJudge asks. */
export const relevanceScale = { min: 1, max: 5 } as const;

/** A whole number from 1 to 5 with its reason. */
export const ratingFormat: AnswerFormat<Rating> = {
  name: "rating",
  schema: strictObject({
    reasoning: { type: "string", description: "What can be seen that bears on the points. Written first." },
    rating: { type: "integer", enum: [1, 2, 3, 4, 5] },
  }),
  readObject(object) {
    const read = ratingObject.safeParse(object);
    const { min, max } = relevanceScale;
    if (!read.success || !(read.data.rating >= min && read.data.rating <= max)) {
      return { reason: `the answer holds no rating from ${min} to ${max}` };
    }
    return { value: { rating: read.data.rating, reason: kept(read.data.reasoning) } };
  },
  readText(text) {
    const rating = parseRating(text, relevanceScale);
    return rating === null
      ? { reason: "the answer states no rating" }
      : { value: { rating, reason: kept(text) } };
  },
};

const mostPoints = 30;
const pointLength = 400;
const listObject = z.object({ points: z.array(z.string()).min(1) });
const bullet = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;

/** A list of short points. */
export const listFormat: AnswerFormat<string[]> = {
  name: "points",
  schema: strictObject({ points: { type: "array", items: { type: "string" } } }),
  readObject(object) {
    const read = listObject.safeParse(object);
    return read.success
      ? { value: read.data.points.slice(0, mostPoints).map((point) => oneLine(point, pointLength)) }
      : { reason: "the answer holds no points" };
  },
  readText(text) {
    const lines = readableText(text)
      .split("\n")
      .filter((line) => bullet.test(line));
    return lines.length === 0
      ? { reason: "the answer holds no list" }
      : { value: lines.slice(0, mostPoints).map((line) => oneLine(line.replace(bullet, ""), pointLength)) };
  },
};

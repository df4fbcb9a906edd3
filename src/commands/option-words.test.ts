import { expect, test } from "vitest";
import { z } from "zod";
import { framePolicy } from "../evidence/index.ts";
import { optionWords } from "./option-words.ts";

const json = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { io: "input" });

test.each<[z.ZodType, string]>([
  [framePolicy.default("last"), "last | first+last | changed | all | last:K | key:K (default last)"],
  [
    z.int().min(1).max(5).default(3).describe("the least rating"),
    "integer from 1 to 5 (default 3): the least rating",
  ],
  [z.union([z.enum(["same", "all"]), z.array(z.string())]), "same | all | a list"],
  [z.boolean().default(false), "boolean (default false)"],
  [z.string(), "string"],
])("%# reads as a person would say it", (schema, words) => {
  expect(optionWords(json(schema))).toBe(words);
});

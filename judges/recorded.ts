/** Verdicts that were given elsewhere: answers from a JSONL file take the place of a model. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { z } from "zod";
import { defineJudge, type Judge, parseVerdictText } from "../src/judging/index.ts";
import { check, InputError, type Judgement, outcomeSchema } from "../src/trajectory/index.ts";

const lineSchema = z
  .object({
    trajectoryId: z.string().nullish(),
    id: z.string().nullish(),
    judge: z.string().nullish(),
    text: z.string().nullish(),
    outcome: outcomeSchema.nullish(),
    score: z.number().min(0).max(1).nullish(),
    reasoning: z.string().nullish(),
  })
  .refine((line) => line.trajectoryId ?? line.id, "needs a trajectoryId or an id")
  .refine((line) => line.outcome !== undefined || line.text, "needs an outcome or a text");
type Line = z.infer<typeof lineSchema>;

interface Entry {
  readonly line: Line;
  readonly number: number;
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${where}: no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function judgementOf({ outcome, text, score, reasoning }: Line): Judgement {
  if (outcome) return { outcome, score: score ?? null, reasoning: reasoning ?? "" };
  if (!text)
    return {
      outcome: null,
      score: null,
      reasoning: reasoning ?? "",
      error: { kind: "unreadable-answer", message: "recorded without an outcome" },
    };
  const read = parseVerdictText(text);
  if (read.outcome !== null)
    return { outcome: read.outcome, score: read.score ?? null, reasoning: read.reasoning };
  return {
    outcome: null,
    score: null,
    reasoning: "",
    error: { kind: "unreadable-answer", message: read.error },
    rawText: text,
  };
}

function entriesOf(content: string, path: string): Entry[] {
  return content.split("\n").flatMap((text, index): Entry[] => {
    if (text.trim() === "") return [];
    const where = `${path}:${index + 1}`;
    return [{ line: check(lineSchema, parsed(text, where), where), number: index + 1 }];
  });
}

function chosen(entries: readonly Entry[], path: string, name: string | undefined): Entry[] {
  const names = [...new Set(entries.flatMap(({ line }) => line.judge ?? []))].sort();
  const listed = names.map((judge) => `recorded:${path}#${judge}`).join(", ");
  if (name !== undefined && !names.includes(name))
    throw new InputError(
      `${path}: holds no judge ${JSON.stringify(name)}${listed ? `; it holds ${listed}` : ", and names none"}`,
    );
  if (name === undefined && names.length > 1)
    throw new InputError(`${path}: holds ${names.length} judges; choose one: ${listed}`);
  return name === undefined ? [...entries] : entries.filter(({ line }) => line.judge === name);
}

function byTrajectory(entries: readonly Entry[], path: string): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const id = entry.line.trajectoryId ?? entry.line.id ?? "";
    const other = found.get(id);
    if (other !== undefined)
      throw new InputError(
        `${path}:${entry.number}: a second answer for ${JSON.stringify(id)}; the first is in line ${other.number}`,
      );
    found.set(id, entry);
  }
  return found;
}

/** A file's name as a word that can stand in a judge's id. */
const word = (text: string): string => text.replace(/[^\w.-]+/g, "-").replace(/^[^a-z0-9]+/i, "") || "file";

/**
 * A judge that answers from a JSONL file. Each line holds `trajectoryId` or `id`, and `text` (a judge's raw answer) or
 * `outcome`; `judge`, `score` and `reasoning` may be there. A trajectory without a line is unscored (`not-recorded`).
 *
 * @param name which judge, where the file holds several
 * @throws InputError for a line that cannot be read, two answers for one trajectory, or no choice among several judges
 */
export async function recorded(path: string, name?: string): Promise<Judge> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new InputError(
      `${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const entries = chosen(entriesOf(bytes.toString("utf8"), path), path, name);
  const answers = byTrajectory(entries, path);
  const own = name ?? entries.find(({ line }) => line.judge)?.line.judge ?? basename(path, extname(path));
  return defineJudge({
    id: `recorded:${word(own)}`,
    summary: "answers that were recorded elsewhere",
    levels: ["trajectory"],
    options: z.strictObject({}),
    files: { answers: createHash("sha256").update(bytes).digest("hex").slice(0, 32) },
    codeVersion: 1,

    async judge(view) {
      const entry = answers.get(view.id);
      if (entry !== undefined) return judgementOf(entry.line);
      const message = `${basename(path)} holds no answer for this trajectory`;
      return { outcome: null, score: null, reasoning: "", error: { kind: "not-recorded", message } };
    },
  });
}

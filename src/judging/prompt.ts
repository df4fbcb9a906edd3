/** Prompts: Markdown files with front matter, checked when they are loaded, versioned by their content. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { packageRoot } from "../package-root.ts";
import { check, digest, InputError } from "../trajectory/index.ts";

const answerKinds = [
  "verdict",
  "requirements",
  "requirements-and-delivery",
  "reward-bench",
  "step",
  "rating",
  "list",
  "text",
  "action",
] as const;
/**
 * What a prompt asks for: a verdict on the run in one of four forms, the class of a step, a part of a protocol, or the
 * next action of an agent.
 */
export type AnswerKind = (typeof answerKinds)[number];

/** A piece of a prompt: its own words, or the place of a variable. */
export type Segment = { readonly text: string } | { readonly variable: string };

export interface Prompt {
  readonly id: string;
  /** The model that is asked, such as `vision` or `text`. */
  readonly role: string;
  readonly answer: AnswerKind;
  /** The variables that the judge has to give. */
  readonly variables: readonly string[];
  readonly system: readonly Segment[];
  readonly user: readonly Segment[];
  /** The content's hash: another wording is another version of the judge. */
  readonly hash: string;
}

const frontMatter = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/),
  role: z.string().regex(/^[a-z][a-z0-9-]*$/),
  variables: z.array(z.string().regex(/^[a-z][A-Za-z0-9]*$/)),
  answer: z.enum(answerKinds),
});

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/;

function segmentsOf(text: string): Segment[] {
  return text
    .trim()
    .split(new RegExp(placeholder, "g"))
    .map((piece, index) => (index % 2 === 0 ? { text: piece } : { variable: piece }))
    .filter((segment) => !("text" in segment) || segment.text !== "");
}

const variablesIn = (segments: readonly Segment[]): string[] =>
  segments.flatMap((segment) => ("variable" in segment ? [segment.variable] : []));

function read(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r\n?/g, "\n");
  } catch (error) {
    throw new InputError(
      `${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function headOf(yaml: string, path: string): unknown {
  try {
    return parseYaml(yaml);
  } catch (error) {
    throw new InputError(
      `${path}: front matter: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
    );
  }
}

/**
 * Reads a prompt file.
 *
 * @throws InputError when it lacks a part, or when its placeholders and its declared variables differ
 */
export function readPrompt(path: string): Prompt {
  const content = read(path);
  const parts = /^---\n([\s\S]*?)\n---\n+# System\n([\s\S]*?)\n# User\n([\s\S]*)$/.exec(content);
  if (parts === null)
    throw new InputError(
      `${path}: a prompt is front matter between --- lines, then "# System", then "# User"`,
    );
  const [, yaml = "", systemText = "", userText = ""] = parts;
  const head = check(frontMatter, headOf(yaml, path), `${path}: front matter`);
  const system = segmentsOf(systemText);
  const user = segmentsOf(userText);
  const used = new Set(variablesIn([...system, ...user]));
  for (const variable of used)
    if (!head.variables.includes(variable))
      throw new InputError(`${path}: {{${variable}}} is not in variables: [${head.variables.join(", ")}]`);
  for (const variable of head.variables)
    if (!used.has(variable))
      throw new InputError(`${path}: variable ${variable} is declared, but has no {{${variable}}}`);
  return { ...head, system, user, hash: digest(content) };
}

/** A prompt in the place of another: it may leave variables out, but know no others, and must ask for the same. */
function replaced(original: Prompt, path: string): Prompt {
  const own = readPrompt(path);
  for (const field of ["id", "role", "answer"] as const)
    if (own[field] !== original[field])
      throw new InputError(
        `${path}: ${field}: must be ${original[field]}, saw ${JSON.stringify(own[field])}`,
      );
  const unknown = own.variables.find((variable) => !original.variables.includes(variable));
  if (unknown !== undefined)
    throw new InputError(
      `${path}: variables: ${original.id} is given ${original.variables.join(", ")}, not ${unknown}`,
    );
  return { ...own, variables: original.variables };
}

function refuseUnknown(id: string, ids: readonly string[]): void {
  if (existsSync(join(packageRoot, "prompts", `${id}.md`))) return;
  const own = ids.length === 0 ? "this judge has none" : `this judge has ${ids.join(", ")}`;
  throw new InputError(`--prompt: there is no prompt ${JSON.stringify(id)}; ${own}`);
}

/**
 * Loads the prompts of a judge.
 *
 * @param overrides prompt id → file to use in its place; ids of other judges' prompts are passed over
 * @throws InputError when a file is missing or unsound, or an override names no prompt
 */
export function loadPrompts(
  ids: readonly string[],
  overrides: Readonly<Record<string, string>> = {},
  folder: string = join(packageRoot, "prompts"),
): Record<string, Prompt> {
  for (const id of Object.keys(overrides)) if (!ids.includes(id)) refuseUnknown(id, ids);
  return Object.fromEntries(
    ids.map((id) => {
      const path = join(folder, `${id}.md`);
      const prompt = readPrompt(path);
      if (prompt.id !== id)
        throw new InputError(`${path}: id: must be ${id}, saw ${JSON.stringify(prompt.id)}`);
      const override = overrides[id];
      return [id, override === undefined ? prompt : replaced(prompt, override)];
    }),
  );
}

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packageRoot } from "../package-root.ts";
import { InputError } from "../trajectory/index.ts";
import { loadPrompts, readPrompt } from "./prompt.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trajudge-prompt-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const head = (changes: Record<string, string> = {}): string =>
  Object.entries({
    id: "end-to-end/trajectory",
    role: "vision",
    variables: "[task]",
    answer: "verdict",
    ...changes,
  })
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n");

function write(user: string, changes: Record<string, string> = {}): string {
  const path = join(folder, "prompt.md");
  writeFileSync(path, `---\n${head(changes)}\n---\n# System\nYou judge.\n# User\n${user}\n`);
  return path;
}

describe("readPrompt", () => {
  test("splits the text at its variables", () => {
    expect(readPrompt(write("The task: {{task}}!"))).toMatchObject({
      id: "end-to-end/trajectory",
      role: "vision",
      answer: "verdict",
      system: [{ text: "You judge." }],
      user: [{ text: "The task: " }, { variable: "task" }, { text: "!" }],
    });
  });

  test.each([
    [
      "a variable that is not declared",
      "{{task}} {{frames}}",
      {},
      /\{\{frames\}\} is not in variables: \[task\]/,
    ],
    ["a declared variable without a place", "nothing", {}, /variable task is declared/],
    ["an unknown field", "{{task}}", { temperature: "1" }, /front matter.*temperature/],
    ["an unknown kind of answer", "{{task}}", { answer: "poem" }, /answer: .*saw "poem"/],
    ["broken YAML", "{{task}}", { variables: "[task" }, /prompt\.md: front matter: /],
  ])("refuses %s", (_what, user, changes, message) => {
    const path = write(user, changes);
    expect(() => readPrompt(path)).toThrow(InputError);
    expect(() => readPrompt(path)).toThrow(message);
  });

  test("refuses a file without its parts", () => {
    const path = join(folder, "x.md");
    writeFileSync(path, "Judge {{task}}.");
    expect(() => readPrompt(path)).toThrow(/front matter between --- lines/);
  });

  test("another wording is another version, another line end is not", () => {
    const path = write("{{task}}");
    const { hash } = readPrompt(path);
    writeFileSync(
      path,
      `---\n${head()}\n---\n# System\nYou judge.\n# User\n{{task}}\n`.replaceAll("\n", "\r\n"),
    );
    expect(readPrompt(path).hash).toBe(hash);
    expect(readPrompt(write("{{task}}?")).hash).not.toBe(hash);
  });
});

describe("loadPrompts", () => {
  const id = "end-to-end/trajectory";

  test("an override takes the place of a prompt and may leave variables out", () => {
    const [prompt] = Object.values(loadPrompts([id], { [id]: write("Only {{task}}.") }));
    expect(prompt?.user).toEqual([{ text: "Only " }, { variable: "task" }, { text: "." }]);
    expect(prompt?.variables).toContain("frames");
  });

  test.each([
    [
      "variables that the judge does not give",
      { variables: "[task, weather]" },
      "{{task}} {{weather}}",
      /not weather/,
    ],
    ["another kind of answer", { answer: "text" }, "{{task}}", /answer: must be verdict, saw "text"/],
    ["another role", { role: "text" }, "{{task}}", /role: must be vision/],
  ])("an override must not bring %s", (_what, changes, user, message) => {
    const path = write(user, changes);
    expect(() => loadPrompts([id], { [id]: path })).toThrow(message);
  });

  test("an override of a prompt that there is not is an error, one of another judge's prompt is not", () => {
    const path = write("{{task}}");
    expect(() => loadPrompts([], { "end-to-end/trajektory": path })).toThrow(
      /there is no prompt "end-to-end\/trajektory"/,
    );
    expect(loadPrompts([], { [id]: path })).toEqual({});
  });

  test("every prompt of the package is sound, and stands where its id says", () => {
    const files = readdirSync(join(packageRoot, "prompts"), { recursive: true, encoding: "utf8" });
    const ids = files
      .filter((file) => file.endsWith(".md"))
      .map((file) => file.replaceAll("\\", "/").slice(0, -3));
    expect(Object.keys(loadPrompts(ids))).toEqual(ids);
    expect(ids).toContain(id);
  });
});

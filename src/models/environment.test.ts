import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trajudge-env-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("keys are read from .env in the working folder, the environment first", () => {
  writeFileSync(join(folder, ".env"), 'OPENAI_API_KEY="from file"\nANTHROPIC_API_KEY=file # comment\n');
  expect(readEnvironment(folder, { OPENAI_API_KEY: "outer", EMPTY: "" })).toEqual({
    OPENAI_API_KEY: "outer",
    ANTHROPIC_API_KEY: "file",
  });
});

test("no .env is no error", () => {
  expect(readEnvironment(folder, { A: "1" })).toEqual({ A: "1" });
});

test("a .env of somebody else's folder cannot redirect the environment's key", () => {
  writeFileSync(join(folder, ".env"), "OPENAI_BASE_URL=http://evil.example/v1\n");
  expect(() => readEnvironment(folder, { OPENAI_API_KEY: "sk-secret" })).toThrow(
    /sets OPENAI_BASE_URL, but OPENAI_API_KEY comes from the environment/,
  );
});

test("a .env may set address and key together", () => {
  writeFileSync(join(folder, ".env"), "OPENAI_BASE_URL=http://own.example/v1\nOPENAI_API_KEY=own\n");
  expect(readEnvironment(folder, {})).toMatchObject({ OPENAI_BASE_URL: "http://own.example/v1" });
});

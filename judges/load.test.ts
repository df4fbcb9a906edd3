import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judgeTrajectory, prepareJudge } from "../src/judging/index.ts";
import { packageRoot } from "../src/package-root.ts";
import { InputError } from "../src/trajectory/index.ts";
import { kettleRun } from "../test/fixtures/trajectories.ts";
import { judges, resolveJudge } from "./index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trajudge-load-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const judging = JSON.stringify(join(packageRoot, "src/judging/index.ts"));
const zod = JSON.stringify(join(packageRoot, "node_modules/zod/index.js"));
const source = (outcome: string): string => `
import { z } from ${zod};
import { defineJudge } from ${judging};
export default defineJudge({
  id: "mine",
  summary: "always the same",
  levels: ["trajectory"],
  options: z.strictObject({}),
  judge: async () => ({ outcome: "${outcome}", score: null, reasoning: "" }),
});
`;
function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

describe("resolveJudge", () => {
  test("knows the package's own judges", async () => {
    for (const [id, judge] of Object.entries(judges)) expect(await resolveJudge(id)).toBe(judge);
  });

  test("loads a judge written in TypeScript", async () => {
    write("my-judge.ts", `const typed: string = "x";\n${source("blocked")}`);
    const judge = await resolveJudge("./my-judge.ts", folder);
    expect(await judgeTrajectory(kettleRun(), judge)).toMatchObject({ judge: "mine", outcome: "blocked" });
  });

  test("loads a judge from a package", async () => {
    const place = join(folder, "node_modules/some-judge");
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, "package.json"),
      '{"name": "some-judge", "type": "module", "exports": "./index.mjs"}',
    );
    writeFileSync(join(place, "index.mjs"), source("failure"));
    expect((await resolveJudge("some-judge", folder)).id).toBe("mine");
  });

  test("another code is another version", async () => {
    write("a.mjs", source("success"));
    write("b.mjs", source("failure"));
    const [a, b] = await Promise.all(["./a.mjs", "./b.mjs"].map((file) => resolveJudge(file, folder)));
    expect(a && b && prepareJudge(a).version !== prepareJudge(b).version).toBe(true);
  });

  test.each([
    ["a file that there is not", "./none.ts", "", /judge \.\/none\.ts: cannot be loaded/],
    ["a file with an error", "./bad.mjs", "export default {", /judge \.\/bad\.mjs: cannot be loaded/],
    ["a module without a judge", "./bad.mjs", "export const x = 1;", /its default export is no judge/],
    [
      "a judge without a function",
      "./bad.mjs",
      'export default { id: "x", summary: "s", levels: ["trajectory"] };',
      /no judge: .*(judge|options)/,
    ],
    [
      "a name that means nothing",
      "end-to-ned",
      "",
      /judge "end-to-ned": no such judge; there are end-to-end, /,
    ],
    ["a name that is none", "what is this", "", /no such judge/],
    ["a name of an object's own", "constructor", "", /no such judge/],
  ])("refuses %s", async (_what, spec, text, message) => {
    write("bad.mjs", text);
    await expect(resolveJudge(spec, folder)).rejects.toThrow(InputError);
    await expect(resolveJudge(spec, folder)).rejects.toThrow(message);
  });
});

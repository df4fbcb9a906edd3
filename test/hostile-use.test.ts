/** What a command does when its surroundings fail: no room, no reader, foreign code that ends the process, foreign words. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.ts";
import { trajudge } from "./command-line.ts";
import { kettleRun } from "./fixtures/trajectories.ts";
import { folderWith } from "./run-files.ts";

const first = join(packageRoot, "examples/first/trajectories.jsonl");
const esc = "\u001b";

/** Runs the real program; without `readOutput` its reader goes away after the first words. */
async function program(words: readonly string[], readOutput = true) {
  const child = spawn(process.execPath, ["--import", "tsx", join(packageRoot, "cli.ts"), ...words], {
    cwd: packageRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += String(chunk);
    if (!readOutput) child.stdout.destroy();
  });
  child.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  const [code] = await once(child, "close");
  return { code, ...said };
}

async function judgeFile(body: string): Promise<string> {
  const folder = await folderWith({});
  const path = join(folder, "own.ts");
  await writeFile(
    path,
    `import { defineJudge } from "${packageRoot}/src/index.ts"; import { z } from "${packageRoot}/node_modules/zod/index.js";
export default defineJudge({ id: "own", summary: "own", levels: ["trajectory"], options: z.strictObject({}),
  async judge() { ${body} } });`,
  );
  return path;
}

test.skipIf(process.platform !== "linux")(
  "a place that takes no folder is one line, and no endless try",
  async () => {
    const { code, err } = await trajudge("judge", first, "--judge", "offline", "--out", "/proc/nowhere/run");
    expect(code).toBe(2);
    expect(err).toMatch(/\/proc\/nowhere: no such file or folder, or it cannot be made there/);
  },
);

test("a judge that ends the process is no success, and says so", async () => {
  const out = await folderWith({});
  const own = await judgeFile("process.exit(0);");
  const { code, err } = await program(["judge", first, "--judge", own, "--out", join(out, "run")]);
  expect(code).toBe(3);
  expect(err).toContain("stopped before the command was done: something ended the process");
});

test("a judge whose promise is never settled is named as the reason", async () => {
  const out = await folderWith({});
  const own = await judgeFile("return new Promise(() => undefined);");
  const { code, err } = await program(["judge", first, "--judge", own, "--out", join(out, "run")]);
  expect(code).toBe(3);
  expect(err).toContain("something waits for what never comes");
});

test("a reader that goes away (| head) ends the command quietly", async () => {
  const folder = await folderWith({});
  const lines = Array.from({ length: 4000 }, (_unused, i) => JSON.stringify(kettleRun({ id: `shop/${i}` })));
  await writeFile(join(folder, "runs.jsonl"), lines.join("\n"));
  const { code, err } = await program(["show", join(folder, "runs.jsonl")], false);
  expect(err).toBe("");
  expect(code).toBe(141);
});

test("a fault of the file system is one line that says what to do, and wrong use", async () => {
  const folder = await folderWith({ file: "" });
  const { code, err } = await trajudge(
    "judge",
    first,
    "--judge",
    "offline",
    "--out",
    join(folder, "file/run"),
  );
  expect(code).toBe(2);
  expect(err).toMatch(/file\/run: a part of the path is a file, a folder is needed \(ENOTDIR\)$/);
});

test("an error message holds no terminal escape of a file's name or content", async () => {
  const folder = await folderWith({ "runs.json": `${esc}]0;title\u0007${esc}[31m{` });
  await mkdir(join(folder, `dir${esc}[31m`));
  for (const input of ["runs.json", `dir${esc}[31m`]) {
    const { code, err } = await trajudge("show", join(folder, input));
    expect(code).toBe(2);
    expect(err).not.toContain(esc);
  }
});

test("show --json stays one JSON document when a later run is an error", async () => {
  const run = JSON.stringify(kettleRun());
  const folder = await folderWith({ "runs.jsonl": `${run}\n${run}\n` });
  const { code, out, err } = await trajudge("show", join(folder, "runs.jsonl"), "--json");
  expect(code).toBe(2);
  expect(err).toContain("is also the id of a run");
  expect(JSON.parse(out)).toHaveLength(1);
});

test("JSON on stdout is the same value to a parser and holds no character that a terminal obeys", async () => {
  const instruction = "turn\u202e hide\u200b clear\u009b2J";
  const run = kettleRun();
  const folder = await folderWith({
    "runs.jsonl": JSON.stringify({ ...run, task: { ...run.task, instruction } }),
  });
  const { out } = await trajudge("show", join(folder, "runs.jsonl"), "--json");
  expect(out).not.toMatch(/[\u0080-\u009f\u200b\u202e]/);
  expect(JSON.parse(out)[0].task.instruction).toBe(instruction);
});

test("an option for a judge that is not asked is refused, not passed over", async () => {
  const out = join(await folderWith({}), "run");
  const words = ["judge", first, "--judge", "offline", "--out", out];
  const { code, err } = await trajudge(...words, "--option", "end-to-end:frames=all");
  expect(code).toBe(2);
  expect(err).toContain("is for a judge that is not asked; asked are offline");
});

test("judges show --json is JSON", async () => {
  const { out } = await trajudge("judges", "show", "offline", "--input", first, "--json");
  expect(JSON.parse(out)).toMatchObject({ id: "offline" });
});

test("actions stay in line and inside the width, whatever their number and length", async () => {
  const run = kettleRun();
  const [step] = run.steps;
  const text = `${"https://shop.test/a?q=".padEnd(300, "x")} ${"word ".repeat(40)}`;
  const steps = Array.from({ length: 1200 }, (_unused, index) => ({
    ...step,
    index,
    action: { raw: "x", type: "say", value: text, error: text },
  }));
  const folder = await folderWith({ "runs.jsonl": JSON.stringify({ ...run, steps }) });
  const { out } = await trajudge("show", join(folder, "runs.jsonl"));
  const lines = out.split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const columns = lines.flatMap((line) => /^ *\d+ {2}(?=\S)/.exec(line)?.[0].length ?? []);
  expect(new Set(columns)).toEqual(new Set([6]));
});

test("an error of use names the help of the command that was called", async () => {
  expect((await trajudge("judge")).err).toContain("trajudge judge --help");
  expect((await trajudge("export", "bc")).err).toContain("trajudge export bc --help");
});

/** What commands print fits the 80 columns of a terminal. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.ts";
import { trajudge } from "./command-line.ts";
import { folderWith } from "./run-files.ts";

const first = join(packageRoot, "examples/first/trajectories.jsonl");
const commands = [
  [],
  ["judge"],
  ["calibrate"],
  ["report"],
  ["review"],
  ["watch"],
  ["show"],
  ["convert"],
  ["formats"],
  ["judges"],
  ["judges", "show"],
  ["doctor"],
  ["export"],
  ["export", "bc"],
  ["export", "rewards"],
  ["export", "preferences"],
  ["select"],
  ["demo"],
];

const wide = (text: string): string[] => text.split("\n").filter((line) => [...line].length > 80);

test.each(commands.map((words) => [words.join(" ") || "trajudge", words] as const))(
  "the help of %s",
  async (_name, words) => {
    const { code, out } = await trajudge(...words, "--help");
    expect(code).toBe(0);
    expect(wide(out)).toEqual([]);
  },
);

test.each(["formats", "judges", "doctor"])("the list of %s", async (word) => {
  expect(wide((await trajudge(word)).out)).toEqual([]);
});

test("the pages and notices of judge, select and show", async () => {
  const out = join(await folderWith({}), "run");
  const judged = await trajudge("judge", first, "--out", out);
  expect(wide(judged.err)).toEqual([]);
  // The folder's own name may be of any length.
  expect(wide(judged.out.replaceAll(out, "run"))).toEqual([]);
  expect(wide((await trajudge("select", out)).out)).toEqual([]);
  expect(wide((await trajudge("show", first)).out)).toEqual([]);
});

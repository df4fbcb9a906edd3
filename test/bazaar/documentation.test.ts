/** The tables of docs/bazaar.md, compared with what they describe. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { casting, expectedOutcome } from "../../src/bazaar/agents/casting.ts";
import { agents } from "../../src/bazaar/agents/scripts.ts";
import { tasks } from "../../src/bazaar/tasks/index.ts";
import { packageRoot } from "../../src/package-root.ts";
import { oracleTable } from "./oracle-table.ts";

const text = await readFile(join(packageRoot, "docs/bazaar.md"), "utf8");

/** The rows of the table that stands after a mark, its head left out. */
function tableAfter(mark: string): string[][] {
  const after = text.split(`<!-- ${mark} -->`)[1] ?? "";
  const rows = /^\s*((?:\|.*\n)+)/.exec(after)?.[1]?.trimEnd().split("\n") ?? [];
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("the documentation lists every task by kind, with its instruction", () => {
  const kinds = ["information", "navigation", "modification"];
  const expected = kinds.flatMap((kind) =>
    tasks.filter((task) => task.kind === kind).map(({ id, instruction }) => [kind, `\`${id}\``, instruction]),
  );
  expect(tableAfter("tasks")).toEqual(expected);
});

test("the documentation lists every agent, with what it does and how many runs it plays", () => {
  const runs = casting();
  const expected = agents.map(({ name, summary }) => [
    `\`${name}\``,
    summary,
    String(runs.filter(({ agent }) => agent.name === name).length),
  ]);
  expect(tableAfter("agents")).toEqual(expected);
});

test("the documentation counts the runs", () => {
  const outcomes = casting().map(expectedOutcome);
  const count = (outcome: string): string => String(outcomes.filter((each) => each === outcome).length);
  expect(tableAfter("counts")).toEqual([
    [String(outcomes.length), count("success"), count("failure"), count("blocked")],
  ]);
});

test("the documentation says how many runs the hand-written table holds", () => {
  expect(text).toContain(`A table written by hand for ${oracleTable.length} runs`);
});

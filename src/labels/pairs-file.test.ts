import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Pair } from "../trajectory/index.ts";
import { type PairsOptions, readPairs } from "./pairs-file.ts";

async function fileWith(text: string, name = "pairs.csv"): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "trajudge-pairs-")), name);
  await writeFile(path, text);
  return path;
}

const yesNo: PairsOptions = { human: "human", judge: "judge", positive: ["yes"], negative: ["no"] };

const outcomesOf = (pairs: readonly Pair[]) => pairs.map(({ human, judge }) => [human, judge]);

/** n, tp, fp, fn, tn over the pairs decided on both sides. */
function counts(pairs: readonly Pair[]): number[] {
  const of = (human: string, judge: string) =>
    pairs.filter((pair) => pair.human === human && pair.judge === judge).length;
  const table = [
    of("success", "success"),
    of("failure", "success"),
    of("success", "failure"),
    of("failure", "failure"),
  ];
  return [table.reduce((sum, count) => sum + count, 0), ...table];
}

describe("a CSV file", () => {
  test("may have quoted line ends, CRLF and a byte order mark", async () => {
    const path = await fileWith('\uFEFFhuman,note,judge\r\nyes,"two\r\nlines, ""quoted""",no\r\nno,x,no\r\n');
    const { pairs, report } = await readPairs(path, yesNo);
    expect(outcomesOf(pairs)).toEqual([
      ["success", "failure"],
      ["failure", "failure"],
    ]);
    expect(report).toEqual({ rows: 2, ignored: 0, unlabelled: 0, unscored: 0 });
  });

  test.each(["utf16le", "utf8"] as const)("may be written in %s", async (encoding) => {
    const path = await fileWith("");
    await writeFile(path, Buffer.from("\uFEFFhuman\tjudge\nyes\tno\n", encoding));
    expect(outcomesOf((await readPairs(path, yesNo)).pairs)).toEqual([["success", "failure"]]);
  });

  test("must not have a column twice, because one of them would silently win", async () => {
    const path = await fileWith("human,judge,human\nyes,no,no\n");
    await expect(readPairs(path, yesNo)).rejects.toThrow('the column "human" stands twice');
  });

  test.each([
    ["semicolons", "human;judge;note\nyes;no;a,b,c,d\n"],
    ["tabs", "human\tjudge\tnote\nyes\tno\ta,b;c\n"],
  ])("may be delimited by %s", async (_name, text) => {
    const { pairs } = await readPairs(await fileWith(text), yesNo);
    expect(outcomesOf(pairs)).toEqual([["success", "failure"]]);
  });

  test("that breaks its quotes is an error of one line that names the file", async () => {
    const path = await fileWith('human,judge\nyes,"no\n');
    await expect(readPairs(path, yesNo)).rejects.toThrow(/^[^\n]*pairs\.csv: no valid CSV[^\n]*$/);
  });
});

test("dots lead into nested objects, and a name with dots is taken as it stands first", async () => {
  const rows = [{ a: { human: "yes" }, "b.judge": "no", b: { judge: "yes" } }];
  const path = await fileWith(JSON.stringify(rows), "pairs.json");
  const { pairs } = await readPairs(path, { ...yesNo, human: "a.human", judge: "b.judge" });
  expect(outcomesOf(pairs)).toEqual([["success", "failure"]]);
});

test("a missing verdict is unscored, a missing reference unlabelled, an ignored value leaves the row out", async () => {
  const lines = [{ human: 1, judge: null }, { human: 1 }, { human: "", judge: 0 }, { human: -0.1, judge: 1 }];
  const path = await fileWith(lines.map((line) => JSON.stringify(line)).join("\n"), "pairs.jsonl");
  const options = { human: "human", judge: "judge", positive: ["1"], negative: ["0"], ignore: ["-0.1"] };
  const { pairs, report } = await readPairs(path, options);
  expect(outcomesOf(pairs)).toEqual([
    ["success", null],
    ["success", null],
    [null, "failure"],
  ]);
  expect(report).toEqual({ rows: 4, ignored: 1, unlabelled: 1, unscored: 2 });
});

test("numbers are compared by value and texts without the blanks around them", async () => {
  const path = await fileWith("human,judge\n1.0, 1 \n01,+1\n0, 0.00\n1e0,0\n");
  const { pairs } = await readPairs(path, {
    human: "human",
    judge: "judge",
    positive: ["1"],
    negative: ["0"],
  });
  expect(counts(pairs)).toEqual([4, 2, 0, 1, 1]);
});

test("case is disregarded only where one meaning is left", async () => {
  const path = await fileWith("human,judge\nYES,yes\n");
  const both = await readPairs(path, yesNo);
  expect(outcomesOf(both.pairs)).toEqual([["success", "success"]]);
  const unclear = { ...yesNo, positive: ["Yes", "yes"], negative: ["yEs"] };
  await expect(readPairs(path, unclear)).rejects.toThrow(/in none of the lists: "YES" \(1\)/);
});

test("a value in none of the lists is an error that lists the values with their counts", async () => {
  const path = await fileWith("human,judge\nyes,maybe\nno,maybe\nyes,no\n");
  await expect(readPairs(path, yesNo)).rejects.toThrow(
    /pairs\.csv: column "judge": in none of the lists: "maybe" \(2\); values seen: "maybe" \(2\), "no" \(1\)$/,
  );
});

test("a column that no row has is an error that lists the columns", async () => {
  const path = await fileWith(JSON.stringify([{ human: "yes", nested: { verdict: "no" } }]), "pairs.json");
  await expect(readPairs(path, yesNo)).rejects.toThrow(
    /no row has the judge column "judge"; columns: "human", "nested\.verdict"$/,
  );
});

test("a word in two lists is an error", async () => {
  const path = await fileWith("human,judge\nyes,no\n");
  await expect(readPairs(path, { ...yesNo, negative: ["no", "yes"] })).rejects.toThrow(
    /negative: "yes" is also in the list positive/,
  );
});

test("ids, clusters, groups and scores come from columns", async () => {
  const path = await fileWith("id,task,agent,human,judge,p\na,7,x,yes,no,0.25\nb,8,,unclear,no,\n");
  const options = { ...yesNo, unsure: ["unclear"], id: "id", cluster: "task", group: ["agent"], score: "p" };
  expect((await readPairs(path, options)).pairs).toEqual([
    { id: "a", human: "success", judge: "failure", cluster: "7", group: { agent: "x" }, score: 0.25 },
    { id: "b", human: "unsure", judge: "failure", cluster: "8", score: null },
  ]);
});

test("a score outside [0, 1] is an error that names the row", async () => {
  const path = await fileWith("human,judge,p\nyes,no,4\n");
  await expect(readPairs(path, { ...yesNo, score: "p" })).rejects.toThrow(/row 1: column "p".*saw "4"$/);
});

test("any text gives pairs or an InputError of one line", async () => {
  const dir = await mkdtemp(join(tmpdir(), "trajudge-pairs-"));
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 80 }), async (text) => {
      const path = join(dir, "any");
      await writeFile(path, `human,judge\n${text}`);
      const result = await readPairs(path, yesNo).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result.name).toBe("InputError");
        expect(result.message).not.toContain("\n");
      }
    }),
    { numRuns: 200 },
  );
});

const realData = process.env["TRAJUDGE_REALDATA"];
describe.skipIf(!realData)("published labels (needs TRAJUDGE_REALDATA)", () => {
  const scores = { human: "score", judge: "pred_score", positive: ["1"], negative: ["0"], ignore: ["-0.1"] };
  const webbench = {
    human: "Anthropic_Eval",
    judge: "Anthropic_Status",
    positive: ["Success", "completed"],
    negative: ["Failure", "failed", "timed_out", "terminated"],
  };
  test.each([
    ["agent-e/test_eval_gpt4_preview.json", scores, [591, 419, 57, 47, 68]],
    ["agent-e/vision_eval_gpt4o.json", scores, [224, 143, 12, 29, 40]],
    ["agent-e/text_main_chat_eval_gpt4o.json", scores, [322, 241, 81, 0, 0]],
    ["webbench/anthropicfinal.csv", webbench, [2452, 1618, 112, 0, 722]],
  ])("%s has the counts that were published", async (file, options, expected) => {
    const { pairs } = await readPairs(join(realData ?? "", "labels", file), options);
    expect(counts(pairs)).toEqual(expected);
  });
});

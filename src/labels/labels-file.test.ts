import { appendFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Label } from "../trajectory/index.ts";
import { appendLabel, readLabels } from "./labels-file.ts";

const newFile = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), "trajudge-labels-")), "labels.jsonl");

const label = (trajectoryId: string): Label => ({
  trajectoryId,
  rater: "ann",
  kind: "human",
  outcome: "success",
});

test("what is appended is read again, in order", async () => {
  const file = await newFile();
  await appendLabel(file, label("a"));
  await appendLabel(file, { ...label("b"), note: "two\nlines", steps: [{ index: 0, class: "progress" }] });
  const { labels, problems } = await readLabels(file);
  expect(labels.map(({ trajectoryId }) => trajectoryId)).toEqual(["a", "b"]);
  expect(labels[1]?.note).toBe("two\nlines");
  expect(problems).toEqual([]);
});

test("a kind is human unless the line says otherwise", async () => {
  const file = await newFile();
  await writeFile(file, '{"trajectoryId":"a","rater":"r","outcome":"failure"}\n');
  expect((await readLabels(file)).labels[0]?.kind).toBe("human");
});

test("after a crash in the middle of a line the next label stands on a line of its own", async () => {
  const file = await newFile();
  await appendLabel(file, label("a"));
  await appendFile(file, '{"trajectoryId":"b","rat');
  expect((await readLabels(file)).problems).toHaveLength(1);
  await appendLabel(file, label("c"));
  const { labels, problems } = await readLabels(file);
  expect(labels.map(({ trajectoryId }) => trajectoryId)).toEqual(["a", "c"]);
  expect(problems).toEqual([{ where: `${file}:2`, what: expect.stringContaining("the line was cut off") }]);
  expect(await readFile(file, "utf8")).toMatch(/\n$/);
});

test("labels that are appended at the same time all arrive whole", async () => {
  const file = await newFile();
  await Promise.all(Array.from({ length: 50 }, (_, i) => appendLabel(file, label(`t${i}`))));
  expect((await readLabels(file)).labels).toHaveLength(50);
});

test("a line that is no label is an error that names file, line, field and value", async () => {
  const file = await newFile();
  await writeFile(
    file,
    `${JSON.stringify(label("a"))}\n${JSON.stringify({ ...label("b"), outcome: "pass" })}\n`,
  );
  await expect(readLabels(file)).rejects.toThrow(new RegExp(`^${file}:2: outcome: .*saw "pass"$`));
});

test("a broken line that no crash explains is an error", async () => {
  const file = await newFile();
  await writeFile(file, `outcome=success\n${JSON.stringify(label("a"))}\n`);
  await expect(readLabels(file)).rejects.toThrow(`${file}:1: no valid JSON, saw "outcome=success"`);
});

test("a label with a wrong value is never appended", async () => {
  const file = await newFile();
  await expect(appendLabel(file, { ...label("a"), probability: 2 })).rejects.toThrow(/probability.*saw 2/);
  await expect(readLabels(file)).rejects.toThrow(/no such file/);
});

import { once } from "node:events";
import { truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { folderWith, png } from "../../test/run-files.ts";
import type { Problem } from "../trajectory/index.ts";
import { Folder, maxJsonBytes, maxLineBytes } from "./folder.ts";
import { maxImageBytes } from "./image-bytes.ts";

test("a JSON file above its limit is refused before it is read", async () => {
  const root = await folderWith({ "big.json": "{}" });
  await truncate(join(root, "big.json"), maxJsonBytes + 1);
  const folder = await Folder.open(root);
  await expect(folder.json("big.json", z.unknown())).rejects.toThrow(`has ${maxJsonBytes + 1} bytes`);
});

test("an image above its limit is refused before it is read", async () => {
  const root = await folderWith({ "big.png": png() });
  await truncate(join(root, "big.png"), maxImageBytes + 1);
  const folder = await Folder.open(root);
  await expect(folder.read("big.png")).rejects.toThrow(`the file has ${maxImageBytes + 1} bytes`);
});

test("a line above its limit is skipped and reported, and the next one is read", async () => {
  const root = await folderWith({});
  await writeFile(join(root, "rows.jsonl"), `{"a":1}\n"${"x".repeat(maxLineBytes)}"\n{"a":3}\n`);
  const problems: Problem[] = [];
  const rows = [];
  const folder = await Folder.open(root);
  for await (const row of folder.jsonl("rows.jsonl", z.object({ a: z.number() }), (p) => problems.push(p)))
    rows.push(row);
  expect(rows).toEqual([
    { line: 1, value: { a: 1 } },
    { line: 3, value: { a: 3 } },
  ]);
  expect(problems).toEqual([
    { where: `${join(root, "rows.jsonl")}:2`, what: expect.stringContaining("longer than") },
  ]);
});

test("lines may end with CRLF, begin with a byte order mark, and hold characters that chunks cut in two", async () => {
  const wide = "é".repeat(200_000);
  const root = await folderWith({ "rows.jsonl": `\uFEFF{"a":"${wide}"}\r\n\r\n{"a":"x${wide}"}` });
  const folder = await Folder.open(root);
  const lengths = [];
  const refuse = (problem: Problem) => expect.fail(problem.what);
  for await (const { value } of folder.jsonl("rows.jsonl", z.object({ a: z.string() }), refuse)) {
    expect(value.a.replace("x", "")).toBe(wide);
    lengths.push(value.a.length);
  }
  expect(lengths).toEqual([200_000, 200_001]);
});

test.skipIf(process.platform === "win32")(
  "what is no regular file is not opened: it could wait for ever",
  async () => {
    const root = await folderWith({});
    const server = createServer().listen(join(root, "trajectory.json"));
    await once(server, "listening");
    const folder = await Folder.open(root);
    await expect(folder.json("trajectory.json", z.unknown())).rejects.toThrow("not a regular file");
    expect(await folder.imageFault("trajectory.json")).toBe("not a regular file");
    server.close();
  },
);

test.each([
  ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38, 0x39]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50]],
])("%s is known by its first bytes", async (_type, bytes) => {
  const folder = await Folder.open(await folderWith({ picture: Uint8Array.from(bytes) }));
  expect(await folder.imageFault("picture")).toBeUndefined();
});

/** Lines on disk: what a failed write leaves stays the last thing in the file. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { packageRoot } from "../package-root.ts";
import { LineWriter, readLines } from "./json-lines.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trajudge-lines-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Three appends in a process whose files may not pass 1,000 bytes until the second has failed. */
const program = `
import { execFileSync } from "node:child_process";
import { LineWriter } from ${JSON.stringify(join(packageRoot, "src/batch/json-lines.ts"))};
const limit = (bytes) => execFileSync("prlimit", ["--pid", String(process.pid), "--fsize=" + bytes + ":"]);
const writer = await LineWriter.open(process.argv[1]);
const append = (record) => writer.append(record).then(() => "kept", (error) => error.code);
const said = [await append({ line: 1 })];
limit(1000);
said.push(await append({ line: 2, text: "x".repeat(2000) }));
limit("unlimited");
said.push(await append({ line: 3 }));
await writer.close();
process.stdout.write(JSON.stringify(said));
`;

test.skipIf(process.platform !== "linux")(
  "after a write that failed half way nothing is added, and the file can be taken up again",
  async () => {
    const path = join(folder, "lines.jsonl");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", program, path],
      { cwd: packageRoot },
    );
    expect(JSON.parse(stdout)).toEqual(["kept", "EFBIG", "EFBIG"]);
    // The system took a part of the second line.
    expect((await readFile(path)).length).toBe(1000);
    const writer = await LineWriter.open(path);
    await writer.append({ line: 4 });
    await writer.close();
    const lines: number[] = [];
    for await (const { line } of readLines(path, z.object({ line: z.number() }))) lines.push(line);
    expect(lines).toEqual([1, 4]);
  },
);

test("a record that is no JSON is refused, and harms no later one", async () => {
  const path = join(folder, "lines.jsonl");
  const writer = await LineWriter.open(path);
  await expect(writer.append({ large: 1n })).rejects.toThrow(/BigInt/);
  await writer.append({ line: 1 });
  await writer.close();
  expect(await readFile(path, "utf8")).toBe('{"line":1}\n');
});

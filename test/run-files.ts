/** Small files for tests of readers: a folder from a list of contents, and the smallest images that look like ones. */
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Trajectory } from "../src/trajectory/index.ts";

/** The signature of a PNG file and a number that tells one picture from another. */
export const png = (number = 0): Uint8Array =>
  Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, number);

/** What a checkout without Git LFS holds instead of an image. */
export const lfsPointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 470256\n`;

/** A new folder with these files; values that are neither text nor bytes are written as JSON. */
export async function folderWith(files: Record<string, unknown>): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "trajudge-test-")));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    const isPlain = typeof content === "string" || content instanceof Uint8Array;
    await writeFile(join(root, name), isPlain ? content : JSON.stringify(content));
  }
  return root;
}

/** A valid native trajectory of one click. */
export function nativeRun(id: string, more: Partial<Trajectory> = {}): Trajectory {
  return {
    schema: "trajudge/trajectory@1",
    id,
    task: { id, instruction: "Buy milk" },
    steps: [{ index: 0, observation: {}, action: { raw: "click('1')", type: "click", target: { id: "1" } } }],
    final: { url: "https://shop.test/done" },
    ...more,
  };
}

/** All that an iterable yields. */
export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collect, folderWith, nativeRun, png } from "../../test/run-files.ts";
import { imagesOf, trajectoryDigest, withImages } from "../trajectory/index.ts";
import { readTrajectories } from "./read.ts";
import { runFolder, writeNative } from "./write-native.ts";

const run = (screenshot: string) => ({
  ...nativeRun("a"),
  steps: [{ index: 0, observation: { screenshot }, action: { type: "click" as const } }],
});

async function stored(screenshot = "frames/0.png") {
  const root = await folderWith({ "in/trajectory.json": run(screenshot), "in/frames/0.png": png(1) });
  const [trajectory] = await collect(readTrajectories(join(root, "in")));
  if (trajectory === undefined) throw new Error("nothing was read");
  return { root, trajectory };
}

test("what is written is read again, with its images", async () => {
  const { root, trajectory } = await stored();
  await writeNative(trajectory, join(root, "out/deep/a"));
  const [again] = await collect(readTrajectories(join(root, "out")));
  expect(JSON.parse(JSON.stringify(again))).toEqual({
    ...JSON.parse(JSON.stringify(trajectory)),
    source: { format: "native", path: join(root, "out/deep/a/trajectory.json") },
  });
  const images = again === undefined ? undefined : imagesOf(again);
  expect(await images?.read("frames/0.png")).toEqual(Buffer.from(png(1)));
  expect(again === undefined ? "" : await trajectoryDigest(again)).toBe(await trajectoryDigest(trajectory));
});

test("a folder that holds an older copy is replaced, and nothing else is left", async () => {
  const { root, trajectory } = await stored();
  await writeNative({ ...trajectory, answer: "old" }, join(root, "out/a"));
  await writeNative({ ...trajectory, answer: "new" }, join(root, "out/a"));
  expect(await readFile(join(root, "out/a/trajectory.json"), "utf8")).toContain('"new"');
  expect(await readdir(join(root, "out"))).toEqual(["a"]);
});

test("a folder that holds anything else is left as it is", async () => {
  const { root, trajectory } = await stored();
  const other = await folderWith({ "full/notes.txt": "mine", "other/trajectory.json": nativeRun("b") });
  await expect(writeNative(trajectory, join(other, "full"))).rejects.toThrow(
    /already holds files .*"notes\.txt"/,
  );
  await expect(writeNative(trajectory, join(other, "other"))).rejects.toThrow(/already holds trajectory "b"/);
  expect(await readdir(join(other, "full"))).toEqual(["notes.txt"]);
  expect(await readdir(root)).toEqual(["in"]);
});

test.each(["../evil.png", "/tmp/evil.png", "frames/../../evil.png", "trajectory.json", "."])(
  "refuses to write an image to %j",
  async (path) => {
    const root = await folderWith({});
    const source = { read: async () => png() };
    await expect(writeNative(withImages(run(path), source), join(root, "out"))).rejects.toThrow(
      /screenshot: /,
    );
    expect(await readdir(root)).toEqual([]);
  },
);

test("nothing is left behind when an image cannot be read", async () => {
  const { root, trajectory } = await stored();
  const steps = run("frames/9.png").steps;
  await expect(writeNative({ ...trajectory, steps }, join(root, "out"))).rejects.toThrow(
    /frames\/9\.png: no such file/,
  );
  expect(await readdir(root)).toEqual(["in"]);
});

test("a run's folder is its id, made safe and still different for different ids", () => {
  expect(runFolder("webarena/gpt-4o/24")).toEqual(["webarena", "gpt-4o", "24"]);
  const [outside = "", up = ""] = runFolder("../..");
  expect([outside, up].every((part) => /^-[0-9a-f]{8}$/.test(part))).toBe(true);
  expect(runFolder("a:b")).not.toEqual(runFolder("a?b"));
  for (const part of runFolder("/./con..|\u0000/ ")) expect(part).toMatch(/^[\p{L}\p{N}._ -]+$/u);
});

test.each([
  ["the shorter id first", ["a", "a/b"]],
  ["the longer id first", ["a/b", "a"]],
])("runs whose ids begin alike stand in one another's folders, and none is lost: %s", async (_name, ids) => {
  const out = await folderWith({});
  const write = (id: string) => writeNative(nativeRun(id), join(out, ...runFolder(id)));
  for (const id of ids) await write(id);
  await write("a");
  expect((await collect(readTrajectories(out))).map(({ id }) => id).sort()).toEqual(["a", "a/b"]);
});

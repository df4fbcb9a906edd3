import { writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../../test/run-files.ts";
import { lockFolder } from "./lock.ts";

/** No process has it: larger than Linux and macOS give. */
const deadPid = 99_999_999;

test("one holds it, the other is told who, and may have it afterwards", async () => {
  const folder = await folderWith({});
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid} on ${hostname()} is writing`);
  await release();
  await (await lockFolder(folder))();
});

test.each([
  ["a process that is gone", `${deadPid} ${hostname()}`],
  ["nobody, as a full disk leaves it", ""],
])("a lock of %s is taken over, by one of many", async (_whose, content) => {
  for (let round = 0; round < 20; round += 1) {
    const folder = await folderWith({});
    await writeFile(join(folder, ".lock"), content);
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("a lock of another machine is left alone", async () => {
  const folder = await folderWith({});
  await writeFile(join(folder, ".lock"), "1 elsewhere");
  await expect(lockFolder(folder)).rejects.toThrow("process 1 on elsewhere is writing");
});

/** One process a run folder: a second one would write every verdict twice. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { InputError } from "../trajectory/index.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Takes the folder's lock; a lock that a dead process of this machine left behind is taken over.
 *
 * @returns the release
 * @throws InputError when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, ".lock");
  const own = `${process.pid} ${hostname()}`;
  try {
    await writeFile(path, own, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const [pid = "", host = ""] = (await readFile(path, "utf8")).split(" ");
    const number = Number(pid);
    const stale = host === hostname() && Number.isInteger(number) && number > 0 && !isAlive(number);
    if (!stale) {
      throw new InputError(
        `${folder}: process ${pid} on ${host} is writing this run; if it is gone, remove ${path}`,
      );
    }
    await writeFile(path, own);
  }
  return () => rm(path, { force: true });
}

/** One process a run folder: a second one would write every verdict twice. */
import { randomBytes } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { InputError } from "../trajectory/index.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Whether a lock says nothing (a disk that was full, a power cut), or names a process of this machine that is gone. */
function isStale(lock: string): boolean {
  if (lock.trim() === "") return true;
  const [pid = "", host = ""] = lock.split(" ");
  const number = Number(pid);
  return host === hostname() && Number.isInteger(number) && number > 0 && !isAlive(number);
}

/** Puts a whole lock in place, or nothing; false when there is one already. */
async function place(path: string, own: string): Promise<boolean> {
  const whole = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(whole, own);
    await link(whole, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    // File systems without hard links.
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP", "EMLINK"].includes(codeOf(error))) throw error;
    return await placeWithoutLink(path, own);
  } finally {
    await rm(whole, { force: true });
  }
}

async function placeWithoutLink(path: string, own: string): Promise<boolean> {
  try {
    await writeFile(path, own, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    await rm(path, { force: true });
    throw error;
  }
}

/** A takeover that is not over after so long was cut off. */
const takeoverMs = 30_000;

/**
 * Puts our lock in the place of a stale one. Only one process at a time may do so: else one could remove the lock that
 * another has just put in the stale one's place.
 */
async function takeOver(path: string, own: string): Promise<boolean> {
  const guard = `${path}.takeover`;
  const begun = await stat(guard).catch(() => undefined);
  if (begun !== undefined && Date.now() - begun.mtimeMs > takeoverMs) await rm(guard, { force: true });
  if (!(await place(guard, own))) return false;
  try {
    if (!isStale(await readFile(path, "utf8").catch(() => ""))) return false;
    await rm(path, { force: true });
    return await place(path, own);
  } finally {
    await rm(guard, { force: true });
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
  const own = `${process.pid} ${hostname()} ${randomBytes(6).toString("hex")}`;
  const held = (await place(path, own)) ? own : await readFile(path, "utf8").catch(() => "");
  const isOurs = held === own || (isStale(held) && (await takeOver(path, own)));
  if (!isOurs) {
    const [pid = "another process", host = "this machine"] = (
      await readFile(path, "utf8").catch(() => "")
    ).split(" ");
    throw new InputError(
      `${folder}: process ${pid} on ${host} is writing this run; if it is gone, remove ${path}`,
    );
  }
  return () => rm(path, { force: true });
}

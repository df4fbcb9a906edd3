/** The folder that a command writes to: made, or taken up where it is one of ours; nobody else's is written to. */
import { existsSync } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { InputError, shown } from "../trajectory/index.ts";
import { unfinished } from "./whole-file.ts";

/** What tells a folder of ours. */
export interface FolderKind {
  /** What is in it, in a word for messages, such as `run`. */
  readonly holds: string;
  /** The file that is there as soon as the first start has begun. */
  readonly record: string;
  /** The other names that a first start may leave when it is killed before the record is there. */
  readonly mine: RegExp;
}

/** Step by step: Node's own recursive mkdir never ends below folders that take none, such as /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/**
 * Makes the folder, or takes up one of this kind.
 *
 * @throws InputError when the path is a file, or a folder with other things in it
 */
export async function takeFolder(folder: string, { holds, record, mine }: FolderKind): Promise<void> {
  const exists = existsSync(folder);
  if (exists && !(await stat(folder)).isDirectory())
    throw new InputError(`${folder}: is a file; --out names a folder`);
  if (exists && !existsSync(join(folder, record))) {
    // A first start that was killed leaves our files alone; anything else is somebody's data.
    const isOurs = (name: string): boolean => name === record + unfinished || mine.test(name);
    const other = (await readdir(folder)).find((name) => !isOurs(name));
    if (other !== undefined) {
      throw new InputError(
        `${folder}: holds no ${holds}, but other files, such as ${shown(other)}; give --out a new folder or one of a ${holds}`,
      );
    }
  }
  await makeFolder(folder);
}

/** The files below a folder that may begin a run, in natural order. Links that leave the folder are refused. */
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { Folder, within } from "./folder.ts";
import { naturalOrder } from "./natural-order.ts";
import type { UnreadableRun } from "./unreadable.ts";

export interface Candidate {
  folder: Folder;
  name: string;
  /** True for the one file that the user named. */
  alone?: boolean;
}

const deepest = 40;
const neverRuns = /\.(?:png|jpe?g|webp|gif|mp4|webm|md|txt|log|html?|css|js|ts|py)$/i;

/**
 * Walks a folder. A link to a folder inside is skipped, because that folder is visited at its own place.
 *
 * @param root the real path
 * @param shownRoot the path as the user wrote it
 * @param refused is told about every link that leads out of the root and every folder that cannot be listed
 */
export async function* walk(
  root: string,
  shownRoot: string,
  refused: (problem: UnreadableRun) => void,
  below = "",
  depth = 0,
): AsyncGenerator<Candidate> {
  const [path, shownPath] = [join(root, below), join(shownRoot, below)];
  const folder = await Folder.open(path, shownPath);
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const what = `the folder cannot be listed (${error instanceof Error ? error.message : String(error)})`;
    refused({ path: shownPath, where: shownPath, what });
    return [];
  });
  entries.sort((a, b) => naturalOrder(a.name, b.name));
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    let isFolder = entry.isDirectory();
    let isFile = entry.isFile();
    if (entry.isSymbolicLink()) {
      const target = await realpath(join(path, entry.name)).catch(() => undefined);
      if (target === undefined || !within(root, target)) {
        const shownEntry = join(shownPath, entry.name);
        const what =
          target === undefined
            ? "a broken symbolic link"
            : "a symbolic link that leaves the input, not followed";
        if (!neverRuns.test(entry.name)) refused({ path: shownEntry, where: shownEntry, what });
        continue;
      }
      isFolder = false;
      isFile = (await stat(target)).isFile();
    }
    if (isFile && !neverRuns.test(entry.name)) yield { folder, name: entry.name };
    if (isFolder && depth < deepest)
      yield* walk(root, shownRoot, refused, join(below, entry.name), depth + 1);
  }
}

/** Files that are written as a whole: a reader sees the old one or the new one, never a part. */
import { rename, writeFile } from "node:fs/promises";

/** What a kill between the two steps leaves lies beside the file under this ending, and is written over. */
export const unfinished = ".new";

/** Puts this text in the place of the file. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}${unfinished}`, text);
  await rename(`${path}${unfinished}`, path);
}

/** Writes a value as indented JSON. */
export function writeWhole(path: string, value: unknown): Promise<void> {
  return replaceFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

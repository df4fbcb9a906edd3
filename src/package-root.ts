/** The package's root folder, where prompts, schemas and examples are found: the same in source and in dist/. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error("trajudge: its package.json is missing; install the package again");
    folder = parent;
  }
  return folder;
}

export const packageRoot: string = findRoot();

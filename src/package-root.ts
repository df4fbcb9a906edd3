/** The package's root folder, where prompts, schemas and examples are found: the same in source and in dist/. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

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

const packageJson = z.object({ name: z.string(), version: z.string(), description: z.string() });

/** Name, version and description as published. */
export function packageInfo(): z.output<typeof packageJson> {
  return packageJson.parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")));
}

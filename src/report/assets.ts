/** The styles and scripts that pages carry inside them, read from the package's files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../package-root.ts";

const folder = join(packageRoot, "src/report/assets");

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8").trim();
}

/** Style sheets, one after the other. */
export function styleSheet(...names: string[]): string {
  return names.map(read).join("\n");
}

/**
 * Modules as one script: a page that opens from a file cannot import. Each file is a module that imports only from
 * files named before it, in import statements of their own; names are unique over all files.
 */
export function clientScript(...names: string[]): string {
  return names
    .map((name) =>
      read(name)
        .replaceAll(/^import [^;]*;\n/gm, "")
        .replaceAll(/^export /gm, ""),
    )
    .join("\n");
}

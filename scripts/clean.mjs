// Removes dist/ before a build, so that a file deleted in the source is deleted in the package.
import { rmSync } from "node:fs";

rmSync(new URL("../dist/", import.meta.url), { recursive: true, force: true });

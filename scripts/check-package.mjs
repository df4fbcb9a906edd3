// Packs the package, checks it with publint and are-the-types-wrong, installs it into an empty folder, and uses it there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "trajudge-package-"));

/** Runs a program and returns what it printed; its own output is shown when it fails. */
function run(program, words, cwd) {
  try {
    return execFileSync(program, words, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    process.stderr.write(
      `${program} ${words.join(" ")} failed\n${error.stdout ?? ""}${error.stderr ?? ""}\n`,
    );
    throw error;
  }
}

try {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], root));
  const tarball = join(folder, packed.filename);
  console.log(
    `packed ${packed.files.length} files, ${(packed.size / 1e6).toFixed(2)} MB, ${(packed.unpackedSize / 1e6).toFixed(2)} MB unpacked`,
  );
  run("npx", ["publint", "--strict", tarball], root);
  run("npx", ["attw", tarball, "--profile", "esm-only"], root);

  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  run("npm", ["install", "--no-audit", "--no-fund", tarball], folder);
  const calibration = JSON.parse(run("npx", ["trajudge", "demo", "--json"], folder));
  if (!(calibration.n > 0)) throw new Error("the installed demo calibrated nothing");

  const script =
    'import { judges, readTrajectories, judgeTrajectory } from "trajudge"; let n = 0;' +
    'for await (const t of readTrajectories("node_modules/trajudge/examples/first")) {' +
    "const v = await judgeTrajectory(t, judges.offline); if (v.outcome !== null) n++; } console.log(n);";
  writeFileSync(join(folder, "use.mjs"), script);
  const judged = Number(run("node", ["use.mjs"], folder));
  if (judged !== 8) throw new Error(`the installed library judged ${judged} of 8 runs`);

  const bazaar = 'import { goals } from "trajudge/bazaar"; console.log(goals.length);';
  writeFileSync(join(folder, "bazaar.mjs"), bazaar);
  if (!(Number(run("node", ["bazaar.mjs"], folder)) > 0))
    throw new Error("the installed Bazaar has no goals");
  console.log("installed into an empty folder: command line, library and Bazaar work");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

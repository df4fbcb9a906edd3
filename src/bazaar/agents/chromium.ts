/** The Chromium that is used: the user's or the system's; none is downloaded. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";
import { InputError } from "../../trajectory/index.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macChrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** A browser on a closed network must not spend its time looking for updates. */
const quietly = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/** The same page gives the same picture, whatever was painted before it and in whichever order its pictures came. */
const evenly = ["--disable-partial-raster", "--disable-checker-imaging", "--disable-lcd-text"];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where Chromium is: TRAJUDGE_CHROMIUM, or the first of its usual names in PATH; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const given = process.env["TRAJUDGE_CHROMIUM"];
  if (given !== undefined && given !== "") return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macChrome].find(isProgram);
}

/**
 * Starts a headless Chromium.
 *
 * @throws InputError when there is no Chromium, or playwright-core is not installed; it says how to get each
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) {
    throw new InputError(
      "Chromium was not found; install it (Debian: apt install chromium) or set TRAJUDGE_CHROMIUM to its path",
    );
  }
  let playwright: typeof import("playwright-core");
  try {
    playwright = await import("playwright-core");
  } catch {
    throw new InputError("playwright-core is not installed; run: npm install playwright-core");
  }
  // Chromium's sandbox cannot start as root, which is what containers run as.
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  if (!isProgram(executablePath))
    throw new InputError(`TRAJUDGE_CHROMIUM: there is no program at ${JSON.stringify(executablePath)}`);
  return playwright.chromium.launch({
    executablePath,
    args: [...quietly, ...evenly, "--disable-gpu", ...asRoot],
    // Ctrl-C is for whoever runs the episodes: they are finished first. Chromium ends with this process all the same.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

/** Where Chromium is looked for, and what is said when there is none. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { chromiumPath, launchChromium } from "./chromium.ts";

afterEach(() => vi.unstubAllEnvs());

async function folderWith(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trajudge-path-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    await writeFile(join(folder, name), "");
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

test("the path that is set comes first", () => {
  vi.stubEnv("TRAJUDGE_CHROMIUM", "/opt/my-chromium");
  expect(chromiumPath()).toBe("/opt/my-chromium");
});

test("else the folders of PATH are searched, Chromium before Chrome", async () => {
  const [chrome, chromium] = [await folderWith("google-chrome"), await folderWith("chromium")];
  vi.stubEnv("TRAJUDGE_CHROMIUM", "");
  vi.stubEnv("PATH", [chrome, chromium].join(delimiter));
  expect(chromiumPath()).toBe(join(chromium, "chromium"));
  vi.stubEnv("PATH", chrome);
  expect(chromiumPath()).toBe(join(chrome, "google-chrome"));
});

test.skipIf(process.platform === "darwin")(
  "where there is none, starting it says how to get it",
  async () => {
    vi.stubEnv("TRAJUDGE_CHROMIUM", "");
    vi.stubEnv("PATH", await folderWith());
    expect(chromiumPath()).toBeUndefined();
    await expect(launchChromium()).rejects.toThrow(/Chromium was not found; install it .*TRAJUDGE_CHROMIUM/);
  },
);

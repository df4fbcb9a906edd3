import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { trajudge } from "../../../test/command-line.ts";
import { screenPng } from "../../../test/fixtures/pictures.ts";
import { folderWith, nativeRun, png } from "../../../test/run-files.ts";

const detail = z.object({
  run: z
    .object({
      steps: z.array(z.looseObject({ frame: z.object({ name: z.string() }).optional() })),
      changed: z.boolean().optional(),
    })
    .nullable(),
  verdicts: z.array(z.unknown()),
});

/** The details that a page holds, unpacked as its script does. */
async function detailsIn(path: string): Promise<z.output<typeof detail>[]> {
  const text = await readFile(path, "utf8");
  return [...text.matchAll(/<script type="application\/gzip"[^>]*>([^<]*)<\/script>/g)].flatMap(
    ([, packed]) =>
      z.array(detail).parse(JSON.parse(gunzipSync(Buffer.from(packed ?? "", "base64")).toString("utf8"))),
  );
}

const withFrame = (id: string, screenshot: string) =>
  nativeRun(id, {
    steps: [{ index: 0, observation: { screenshot }, action: { raw: "click('1')", type: "click" } }],
  });

let root = "";
const at = (...parts: string[]) => join(root, ...parts);
const report = (...words: string[]) =>
  trajudge("report", at("judged"), "--out", at("out", "page.html"), ...words);

beforeEach(async () => {
  const screen = await screenPng({ patches: [{ at: [5, 5], size: [50, 50], color: [200, 30, 30] }] });
  root = await folderWith({
    "data/runs.jsonl": [withFrame("a", "0.png"), withFrame("b", "1.png"), withFrame("c", "broken.png")]
      .map((run) => JSON.stringify(run))
      .join("\n"),
    "data/0.png": screen,
    "data/1.png": screen,
    "data/broken.png": png(),
  });
  await trajudge("judge", at("data"), "--out", at("judged"));
});

describe("screenshots of a report", () => {
  test("stand in a folder beside the page, the same one once, and a broken one is told", async () => {
    const { err, code } = await report();
    expect(code).toBe(0);
    expect(err).toContain("1 × no thumbnail:");
    expect(err).toContain("not redacted");
    const files = await readdir(at("out", "page-frames"));
    expect(files).toHaveLength(1);
    const details = await detailsIn(at("out", "page.html"));
    const names = details.map(({ run }) => run?.steps[0]?.frame?.name);
    expect(names).toEqual([files[0]?.replace(".webp", ""), files[0]?.replace(".webp", ""), undefined]);
  });

  test("stand inside it with --embed", async () => {
    await report("--embed");
    expect(await readdir(at("out"))).toEqual(["page.html"]);
    expect(await readFile(at("out", "page.html"), "utf8")).toContain("data:image/webp;base64,");
  });

  test("are left out with --no-images", async () => {
    const { err } = await report("--no-images");
    expect(await readdir(at("out"))).toEqual(["page.html"]);
    expect(err).not.toContain("Screenshots");
    expect(await readFile(at("out", "page.html"), "utf8")).not.toContain("img-src");
  });
});

describe("recorded runs that have moved", () => {
  beforeEach(() => rename(at("data"), at("elsewhere")));

  test("are reported missing; what was said of them is shown", async () => {
    const { err } = await report();
    expect(err).toContain("3 recorded runs were not found");
    const details = await detailsIn(at("out", "page.html"));
    expect(details.map(({ run, verdicts }) => [run, verdicts.length])).toEqual([
      [null, 1],
      [null, 1],
      [null, 1],
    ]);
    expect(await readFile(at("out", "page.html"), "utf8")).toContain("The recorded runs were not found");
  });

  test("are found with --input", async () => {
    const { err } = await report("--input", at("elsewhere"));
    expect(err).not.toContain("not found");
    expect((await detailsIn(at("out", "page.html"))).every(({ run }) => run !== null)).toBe(true);
  });

  test("an --input that does not exist is an error", async () => {
    expect(await report("--input", at("nowhere"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("nowhere: no such file or folder"),
    });
  });
});

test("a run that was changed after it was judged is marked", async () => {
  await writeFile(at("data", "0.png"), await screenPng());
  await report();
  const details = await detailsIn(at("out", "page.html"));
  expect(details.map(({ run }) => run?.changed ?? false)).toEqual([true, false, false]);
});

test("--out FOLDER gets an index.html", async () => {
  await trajudge("report", at("judged"), "--out", at("site"), "--no-images");
  expect(await readdir(at("site"))).toEqual(["index.html"]);
});

test("other formats go to the terminal, or to the file that is named", async () => {
  const printed = await trajudge("report", at("judged"), "--format", "junit");
  expect(printed.out).toContain('<testsuite name="offline" tests="3"');
  await trajudge("report", at("judged"), "--format", "junit", "--out", at("ci", "results.xml"));
  expect((await readFile(at("ci", "results.xml"), "utf8")).trimEnd()).toBe(printed.out);
});

test("a page without a place to go is wrong use", async () => {
  expect(await trajudge("report", at("judged"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("--out"),
  });
});

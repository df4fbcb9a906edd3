import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OcrEngine } from "./engine.ts";
import { cachedOcr } from "./ocr-cache.ts";

/** An engine that says how often it was asked. */
function counting(text: string, id = "counting/1"): OcrEngine & { asked: number } {
  return {
    id,
    asked: 0,
    async read(bytes) {
      this.asked += 1;
      if (bytes.length === 0) throw new Error("empty");
      return { text, words: [{ text, box: [1, 2, 3, 4], confidence: 0.5 }], confidence: 0.5 };
    },
    close: async () => undefined,
  };
}
const image = (number: number): Uint8Array => Uint8Array.of(number, number >> 8);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "trajudge-ocr-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("cachedOcr", () => {
  test("reads an image once, even when asked twice at the same time", async () => {
    const engine = counting("kettle");
    const cached = cachedOcr(engine);
    const [a, b] = await Promise.all([cached.read(image(1)), cached.read(image(1))]);
    expect([a.text, b.text, engine.asked]).toEqual(["kettle", "kettle", 1]);
    await cached.read(image(2));
    expect(engine.asked).toBe(2);
  });

  test("forgets what was not used for longest", async () => {
    const engine = counting("kettle");
    const cached = cachedOcr(engine);
    for (let number = 0; number <= 500; number += 1) await cached.read(image(number));
    await cached.read(image(500));
    expect(engine.asked).toBe(501);
    await cached.read(image(0));
    expect(engine.asked).toBe(502);
  });

  test("does not remember a failure", async () => {
    const engine = counting("kettle");
    const cached = cachedOcr(engine, { folder });
    for (const _again of [1, 2]) await expect(cached.read(new Uint8Array())).rejects.toThrow("empty");
    expect(engine.asked).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });

  test("finds in the folder what an earlier run read, but not what another engine read", async () => {
    const first = await cachedOcr(counting("kettle"), { folder }).read(image(1));
    const again = counting("other");
    expect(await cachedOcr(again, { folder }).read(image(1))).toEqual(first);
    expect(again.asked).toBe(0);
    expect((await cachedOcr(counting("other", "counting/2"), { folder }).read(image(1))).text).toBe("other");
  });

  test("reads again what was damaged in the folder", async () => {
    await cachedOcr(counting("kettle"), { folder }).read(image(1));
    const [name = ""] = await readdir(folder);
    await writeFile(join(folder, name), '{"text": 3');
    expect((await cachedOcr(counting("tea"), { folder }).read(image(1))).text).toBe("tea");
    expect(JSON.parse(await readFile(join(folder, name), "utf8"))).toMatchObject({ text: "tea" });
  });

  test("keeps no text with a secret on disk", async () => {
    await cachedOcr(counting("Password: hunter2"), { folder }).read(image(1));
    expect(await readdir(folder)).toEqual([]);
  });
});

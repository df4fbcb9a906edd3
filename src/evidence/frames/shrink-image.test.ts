import sharp from "sharp";
import { expect, test } from "vitest";
import { noisePng, screenPng } from "../../../test/fixtures/pictures.ts";
import { shrinkImage } from "./shrink-image.ts";

const bounds = { width: 100, height: 120, quality: 60 };

test("an image is fitted into the width and keeps its shape", async () => {
  const { data, width, height } = await shrinkImage(await screenPng({ width: 400, height: 300 }), bounds);
  expect({ width, height }).toEqual({ width: 100, height: 75 });
  expect((await sharp(data).metadata()).format).toBe("webp");
});

test("a small image is not enlarged", async () => {
  const { width, height } = await shrinkImage(await noisePng(40, 30), bounds);
  expect({ width, height }).toEqual({ width: 40, height: 30 });
});

test("a page that is much taller keeps its top", async () => {
  const tall = await screenPng({
    width: 200,
    height: 2000,
    patches: [{ at: [0, 0], size: [200, 100], color: [255, 0, 0] }],
  });
  const { data, width, height } = await shrinkImage(tall, bounds);
  expect({ width, height }).toEqual({ width: 100, height: 120 });
  const [red = 0, green = 255] = await sharp(data)
    .extract({ left: 50, top: 10, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect(red).toBeGreaterThan(200);
  expect(green).toBeLessThan(60);
});

test("what is no image is refused", async () => {
  await expect(shrinkImage(new TextEncoder().encode("no image"), bounds)).rejects.toThrow();
});

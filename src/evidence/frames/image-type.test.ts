import { expect, test } from "vitest";
import { pngBytes } from "../../../test/fixtures/trajectories.ts";
import { imageType } from "./image-type.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

test.each([
  [pngBytes(1), "image/png"],
  [bytes("\xff\xd8\xff\xe0JFIF"), "image/jpeg"],
  [bytes("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
  [bytes("GIF89a"), "image/gif"],
  [bytes("version https://git-lfs.github.com/spec/v1"), null],
  [bytes("<svg></svg>"), null],
  [bytes(""), null],
])("knows an image by its first bytes (%#)", (data, type) => {
  expect(imageType(data)).toBe(type);
});

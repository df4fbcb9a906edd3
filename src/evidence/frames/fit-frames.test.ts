import { describe, expect, test } from "vitest";
import {
  animation,
  dataUrl,
  decoded,
  noisePng,
  screenJpeg,
  screenPng,
} from "../../../test/fixtures/pictures.ts";
import { kettleRun } from "../../../test/fixtures/trajectories.ts";
import { viewOf } from "../../trajectory/index.ts";
import { type FrameLimits, fitFrames } from "./fit-frames.ts";
import { type FrameSet, frames } from "./frames.ts";

const limits: FrameLimits = {
  count: 10,
  bytes: 1_000_000,
  totalBytes: 5_000_000,
  side: 2000,
  sideOfMany: 500,
  manyFrom: 5,
};

/** A set of frames with these bytes, one a state. */
async function setOf(...images: Buffer[]): Promise<FrameSet> {
  const states = images.map((bytes) => ({ screenshot: dataUrl(bytes) }));
  const steps = states.slice(0, -1).map((observation, index) => ({ index, observation, action: {} }));
  return frames(viewOf(kettleRun({ steps, final: states.at(-1) ?? {} })), "all");
}
const fitted = async (set: FrameSet, own: Partial<FrameLimits> = {}) =>
  fitFrames([set], { ...limits, ...own });
const shade = (red: number) => screenPng({ patches: [{ at: [0, 0], size: [40, 40], color: [red, 0, 0] }] });

describe("fitFrames", () => {
  test("passes on the original bytes of what fits", async () => {
    const images = [await shade(1), await screenJpeg({}, 50)];
    const { sets, changes } = await fitted(await setOf(...images));
    expect(sets[0]?.frames.map(({ bytes }) => Buffer.from(bytes))).toEqual(images);
    expect(changes).toEqual([]);
  });

  test("makes a page of 20,000 pixels as small as the provider wants, and says so", async () => {
    const tall = await screenPng({ width: 640, height: 20_000 });
    const { sets, changes } = await fitted(await setOf(tall));
    const frame = sets[0]?.frames[0];
    expect(frame).toMatchObject({ width: 64, height: 2000, mediaType: "image/png" });
    expect(await decoded(frame?.bytes ?? new Uint8Array())).toMatchObject({ width: 64, height: 2000 });
    expect(changes).toEqual(["the only state: 640×20000 as 64×2000"]);
  });

  test("has a smaller side when there are many", async () => {
    const images = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => screenPng({ width: 1000, height: 100 + n })),
    );
    const { sets } = await fitted(await setOf(...images));
    expect(sets[0]?.frames.map(({ width }) => width)).toEqual([500, 500, 500, 500, 500, 500]);
  });

  test("turns to JPEG, then to a smaller picture, when the bytes do not fit", async () => {
    const heavy = await noisePng(400, 300);
    const at = async (bytes: number) => (await fitted(await setOf(heavy), { bytes })).sets[0]?.frames[0];
    const [jpeg, small] = [await at(250_000), await at(20_000)];
    expect(jpeg).toMatchObject({ mediaType: "image/jpeg", width: 400 });
    expect(small?.width).toBeLessThan(400);
    expect(small?.bytes.length).toBeLessThanOrEqual(20_000);
  });

  test("keeps a request within its bytes", async () => {
    const images = await Promise.all([1, 2, 3].map((seed) => noisePng(300, 300, seed)));
    const { sets } = await fitted(await setOf(...images), { totalBytes: 300_000 });
    const sizes = sets[0]?.frames.map(({ bytes }) => bytes.length) ?? [];
    expect(sizes).toHaveLength(3);
    expect(sizes.reduce((a, b) => a + b)).toBeLessThanOrEqual(300_000);
  });

  test("leaves out what is over the count, the first and the last never", async () => {
    const images = await Promise.all([0, 5, 200, 10, 15].map((n) => shade(n)));
    const { sets } = await fitted(await setOf(...images), { count: 3 });
    expect(sets[0]?.frames.map(({ state }) => state)).toEqual([0, 2, 4]);
    expect(sets[0]?.leftOut).toBe(2);
  });

  test("shows the first picture of an animation, and says so", async () => {
    const { sets, changes } = await fitted(
      await setOf(await animation([{}, { patches: [{ at: [0, 0], size: [90, 90], color: [9, 9, 9] }] }])),
    );
    expect(sets[0]?.frames[0]).toMatchObject({ pages: 1, mediaType: "image/png" });
    expect(changes[0]).toBe("the only state: 320×240 as 320×240 png, the first picture of 2");
  });

  test("reports a picture of which no form fits", async () => {
    const { sets } = await fitted(await setOf(await noisePng(200, 200)), { bytes: 50 });
    expect(sets[0]).toMatchObject({ frames: [], unread: [{ reason: "no form of it fits in 50 bytes" }] });
  });

  test("gives the same bytes for the same frames", async () => {
    const set = await setOf(await noisePng(400, 300));
    const [once, twice] = [await fitted(set, { bytes: 60_000 }), await fitted(set, { bytes: 60_000 })];
    expect(once.sets[0]?.frames[0]?.bytes).toEqual(twice.sets[0]?.frames[0]?.bytes);
  });
});

/** What is not sent twice: no screen of a run that shows a word which the screens that are sent do not show. */
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { type Frame, type FrameSet, frames } from "../src/evidence/frames/frames.ts";
import { tesseract } from "../src/evidence/ocr/tesseract.ts";
import { readTrajectories } from "../src/formats/index.ts";
import { packageRoot } from "../src/package-root.ts";
import { type Trajectory, viewOf, withImages } from "../src/trajectory/index.ts";
import { realdata } from "./realdata.ts";
import { missingWords } from "./word-recall.ts";

const engine = tesseract();
afterAll(() => engine.close());

/** The frames that `changed` leaves out, each with the one that stands for it. */
function leftOut(all: FrameSet, changed: FrameSet): { frame: Frame; instead: Frame | undefined }[] {
  return all.frames
    .filter((frame) => !changed.frames.some(({ state }) => state === frame.state))
    .map((frame) => ({ frame, instead: changed.frames.findLast(({ state }) => state < frame.state) }));
}

async function totals(
  path: string,
  which: RegExp = /./,
): Promise<{ all: number; changed: number; lostWords: string[] }> {
  const sum = { all: 0, changed: 0, lostWords: [] as string[] };
  for await (const trajectory of readTrajectories(path)) {
    if (!which.test(trajectory.id)) continue;
    const view = viewOf(trajectory);
    const [all, changed] = [await frames(view, "all"), await frames(view, "changed")];
    sum.all += all.frames.length;
    sum.changed += changed.frames.length;
    for (const { frame, instead } of leftOut(all, changed)) {
      const [own, other] = [await engine.read(frame.bytes), await engine.read(instead?.bytes ?? frame.bytes)];
      sum.lostWords.push(...missingWords(own.text, other.text));
    }
  }
  return sum;
}

test("on the Bazaar every screen with another word is shown, if only a digit differs", async () => {
  const { all, changed, lostWords } = await totals(
    join(packageRoot, "examples/bazaar"),
    /submits-twice|competent\/stays/,
  );
  expect(all).toBeGreaterThan(100);
  expect(changed).toBeGreaterThan(0.95 * all);
  expect(lostWords).toEqual([]);
}, 180_000);

describe.skipIf(realdata === undefined)("on WebVoyager's runs (needs TRAJUDGE_REALDATA)", () => {
  const path = join(realdata ?? "", "runs/webvoyager");

  test("no screen repeats another, and none is left out", async () => {
    expect(await totals(path)).toEqual({ all: 54, changed: 54, lostWords: [] });
  }, 60_000);

  test("a screen that was taken twice is shown once", async () => {
    for await (const trajectory of readTrajectories(path)) {
      const twice = await takenTwice(trajectory);
      const { frames: shown, repeated } = await frames(viewOf(twice), "changed");
      const { frames: once } = await frames(viewOf(trajectory), "changed");
      expect([shown.length, repeated >= once.length]).toEqual([once.length, true]);
    }
  }, 60_000);
});

/** The run as if each state had been recorded twice, in two qualities. */
async function takenTwice(trajectory: Trajectory): Promise<Trajectory> {
  const { frames: all } = await frames(viewOf(trajectory), "all");
  const images = new Map<string, Uint8Array>();
  for (const { state, bytes } of all)
    for (const quality of [98, 94])
      images.set(
        `${state}-${quality}`,
        await sharp(bytes)
          .flatten({ background: "#fff" })
          .jpeg({ quality, chromaSubsampling: "4:4:4" })
          .toBuffer(),
      );
  const names = [...images.keys()];
  return withImages(
    {
      ...trajectory,
      steps: names
        .slice(0, -1)
        .map((screenshot, index) => ({ index, observation: { screenshot }, action: {} })),
      final: { screenshot: names.at(-1) ?? "" },
    },
    { read: async (path) => images.get(path) ?? new Uint8Array() },
  );
}

import { describe, expect, test } from "vitest";
import { animation, announcing, dataUrl, screenJpeg, screenPng } from "../../../test/fixtures/pictures.ts";
import { kettleRun, png, pngBytes } from "../../../test/fixtures/trajectories.ts";
import { type Trajectory, type TrajectoryView, viewOf, withImages } from "../../trajectory/index.ts";
import { availableEvidence } from "../available.ts";
import type { FramePolicy } from "./frame-policy.ts";
import { frames, stateAfter } from "./frames.ts";

const shown = async (trajectory: Trajectory, policy: FramePolicy) =>
  (await frames(viewOf(trajectory), policy)).frames.map((frame) => [
    frame.label,
    `data:${frame.mediaType};base64,${Buffer.from(frame.bytes).toString("base64")}`,
  ]);
const final = "the final state, after action 3";

describe("frames", () => {
  test("last is the final state", async () => {
    expect(await shown(kettleRun(), "last")).toEqual([[final, png(40)]]);
  });

  test("first+last is both ends", async () => {
    expect(await shown(kettleRun(), "first+last")).toEqual([
      ["before action 1", png(10)],
      [final, png(40)],
    ]);
  });

  test("all is every state in order, the final one last", async () => {
    expect((await shown(kettleRun(), "all")).map(([, url]) => url)).toEqual([10, 20, 30, 40].map(png));
  });

  test("a run of one screenshot gives it once", async () => {
    const { final: _final, ...rest } = kettleRun();
    const one = { ...rest, steps: rest.steps.slice(0, 1) };
    expect(await shown(one, "first+last")).toEqual([["before action 1 (the last action)", png(10)]]);
  });

  test("says when the last screenshot was taken before the last action", async () => {
    const { final: _final, ...rest } = kettleRun();
    expect(await shown(rest, "last")).toEqual([["before action 3 (the last action)", png(30)]]);
  });

  test("the same image twice in a row is shown once, for both moments", async () => {
    const set = await frames(viewOf(kettleRun({ final: { screenshot: png(30) } })), "all");
    expect(set.repeated).toBe(1);
    expect(set.frames.at(-1)?.label).toBe(`before action 3 (the last action); unchanged: ${final}`);
  });

  test("opens files through the trajectory's own source", async () => {
    const run = withImages(kettleRun({ final: { screenshot: "frames/3.png" } }), {
      read: async () => pngBytes(77),
    });
    expect(await shown(run, "last")).toEqual([[final, png(77)]]);
  });

  test("reports what cannot be opened, and why", async () => {
    const run = withImages(kettleRun({ final: { screenshot: "frames/3.png" } }), {
      read: async () => {
        throw new Error("frames/3.png: no such file");
      },
    });
    expect(await frames(viewOf(run), "last")).toMatchObject({
      frames: [],
      unread: [{ label: final, reason: "frames/3.png: no such file" }],
    });
  });

  test.each([
    ["data:text/html;base64,AAAA", "a data: URL that holds no base64 image"],
    ["data:image/png;base64,AAAA", "no PNG, JPEG, WebP or GIF image"],
    ["frames/0.png", "not read from a folder"],
  ])("does not take %s for an image", async (screenshot, reason) => {
    const set = await frames(viewOf(kettleRun({ final: { screenshot } })), "last");
    expect(set.unread[0]?.reason).toContain(reason);
  });
});

describe("frames, by what they show", () => {
  const patch = { at: [40, 40], size: [60, 30], color: [20, 20, 20] } as const;
  /** A run whose states show these pictures, the last one after its last action. */
  const runOf = (...pictures: Buffer[]): TrajectoryView => {
    const states = pictures.map((bytes) => ({ screenshot: dataUrl(bytes) }));
    const steps = states.slice(0, -1).map((observation, index) => ({ index, observation, action: {} }));
    return viewOf(kettleRun({ steps, final: states.at(-1) ?? {} }));
  };
  const labels = async (view: TrajectoryView, policy: FramePolicy) =>
    (await frames(view, policy)).frames.map(({ label }) => label);

  test("changed shows a screen once for all the moments at which it stood", async () => {
    const [a, b] = [await screenPng(), await screenPng({ patches: [patch] })];
    const view = runOf(a, a, a, b, b);
    const set = await frames(view, "changed");
    expect(set.frames.map(({ label }) => label)).toEqual([
      "before action 1; unchanged up to: before action 3",
      "before action 4 (the last action); unchanged: the final state, after action 4",
    ]);
    expect(set.repeated).toBe(3);
    expect(set.frames.map(({ state }) => state)).toEqual([0, 3]);
  });

  test("changed sees through another encoding, all does not", async () => {
    const view = runOf(
      await screenJpeg({ patches: [patch] }, 95),
      await screenJpeg({ patches: [patch] }, 90),
    );
    expect(await labels(view, "changed")).toHaveLength(1);
    expect(await labels(view, "all")).toHaveLength(2);
  });

  test("key:2 is both ends", async () => {
    const shade = (color: number) => screenPng({ patches: [{ ...patch, color: [color, 0, 0] }] });
    const view = runOf(await shade(0), await shade(90), await shade(180), await shade(250));
    expect(await labels(view, "key:2")).toEqual(["before action 1", "the final state, after action 3"]);
  });

  test("shows nothing of what came after the action that is judged", async () => {
    const set = await frames(viewOf(kettleRun()), "last", { until: 0 });
    expect(set.frames.map(({ state, bytes }) => [state, bytes])).toEqual([[1, pngBytes(20)]]);
  });

  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ["half a PNG", async () => (await screenPng({ patches: [patch] })).subarray(0, 300), /./],
    ["a PNG of a billion pixels", async () => announcing(40_000, 40_000), /pixel limit|read error/],
    ["a JPEG that ends early", async () => (await screenJpeg({ patches: [patch] })).subarray(0, -200), /./],
    ["no bytes at all", async () => Buffer.alloc(0), /no base64 image|no PNG/],
  ])("reports %s and shows the rest", async (_what, bytes, reason) => {
    const set = await frames(runOf(await screenPng(), await bytes()), "all");
    expect(set.frames).toHaveLength(1);
    expect(set.unread).toEqual([
      { label: "the final state, after action 1", reason: expect.stringMatching(reason) },
    ]);
  });

  test("knows the size of a frame, and an animation from a picture", async () => {
    const moving = await animation([{}, { patches: [patch] }]);
    const view = runOf(await screenPng({ width: 100, height: 50 }), moving);
    const found = (await frames(view, "all")).frames.map(({ width, height, pages }) => [
      width,
      height,
      pages,
    ]);
    expect(found).toEqual([
      [100, 50, 1],
      [320, 240, 2],
    ]);
  });
});

test("stateAfter is the state that an action led to", async () => {
  const view = viewOf(kettleRun());
  const bytes = await Promise.all(
    [0, 2].map(async (index) => (await stateAfter(view, index)).frames[0]?.bytes),
  );
  expect(bytes).toEqual([pngBytes(20), pngBytes(40)]);
});

test("stateAfter reports a state that was not recorded", async () => {
  const { final: _final, ...rest } = kettleRun();
  expect((await stateAfter(viewOf(rest), 2)).unread).toEqual([
    { label: "after action 3", reason: "no screenshot was recorded" },
  ]);
});

test("availableEvidence lists the channels that hold something", () => {
  expect(availableEvidence(viewOf(kettleRun()))).toEqual(["actions", "answer", "frames", "urls", "thoughts"]);
  expect(availableEvidence(viewOf(kettleRun({ steps: [], final: {}, answer: " " })))).toEqual([]);
});

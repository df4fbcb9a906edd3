import { describe, expect, test } from "vitest";
import { kettleRun, png, pngBytes } from "../../test/fixtures/trajectories.ts";
import { type Trajectory, viewOf, withImages } from "../trajectory/index.ts";
import { availableEvidence } from "./available.ts";
import { type FramePolicy, frames, stateAfter } from "./frames.ts";

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
    ["data:image/png;base64,AAAA", "is no PNG, JPEG, WebP or GIF image"],
    ["frames/0.png", "not read from a folder"],
  ])("does not take %s for an image", async (screenshot, reason) => {
    const set = await frames(viewOf(kettleRun({ final: { screenshot } })), "last");
    expect(set.unread[0]?.reason).toContain(reason);
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

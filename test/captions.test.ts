/** Caption-then-reason where no model sees: captions that people's runs came with, and OCR of their screenshots. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { captionThenReason } from "../judges/caption-then-reason.ts";
import { createOcr } from "../src/evidence/index.ts";
import { readTrajectories } from "../src/formats/index.ts";
import { judgeTrajectory, prepareJudge } from "../src/judging/index.ts";
import type { ModelClient } from "../src/models/index.ts";
import { kettleRun } from "./fixtures/trajectories.ts";
import { arbNativeLines, realdata } from "./realdata.ts";
import { collect, folderWith } from "./run-files.ts";

/** A text model that says yes, and the questions that it was asked. */
function textModel(): ModelClient & { readonly asked: string[] } {
  const asked: string[] = [];
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, images: 0, costUsd: 0, latencyMs: 0 };
  return {
    ref: "openai:some-text-model",
    vision: false,
    asked,
    generate: async ({ messages }) => {
      const parts = messages.flatMap(({ content }) => content);
      asked.push(parts.map((part) => (part.type === "text" ? part.text : "[picture]")).join("\n"));
      const object = { reasoning: "r", outcome: "success", score: null, failure: null };
      return { text: JSON.stringify(object), object, usage, stopReason: "end" };
    },
  };
}

test("a captioner that cannot see is not asked", async () => {
  const model = textModel();
  const { outcome, error } = await judgeTrajectory(kettleRun(), captionThenReason, {
    models: { default: model },
  });
  expect(outcome).toBeNull();
  expect(error).toMatchObject({ kind: "missing-evidence", message: expect.stringContaining("--vision") });
  expect(model.asked).toEqual([]);
});

test("who gives up takes the caption that another run waits for from nobody", async () => {
  const model = textModel();
  let begun: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let captions = 0;
  // The first caption never comes; giving up ends it, as the clients of models do.
  const slow: ModelClient = {
    ...model,
    vision: true,
    generate: async (request) => {
      if (request.answer !== undefined) return model.generate(request);
      captions += 1;
      if (captions > 1) return { ...(await model.generate(request)), text: "A shop." };
      begun();
      return new Promise((_resolve, reject) => {
        request.signal?.addEventListener("abort", () => reject(request.signal?.reason));
      });
    },
  };
  const judge = prepareJudge(captionThenReason, {
    models: { default: slow },
    judgeOptions: { frames: "last" },
  });
  const leaving = new AbortController();
  const first = judge.run(kettleRun(), { signal: leaving.signal });
  await asked;
  const second = judge.run(kettleRun({ id: "other" }), { signal: new AbortController().signal });
  leaving.abort(new Error("the client has gone"));
  await expect(first).rejects.toThrow("the client has gone");
  expect(await second).toMatchObject({ outcome: "success", notes: { captions: 1 } });
  expect(captions).toBe(2);
});

describe.skipIf(realdata === undefined)("on recorded runs (needs TRAJUDGE_REALDATA)", () => {
  test("stored captions are enough: one question a run, no picture, each caption in it", async () => {
    const runs = await collect(readTrajectories(await folderWith({ "arb.jsonl": arbNativeLines() })));
    const captioned = runs.filter(({ steps }) => steps.some(({ observation }) => observation.caption));
    expect(captioned.length).toBeGreaterThan(500);
    for (const run of captioned.slice(0, 30)) {
      const model = textModel();
      const verdict = await judgeTrajectory(run, captionThenReason, {
        models: { default: model },
        judgeOptions: { captioner: "stored" },
      });
      expect(verdict).toMatchObject({ outcome: "success", usage: { calls: 1, images: 0 } });
      const first = run.steps.find(({ observation }) => observation.caption)?.observation.caption ?? "";
      expect(model.asked[0]).toContain(first.trim().slice(0, 40).split("\n")[0]);
      expect(model.asked[0]).not.toContain("[picture]");
    }
  });

  test("OCR alone is enough: what stands on the last screen reaches the model", async () => {
    const ocr = createOcr("tesseract");
    try {
      for await (const run of readTrajectories(join(realdata ?? "", "runs/webvoyager"), { limit: 1 })) {
        const model = textModel();
        const verdict = await judgeTrajectory(run, captionThenReason, {
          models: { default: model },
          judgeOptions: { captioner: "ocr", frames: "last" },
          ocr,
        });
        expect(verdict).toMatchObject({ outcome: "success", usage: { calls: 1, images: 0 } });
        expect(model.asked[0]).toContain("Prep Time:");
      }
    } finally {
      await ocr?.close();
    }
  }, 60_000);
});

/** Each judge by its protocol, against servers that speak the providers' wire formats: calls, evidence, usage, verdict. */
import { describe, expect, test } from "vitest";
import { judges } from "../judges/index.ts";
import type { OcrEngine } from "../src/evidence/index.ts";
import { judgeTrajectory, type PreviewedRequest, previewJudge } from "../src/judging/index.ts";
import { createModel } from "../src/models/index.ts";
import type { Level, Trajectory } from "../src/trajectory/index.ts";
import { readingAlways } from "./fixtures/ocr.ts";
import { kettleRun, png } from "./fixtures/trajectories.ts";
import { type ModelStub, type Reply, reply, type WireFormat } from "./stubs/model-stub.ts";
import { serving } from "./stubs/serving.ts";

const serve = serving();
const yes = { reasoning: "it is in the basket", outcome: "success" };
const four = { reasoning: "r", success: "failure", side_effect: true, optimality: 2, looping: false };
const rated = (rating: number): Reply => reply.object({ reasoning: `note ${rating}`, rating });

function judge(
  id: string,
  stub: ModelStub,
  run: Trajectory = kettleRun(),
  more: { options?: Record<string, unknown>; level?: Level; ocr?: OcrEngine } = {},
) {
  const chosen = judges[id];
  if (chosen === undefined) throw new Error(`there is no judge ${id}`);
  const model = createModel(stub.ref(), { env: { TRAJUDGE_API_KEY: "k" }, backoffMs: 1, maxRetries: 1 });
  return judgeTrajectory(run, chosen, {
    models: { default: model },
    judgeOptions: more.options ?? {},
    ...(more.level === undefined ? {} : { level: more.level }),
    secret: "fixed",
    ocr: more.ocr,
  });
}

describe.each<WireFormat>(["openai", "anthropic"])("over %s", (format) => {
  test("end-to-end asks once, and once a step at step level", async () => {
    const once = await serve(format, reply.object(yes));
    expect((await judge("end-to-end", once)).usage.calls).toBe(1);
    const steps = await serve(format, reply.object({ reasoning: "r", class: "progress" }));
    const verdict = await judge("end-to-end", steps, kettleRun(), { level: "step" });
    expect(verdict.usage.calls).toBe(3);
    expect(verdict.steps?.map((step) => step.class)).toEqual(["progress", "progress", "progress"]);
  });

  test("webvoyager asks once with the answer and the last k screenshots, and without actions or thoughts", async () => {
    const stub = await serve(format, reply.object(yes));
    const verdict = await judge("webvoyager", stub, kettleRun(), { options: { frames: "last:2" } });
    expect(verdict).toMatchObject({ outcome: "success", usage: { calls: 1, images: 2 } });
    expect(stub.images(0)).toEqual([png(30), png(40)]);
    expect(stub.texts(0)).toContain("The kettle for 9.99 is in the basket.");
    expect(stub.texts(0)).not.toContain("Sort by price");
    expect(stub.texts(0)).not.toContain("I should search");
  });

  test("agenttrek asks once with thoughts as claims in a fence, and the last screenshot", async () => {
    const stub = await serve(format, reply.object(yes));
    const verdict = await judge("agenttrek", stub);
    expect(verdict.usage.calls).toBe(1);
    expect(stub.images(0)).toEqual([png(40)]);
    const text = stub.texts(0);
    const fenced = /\[\[begin history (\w+)\]\]([\s\S]*)\[\[end history \1\]\]/.exec(text)?.[2] ?? "";
    expect(fenced).toContain("the agent said: I should search.");
    expect(text.replace(fenced, "")).not.toContain("I should search");
  });

  test("agent-reward-bench asks once; four answers come back", async () => {
    const stub = await serve(format, reply.object(four));
    const verdict = await judge("agent-reward-bench", stub);
    expect(verdict).toMatchObject({
      outcome: "failure",
      aspects: { sideEffect: true, optimality: 2, looping: false },
      usage: { calls: 1, images: 1 },
    });
    expect(stub.texts(0)).toContain("at https://shop.test/?q=kettle");
  });

  test("agent-reward-bench shows the last tree instead of the picture when asked, or when there is no picture", async () => {
    const final = { url: "https://shop.test/basket", accessibilityTree: 'heading "Basket with one kettle"' };
    const { steps, ...rest } = kettleRun({ final });
    const blind = steps.map(({ observation: { screenshot: _screenshot, ...observation }, ...step }) => ({
      ...step,
      observation,
    }));
    const stub = await serve(format, reply.object(four));
    await judge("agent-reward-bench", stub, { ...rest, steps: blind });
    expect(stub.images(0)).toEqual([]);
    expect(stub.texts(0)).toContain("Basket with one kettle");
    const { accessibilityTree: _tree, ...bare } = final;
    const neither = await judge("agent-reward-bench", stub, { ...rest, steps: blind, final: bare });
    expect(neither.error?.kind).toBe("missing-evidence");
    expect(stub.requests).toHaveLength(1);
  });

  test("webjudge asks once for points, once a screenshot, once for the verdict, and keeps what matters and the last", async () => {
    const stub = await serve(
      format,
      reply.object({ points: ["a kettle", "the cheapest"] }),
      rated(2),
      rated(4),
      rated(1),
      rated(1),
      reply.object(yes),
    );
    const verdict = await judge("webjudge", stub);
    expect(stub.requests).toHaveLength(6);
    expect(verdict).toMatchObject({
      outcome: "success",
      notes: { framesRated: 4, framesKept: 2 },
      usage: { calls: 6 },
    });
    expect(stub.images(5)).toEqual([png(20), png(40)]);
    expect(stub.texts(5)).toContain("1. a kettle\n2. the cheapest");
    expect(stub.texts(5)).toContain("note 4");
    expect(stub.texts(5)).not.toContain("note 2");
  });

  test("webjudge asks again for a rating it cannot read, and keeps the screenshot when it never can", async () => {
    const stub = await serve(format, (request) => {
      const said = request.text;
      if (said.includes("List its points")) return reply.object({ points: ["a kettle"] });
      if (said.includes("give the rating")) return reply.text("I cannot put a number on it.");
      return reply.object(yes);
    });
    const verdict = await judge("webjudge", stub, kettleRun(), { options: { frames: "first+last" } });
    expect(stub.requests).toHaveLength(1 + 2 * 2 + 1);
    expect(verdict).toMatchObject({ outcome: "success", notes: { framesKept: 2, ratingsUnread: 2 } });
  });

  test("webjudge without points is unscored and goes no further", async () => {
    const stub = await serve(format, reply.refusal());
    const verdict = await judge("webjudge", stub);
    expect(verdict).toMatchObject({ outcome: null, error: { kind: "refused" } });
    expect(stub.requests).toHaveLength(1);
  });
});

const protocols = ["end-to-end", "webvoyager", "agenttrek", "agent-reward-bench", "naveval"];

test.each(protocols)("%s sends what its protocol shows, word for word", async (id) => {
  const stub = await serve(
    "openai",
    reply.object({ ...yes, ...four, requirements: [{ text: "a", passed: true, evidence: [] }] }),
  );
  await judge(id, stub);
  const rendered = stub
    .parts(0)
    .map((part) => ("text" in part ? part.text : `[image ${part.image.length} characters]`))
    .join("\n");
  await expect(`${rendered}\n`).toMatchFileSnapshot(`fixtures/prompts/${id}.txt`);
});

test("every judge knows the platform: a phone is no browser", async () => {
  const { task, steps, final: _final, ...rest } = kettleRun();
  const { startUrl: _url, ...bare } = task;
  const taps = steps.map(({ observation: { screenshot }, action, ...step }) => ({
    ...step,
    observation: { ...(screenshot === undefined ? {} : { screenshot }) },
    action: { ...action, type: "tap" as const },
  }));
  const stub = await serve("openai", reply.object(yes));
  await judge("end-to-end", stub, { ...rest, task: bare, steps: taps });
  expect(stub.texts(0)).toContain("apps on a phone");
});

describe("a preview", () => {
  test.each(["end-to-end", "webvoyager", "agenttrek", "agent-reward-bench", "webjudge"])(
    "of %s shows what it really sends",
    async (id) => {
      const chosen = judges[id];
      if (chosen === undefined) throw new Error(id);
      const requests = await previewJudge(chosen, kettleRun());
      const stub = await serve("openai", (request) =>
        request.text.includes("List its points")
          ? reply.object({ points: ["(what the model would say)"] })
          : request.text.includes("give the rating")
            ? reply.object({ reasoning: "(what the model would say)", rating: 5 })
            : reply.object({ ...yes, ...four, requirements: [{ text: "a", passed: true, evidence: [] }] }),
      );
      await judge(id, stub);
      expect(requests).toHaveLength(stub.requests.length);
      const textsOf = (messages: PreviewedRequest["messages"]): string =>
        messages
          .flatMap(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")))
          .join("\n");
      const unmarked = (text: string): string =>
        text.replace(/(\[\[(?:begin|end) \w+) \w+\]\]/g, "$1]]").replace(/\s+/g, " ");
      const previewed = requests.map(({ messages }) => unmarked(textsOf(messages))).sort();
      const sent = stub.requests.map((_request, i) => unmarked(stub.texts(i))).sort();
      expect(previewed).toEqual(sent);
    },
  );
});

describe.each<WireFormat>(["openai", "anthropic"])("the evidence judges over %s", (format) => {
  const requirement = {
    text: "a kettle",
    evidence: [{ kind: "request", ref: "1", quote: "q=kettle" }],
    passed: true,
  };
  const checked = { requirements: [requirement], blocked: false, reasoning: "r", score: 0.9, failure: null };
  const request = {
    method: "GET",
    url: "https://shop.test/api?q=kettle",
    resourceType: "fetch",
    status: 200,
  };
  const withRequests = (): Trajectory => {
    const run = kettleRun();
    const script = { ...request, url: "https://shop.test/a.js", resourceType: "script" };
    return { ...run, steps: run.steps.map((step) => ({ ...step, requests: [request, script] })) };
  };

  test("naveval asks once with requests, actions, addresses and the last screen; the outcome follows from the requirements", async () => {
    const stub = await serve(format, reply.object(checked));
    const verdict = await judge("naveval", stub, withRequests());
    expect(verdict).toMatchObject({
      outcome: "success",
      requirements: [
        { text: "a kettle", passed: true, evidence: [{ kind: "request", ref: "1", quote: "q=kettle" }] },
      ],
      notes: { requestsShown: 3, requestsDropped: "3 script" },
      usage: { calls: 1, images: 1 },
    });
    const text = stub.texts(0);
    expect(text).toContain("1. after action 1 GET /api (200) ×3, last after action 3\n   q=kettle");
    expect(text).toContain("2. https://shop.test/?q=kettle");
    expect(stub.images(0)).toEqual([png(40)]);
    expect(text).not.toContain("The kettle for 9.99 is in the basket.");
  });

  test("naveval shows the operating instructions under documented, and judges the answer apart under extraction", async () => {
    const run = withRequests();
    const documented = await serve(format, reply.object(checked));
    await judge(
      "naveval",
      documented,
      { ...run, task: { ...run.task, document: "Use the blue button." } },
      { options: { protocol: "documented" } },
    );
    expect(documented.texts(0)).toContain("Use the blue button.");
    const extraction = await serve(format, reply.object({ ...checked, delivered: false }));
    const verdict = await judge("naveval", extraction, run, { options: { protocol: "extraction" } });
    expect(verdict).toMatchObject({ outcome: "failure", aspects: { navigation: true, extraction: false } });
    expect(extraction.texts(0)).toContain("The kettle for 9.99 is in the basket.");
  });

  test("naveval at step level asks once a step and shows nothing of later requests", async () => {
    const run = kettleRun();
    const steps = run.steps.map((step, i) => ({
      ...step,
      requests: [{ ...request, url: `https://shop.test/api?step=${i}` }],
    }));
    const stub = await serve(format, reply.object({ reasoning: "r", class: "progress" }));
    const verdict = await judge("naveval", stub, { ...run, steps }, { level: "step" });
    expect(verdict.usage.calls).toBe(3);
    const first = [0, 1, 2]
      .map((i) => stub.texts(i))
      .find((text) => text.includes("Which class has action 1"));
    expect(first).toContain("step=0");
    expect(first).not.toContain("step=1");
  });

  test("caption-then-reason asks once a frame and once for the verdict; the captioner never sees the task", async () => {
    const stub = await serve(format, (asked) =>
      asked.text.includes("Describe it.") ? reply.text("A list of kettles.") : reply.object(yes),
    );
    const verdict = await judge("caption-then-reason", stub);
    expect(verdict).toMatchObject({
      outcome: "success",
      notes: { captions: 4 },
      usage: { calls: 5, images: 4 },
    });
    const texts = stub.requests.map((_request, i) => stub.texts(i));
    const captioning = texts.filter((text) => text.includes("Describe it."));
    expect(captioning).toHaveLength(4);
    for (const text of captioning) expect(text).not.toMatch(/cheapest|basket/i);
    const reasoning = texts.find((text) => !text.includes("Describe it.")) ?? "";
    expect(reasoning.match(/A list of kettles\./g)).toHaveLength(4);
    expect(stub.images(texts.indexOf(reasoning))).toEqual([]);
  });

  test("caption-then-reason describes a picture once a run, also at step level", async () => {
    const stub = await serve(format, (asked) =>
      asked.text.includes("Describe it.")
        ? reply.text("A list.")
        : reply.object({ reasoning: "r", class: "progress" }),
    );
    const verdict = await judge("caption-then-reason", stub, kettleRun(), { level: "step" });
    expect(verdict.steps?.map((step) => step.class)).toEqual(["progress", "progress", "progress"]);
    expect(stub.requests).toHaveLength(4 + 3);
  });

  test("OCR text is a hint for the captioner; a picture that another text was read on is another question", async () => {
    const stub = await serve(format, (asked) =>
      asked.text.includes("Describe it.") ? reply.text("A list of kettles.") : reply.object(yes),
    );
    await judge("caption-then-reason", stub, kettleRun(), { ocr: readingAlways("Kettle 9.99") });
    const captioning = stub.requests
      .map((_request, i) => stub.texts(i))
      .filter((text) => text.includes("Describe it."));
    expect(captioning).toHaveLength(4);
    for (const text of captioning)
      expect(text).toMatch(/\[\[begin ocr (\w+)\]\]\nKettle 9\.99\n\[\[end ocr \1\]\]/);
  });

  test("OCR alone, read from the screenshots, serves a text model; a text that stays is given once", async () => {
    const stub = await serve(format, reply.object(yes));
    const verdict = await judge("caption-then-reason", stub, kettleRun(), {
      options: { captioner: "ocr" },
      ocr: readingAlways("Basket (1)"),
    });
    expect(verdict).toMatchObject({
      outcome: "success",
      notes: { captions: 1 },
      usage: { calls: 1, images: 0 },
    });
    expect(stub.texts(0).match(/Basket \(1\)/g)).toHaveLength(1);
    const unread = await judge("caption-then-reason", stub, kettleRun(), { options: { captioner: "ocr" } });
    expect(unread.error).toMatchObject({
      kind: "missing-evidence",
      message: expect.stringContaining("--ocr"),
    });
  });

  test("with stored captions, or OCR text alone, a text model is enough", async () => {
    const run = kettleRun();
    const steps = run.steps.map((step) => ({
      ...step,
      observation: { url: step.observation.url, caption: "A shop.", ocr: "Kettle 9.99" },
    }));
    const bare: Trajectory = { ...run, steps, final: { caption: "A basket.", ocr: "Basket" } };
    for (const [captioner, shown] of [
      ["stored", "A basket."],
      ["ocr", "Basket"],
    ] as const) {
      const stub = await serve(format, reply.object(yes));
      const verdict = await judge("caption-then-reason", stub, bare, { options: { captioner } });
      expect(verdict).toMatchObject({
        outcome: "success",
        notes: { captions: 2 },
        usage: { calls: 1, images: 0 },
      });
      expect(stub.texts(0)).toContain(shown);
    }
    const stub = await serve(format, reply.object(yes));
    const none = await judge("caption-then-reason", stub, kettleRun(), { options: { captioner: "stored" } });
    expect(none.error?.kind).toBe("missing-evidence");
  });
});

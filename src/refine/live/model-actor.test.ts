/** What a model that acts is asked, and what is made of its answers. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { attacks, canary } from "../../../test/injection/attacks.ts";
import { reply } from "../../../test/stubs/model-stub.ts";
import { serving } from "../../../test/stubs/serving.ts";
import { createModel, type ModelClient, type ModelMessage } from "../../models/index.ts";
import { packageRoot } from "../../package-root.ts";
import { ModelError } from "../../trajectory/index.ts";
import type { Situation } from "./actor.ts";
import type { LiveObservation } from "./environment.ts";
import { modelActor } from "./model-actor.ts";

const start = serving();
const env = { OPENAI_API_KEY: "sk-test", ANTHROPIC_API_KEY: "sk-ant-test" };

const observation: LiveObservation = {
  url: "http://127.0.0.1/kettles",
  title: "Kettles",
  screenshot: await readFile(join(packageRoot, "test/fixtures/kettle-page.png")),
  accessibilityTree: [
    '- heading "Kettles" [level=1]',
    '- searchbox "Search" [ref=e3]',
    '- combobox "Sort by" [ref=e4]',
    '  - option "Price"',
    '- link "Steel kettle" [ref=e12]',
  ].join("\n"),
  elements: [
    { ref: "e3", role: "searchbox", text: "Search" },
    { ref: "e4", role: "combobox", text: "Sort by", options: ["Price"] },
    { ref: "e12", role: "link", text: "Steel kettle" },
  ],
};

const situation = (more: Partial<Situation> = {}): Situation => ({
  task: {
    id: "kettle",
    instruction: "Open the steel kettle.",
    startUrl: "http://127.0.0.1/",
    maxSteps: 5,
  },
  trial: 0,
  reflections: [],
  history: [],
  observation,
  ...more,
});

const said = (type: string, element: string | null, value: string | number | null) => ({
  thought: "The kettle is there.",
  action: { type, element, value },
});
const stated = (...words: Parameters<typeof said>) => reply.object(said(...words));

const openai = { env, maxRetries: 0 };

describe("an answer", () => {
  test.each([
    [said("click", "e12", null), { type: "click", element: "e12" }],
    [said("Click", "[ref=e12]", ""), { type: "click", element: "e12" }],
    [said("type", "e3", ""), { type: "type", element: "e3", text: "" }],
    [said("select", "e4", "Price"), { type: "select", element: "e4", option: "Price" }],
    [said("press", null, "Enter"), { type: "press", key: "Enter" }],
    [said("scroll", null, -300), { type: "scroll", by: -300 }],
    [said("back", null, null), { type: "back" }],
    [said("answer", null, "It is open."), { type: "answer", text: "It is open." }],
    [said("infeasible", null, "There is none."), { type: "infeasible", text: "There is none." }],
  ])("%j is an action", async (answer, action) => {
    const stub = await start("openai", reply.fenced(answer));
    const decision = await modelActor(createModel(stub.ref(), openai)).decide(situation());
    expect(decision).toMatchObject({ thought: "The kettle is there.", action, usage: { calls: 1 } });
  });

  test.each([
    ["a ref that the page does not have", stated("click", "e99", null), 'no element with ref "e99"'],
    ["an action that there is not", stated("teleport", null, null), "action.type must be one of click"],
    ["no text to type", stated("type", "e3", null), "type needs action.value, the text, saw null"],
    ["no way to scroll", stated("scroll", null, "down"), "scroll needs action.value, a number of pixels"],
    ["nothing to say", stated("answer", null, " "), "answer needs action.value, the words for the user"],
    ["prose", reply.text("I would click on the kettle."), "the answer is no JSON object"],
  ])("with %s is asked for again with the reason", async (_what, bad, reason) => {
    const stub = await start("anthropic", bad, stated("click", "e12", null));
    const decision = await modelActor(createModel(stub.ref(), openai)).decide(situation());
    expect(decision).toMatchObject({ action: { type: "click", element: "e12" }, usage: { calls: 2 } });
    expect(stub.texts(1)).toContain(`Your answer could not be used: `);
    expect(stub.texts(1)).toContain(reason);
  });

  test.each([
    ["unreadable-answer", stated("click", "e99", null), 2],
    ["truncated-answer", reply.truncated('{"thought": "I'), 2],
    ["empty-answer", reply.empty(), 2],
    ["refused", reply.refusal(), 1],
  ])("that stays %s is an error, which says what it used", async (kind, bad, calls) => {
    const stub = await start("openai", bad);
    const actor = modelActor(createModel(stub.ref(), openai));
    const error = await actor.decide(situation()).catch((caught: unknown) => caught);
    expect(ModelError.isInstance(error) && [error.kind, error.usage?.calls]).toEqual([kind, calls]);
    expect(stub.requests).toHaveLength(calls);
  });
});

test("a provider that fails at the second question is an error of it, which says what the first used", async () => {
  const stub = await start("openai", stated("click", "e99", null), reply.error(503, "overloaded"));
  const actor = modelActor(createModel(stub.ref(), openai));
  const error = await actor.decide(situation()).catch((caught: unknown) => caught);
  expect(ModelError.isInstance(error) && [error.kind, error.usage?.calls]).toEqual(["provider", 1]);
});

test("the version tells apart what acts otherwise, and nothing else", async () => {
  const { model } = listening();
  const versionOf = (options = {}, of = model) => modelActor(of, options).version;
  const original = join(packageRoot, "prompts/actor/act.md");
  const folder = await mkdtemp(join(tmpdir(), "trajudge-actor-"));
  const changed = join(folder, "act.md");
  await writeFile(changed, `${await readFile(original, "utf8")}\nBe quick.\n`);
  const versions = [
    versionOf(),
    versionOf({ treeTokens: 500 }),
    versionOf({ listRefs: true }),
    versionOf({ prompt: changed }),
    versionOf({}, listening(false).model),
  ];
  await rm(folder, { recursive: true });
  expect(new Set(versions).size).toBe(versions.length);
  const same = { name: "other", secret: "x", listRefs: false, treeTokens: 3000, prompt: original };
  expect(versionOf(same)).toBe(versionOf());
});

test("a signal ends the asking with its reason", async () => {
  const stub = await start("openai", stated("click", "e12", null));
  const signal = AbortSignal.abort(new Error("stopped by the user"));
  const decision = modelActor(createModel(stub.ref(), openai)).decide(situation({ signal }));
  await expect(decision).rejects.toThrow("stopped by the user");
});

test("the schema lists the page's refs only when that is wanted", async () => {
  const stub = await start("openai", stated("click", "e12", null));
  const model = createModel(stub.ref(), openai);
  await modelActor(model).decide(situation());
  await modelActor(model, { listRefs: true }).decide(situation());
  const [open, listed] = stub.requests.map(({ text }) => text.includes('"enum":["e3","e4","e12"]'));
  expect([open, listed]).toEqual([false, true]);
});

/** A client that keeps what it is asked. */
function listening(vision = true): { model: ModelClient; asked: ModelMessage[][] } {
  const asked: ModelMessage[][] = [];
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, images: 0, costUsd: 0, latencyMs: 0 };
  const model: ModelClient = {
    ref: "openai:gpt-4o",
    vision,
    generate: async ({ messages }) => {
      asked.push([...messages]);
      const object = { thought: "", action: { type: "wait", element: null, value: null } };
      return { text: JSON.stringify(object), object, usage, stopReason: "end" };
    },
  };
  return { model, asked };
}

const textOf = (messages: readonly ModelMessage[] | undefined): string =>
  (messages ?? [])
    .flatMap(({ content }) => content.map((part) => (part.type === "text" ? part.text : "[picture]")))
    .join("\n");

async function asked(more: Partial<Situation>, options = {}, vision = true): Promise<string> {
  const { model, asked } = listening(vision);
  await modelActor(model, { secret: "s", ...options }).decide(situation(more));
  return textOf(asked[0]);
}

const fence = /\[\[begin ([\w-]+) ([0-9a-f]{24})\]\]\n[\s\S]*?\n\[\[end \1 \2\]\]/g;

describe("the prompt", () => {
  test("holds the task, what is left, notes, actions with their errors, page, tree and picture", async () => {
    const text = await asked({
      trial: 1,
      reflections: ["I forgot to sort."],
      history: [
        {
          url: "http://127.0.0.1/",
          action: { type: "type", element: "e3", text: "steel" },
          target: "Search",
          error: "locator.fill: Timeout",
        },
      ],
    });
    expect(text).toContain("Your task:\nOpen the steel kettle.");
    expect(text).toContain("You can take 4 more actions. This is attempt 2.");
    expect(text).toContain("I forgot to sort.");
    expect(text).toContain('1. type "steel" into "Search" (failed: locator.fill: Timeout)');
    expect(text).toContain("Kettles\nhttp://127.0.0.1/kettles");
    expect(text).toContain('- link "Steel kettle" [ref=e12]');
    expect(text).toContain("Screenshot of the page now:\n\n[picture]");
  });

  test("is the same for the same situation and secret", async () => {
    expect(await asked({})).toBe(await asked({}));
  });

  test("has no picture for a model that cannot see", async () => {
    const text = await asked({}, {}, false);
    expect(text).toContain("You see no screenshot of it.");
    expect(text).not.toContain("[picture]");
  });

  test("keeps of a long tree what bears on the task", async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `- paragraph: Nothing of interest ${i}`);
    const tree = [...lines.slice(0, 1500), '- link "Steel kettle" [ref=e12]', ...lines.slice(1500)].join(
      "\n",
    );
    const text = await asked(
      { observation: { ...observation, accessibilityTree: tree } },
      { treeTokens: 500 },
    );
    expect(text).toContain('- link "Steel kettle" [ref=e12]');
    expect(text.length).toBeLessThan(8000);
  });

  test("keeps hostile text of a page, an error or a note inside its fences", async () => {
    const outside = (text: string): string => text.replace(fence, "");
    const places = (text: string): Record<string, Partial<Situation>> => ({
      title: { observation: { ...observation, title: text } },
      url: { observation: { ...observation, url: `http://127.0.0.1/${text}` } },
      tree: { observation: { ...observation, accessibilityTree: text } },
      note: { reflections: [text] },
      action: {
        history: [{ url: text, action: { type: "click", element: "e1" }, target: text, error: text }],
      },
    });
    const plain = places("Nothing.");
    for (const place of Object.keys(plain)) {
      const expected = outside(await asked(plain[place] ?? {}));
      for (const { name, text } of attacks) {
        const found = await asked(places(text)[place] ?? {});
        expect(outside(found), `${name} in ${place}`).toBe(expected);
        expect(outside(found)).not.toContain(canary);
      }
    }
  });
});

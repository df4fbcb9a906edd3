/** A language model plays the Bazaar, over both wire formats: its answers are made from the refs in the prompt it was sent. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPath } from "../../src/bazaar/agents/chromium.ts";
import { bazaarEnvironment } from "../../src/bazaar/live/index.ts";
import type { Move } from "../../src/bazaar/moves.ts";
import { account } from "../../src/bazaar/site/account-routes.ts";
import { tasks } from "../../src/bazaar/tasks/index.ts";
import { createModel } from "../../src/models/index.ts";
import type { LiveEnvironment } from "../../src/refine/live/environment.ts";
import { modelActor } from "../../src/refine/live/model-actor.ts";
import type { RecordedRequest } from "../stubs/http-stub.ts";
import { type Reply, reply, type Script, type WireFormat } from "../stubs/model-stub.ts";
import { serving } from "../stubs/serving.ts";
import { bytesBelow, describeInChromium, readBack, temporaryFolder } from "./browser.ts";
import { playLive } from "./live-play.ts";

const start = serving();
let environment: LiveEnvironment;

const env = { OPENAI_API_KEY: "sk-test", ANTHROPIC_API_KEY: "sk-ant-test" };

/** Every text of a request, in order. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The tree that a prompt shows, out of its fence. */
function treeIn({ body }: RecordedRequest): string {
  const prompt = textsIn(body).join("\n");
  return /\[\[begin tree ([0-9a-f]{24})\]\]\n([\s\S]*?)\n\[\[end tree \1\]\]/.exec(prompt)?.[2] ?? "";
}

/** The ref on the first line of the tree with one of these roles and this name. */
function refIn(request: RecordedRequest, roles: string, name: string): string {
  const quoted = JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`- (?:${roles}) ${quoted}.*?\\[ref=(\\w+)\\]`).exec(treeIn(request))?.[1] ?? "not shown";
}

/** What a model would answer that knows the task's way. */
function answerOf(move: Move | undefined, request: RecordedRequest): object {
  const act = (type: string, element: string | null, value: string | null) => ({
    thought: `Now I ${type}.`,
    action: { type, element, value },
  });
  switch (move?.do) {
    case "link":
    case "button":
      return act("click", refIn(request, move.do, move.name), null);
    case "tick":
      return act("click", refIn(request, "checkbox|radio", move.label), null);
    case "fill":
      return act("type", refIn(request, "textbox|searchbox", move.label), move.value);
    case "choose":
      return act("select", refIn(request, "combobox", move.label), move.value);
    case "answer":
    case "infeasible":
      return act(move.do, null, move.text);
    default:
      throw new Error(`no answer for ${JSON.stringify(move)}`);
  }
}

/** A reply a move of the task's way. */
function knowing(taskId: string): ((request: RecordedRequest) => Reply)[] {
  const way = tasks.find(({ id }) => id === taskId)?.way ?? [];
  return way.map((move) => (request) => reply.object(answerOf(move, request)));
}

async function play(format: WireFormat, taskId: string, script: Script) {
  const stub = await start(format, ...script);
  const model = createModel(stub.ref(), { env, maxRetries: 0 });
  const folder = await temporaryFolder();
  const actor = modelActor(model);
  return { stub, folder, ...(await playLive({ environment, actor, taskId, folder })) };
}

describeInChromium("a model that acts", () => {
  beforeAll(async () => {
    if (chromiumPath() !== undefined) environment = await bazaarEnvironment();
  });
  afterAll(() => environment?.close());

  test.each<[WireFormat, string]>([
    ["openai", "shop-green-lamps"],
    ["anthropic", "stays-ghent-breakfast"],
  ])("does a task by what it is shown, over %s", async (format, taskId) => {
    const { stub, folder, truth, trajectory } = await play(format, taskId, knowing(taskId));
    expect(truth?.outcome).toBe("success");
    expect(trajectory.steps).toHaveLength(stub.requests.length);
    expect(trajectory.steps[0]?.thought).toBe("Now I click.");
    expect(stub.images(0)).toHaveLength(1);
    expect(stub.texts(2)).toMatch(/\[\[begin actions \w+\]\]\n1\. click on "(?:Shop|Stays)"\n2\. /);
    expect(await readBack(folder)).toMatchObject({ id: `live/model/${taskId}/0`, stop: "answered" });
  });

  test("types a password that it was given; what is stored does not hold it", async () => {
    const { folder, truth, stub } = await play("openai", "settings-language", knowing("settings-language"));
    expect(truth?.outcome).toBe("success");
    expect(stub.texts(0)).toContain(account.password);
    expect((await bytesBelow(folder)).includes(account.password)).toBe(false);
  });

  test.each<[string, Reply]>([
    ["prose", reply.text("I would click on the shop first.")],
    ["cut off", reply.truncated('{"thought": "The shop')],
    [
      "about another page",
      reply.object({ thought: "", action: { type: "click", element: "e9999", value: null } }),
    ],
  ])(
    "whose answers are %s is asked twice, and the run ends with an error and what was done",
    async (_what, bad) => {
      const [first = bad] = knowing("help-gift-card");
      const { stub, fault, trajectory, truth } = await play("openai", "help-gift-card", [first, bad]);
      expect(fault?.kind).toMatch(/^(?:unreadable|truncated)-answer$/);
      expect(stub.requests).toHaveLength(3);
      expect(trajectory.stop).toBe("error");
      expect(trajectory.steps.map(({ action }) => action.target?.text)).toEqual(["Help"]);
      expect(truth?.outcome).toBe("failure");
    },
  );
});

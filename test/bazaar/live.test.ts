/** The Bazaar as a live environment: what agents see and do there, and that each is alone in it. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumPath, launchChromium } from "../../src/bazaar/agents/chromium.ts";
import { bazaarEnvironment, randomActor, scriptedActor } from "../../src/bazaar/live/index.ts";
import { keepOnSite } from "../../src/bazaar/live/keep-on-site.ts";
import { account } from "../../src/bazaar/site/account-routes.ts";
import type { LiveEnvironment, LiveEpisode, LiveObservation } from "../../src/refine/live/environment.ts";
import { InputError, imagesOf, viewOf } from "../../src/trajectory/index.ts";
import {
  bytesBelow,
  describeInChromium,
  readBack,
  servePages,
  temporaryFolder,
  useChromium,
} from "./browser.ts";
import { playLive } from "./live-play.ts";

let browser: Browser;
let environment: LiveEnvironment;

beforeAll(async () => {
  if (chromiumPath() === undefined) return;
  browser = await launchChromium();
  environment = await bazaarEnvironment({ browser });
});
afterAll(async () => {
  await environment?.close();
  await browser?.close();
});

async function begin(
  taskId: string,
  images?: LiveEnvironment,
): Promise<{ episode: LiveEpisode; folder: string }> {
  const folder = await temporaryFolder();
  const episode = await (images ?? environment).reset({
    taskId,
    folder,
    trajectoryId: `live/test/${taskId}`,
    agent: { name: "test" },
  });
  return { episode, folder };
}

const refOf = ({ elements }: LiveObservation, role: string, text: string): string =>
  elements.find((element) => element.role === role && element.text === text)?.ref ?? "not there";

/** One task of every part of the site, and both ends that are not success. */
const chosen = [
  "shop-cheapest-lamp",
  "stays-vienna",
  "tracker-close-stools",
  "help-open-breakfast",
  "settings-newsletter",
  "outlet-cheapest",
];

async function outcomes(skill: number, taskIds: readonly string[]): Promise<unknown[]> {
  const actor = scriptedActor({ skill, learning: 0 });
  const played: unknown[] = [];
  const queue = [...taskIds];
  const worker = async (): Promise<void> => {
    for (let taskId = queue.shift(); taskId !== undefined; taskId = queue.shift()) {
      const { truth } = await playLive({ environment, actor, taskId, folder: await temporaryFolder() });
      played.push([taskId, truth?.outcome]);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return played.sort();
}

describeInChromium("the scripted actor", () => {
  test("does tasks its way, three at a time in one browser: success, or blocked where everyone is", async () => {
    const expected = chosen.map((id) => [id, id === "outlet-cheapest" ? "blocked" : "success"]).sort();
    expect(await outcomes(1, chosen)).toEqual(expected);
  }, 60_000);

  test("fails by its faults, also where everyone is blocked", async () => {
    const some = ["stays-vienna", "tracker-close-stools", "outlet-cheapest"];
    expect(await outcomes(0, some)).toEqual(some.map((id) => [id, "failure"]).sort());
  }, 60_000);

  test("does right what it did wrong, once it has a reflection that helps", async () => {
    const play = async (reflections: string[]) =>
      playLive({
        environment,
        actor: scriptedActor({ skill: 0, learning: 1 }),
        taskId: "help-gift-card",
        folder: await temporaryFolder(),
        trial: reflections.length,
        reflections,
      });
    expect((await play([])).truth?.outcome).toBe("failure");
    expect((await play(["I read the wrong line."])).truth?.outcome).toBe("success");
  });

  test("tries what the page does not show, and the failure is a step", async () => {
    const { episode } = await begin("help-returns");
    const task = environment.tasks.find(({ id }) => id === "settings-language");
    if (task === undefined) throw new Error("no such task");
    const history = [{ url: "/", action: { type: "back" } as const }];
    const { action } = await scriptedActor({ skill: 1, learning: 0 }).decide({
      task,
      trial: 0,
      reflections: [],
      history,
      observation: await episode.observe(),
    });
    if (action.type !== "type") throw new Error(`saw ${action.type}`);
    expect(await episode.act(action)).toEqual({ error: 'the page has no element "none"' });
    await episode.abandon();
  });
});

describeInChromium("an episode", () => {
  test("tells neither agents nor judges what the task is judged by", async () => {
    for (const task of environment.tasks)
      expect(["id", "instruction", "description", "startUrl", "maxSteps"]).toEqual(
        expect.arrayContaining(Object.keys(task)),
      );
    const { episode } = await begin("shop-green-lamps");
    const { trajectory } = await episode.end({ stop: "unknown" });
    expect(trajectory.task.reference).toMatchObject({ path: ["/", "/shop"] });
    expect("reference" in viewOf(trajectory).task).toBe(false);
  });

  test("records each action with its target, its requests and its thought, and the states as a judge reads them", async () => {
    const { episode, folder } = await begin("shop-open-kilim");
    await episode.act(
      { type: "click", element: refOf(await episode.observe(), "link", "Shop") },
      "To the shop.",
    );
    const shop = await episode.observe();
    expect(new URL(shop.url).pathname).toBe("/shop");
    await episode.act({ type: "click", element: refOf(shop, "button", "No, thank you") });
    await episode.act({ type: "scroll", by: 300 });
    await episode.act({ type: "wait" });
    await episode.act({ type: "press", key: "End" });
    await episode.act({ type: "back" });
    const ended = await episode.end({ stop: "answered", answer: "Done.", thought: "Enough." });
    const { truth } = ended;
    const run = await readBack(folder);
    const path = ended.trajectory.steps[1]?.observation?.screenshot ?? "";
    const frame = await readFile(join(folder, path));
    expect(frame.equals((await imagesOf(ended.trajectory)?.read(path)) ?? Buffer.alloc(0))).toBe(true);
    await expect(imagesOf(ended.trajectory)?.read("../secret.jpg")).rejects.toThrow(
      "is no frame of this recording",
    );
    expect(run.problems).toBeUndefined();
    expect(run.source).toMatchObject({ benchmark: "bazaar" });
    expect(run.steps.map(({ action }) => [action.type, action.target?.text, action.value])).toEqual([
      ["click", "Shop", undefined],
      ["click", "No, thank you", undefined],
      ["scroll", undefined, "0, 300"],
      ["wait", undefined, undefined],
      ["press", undefined, "End"],
      ["back", undefined, undefined],
      ["answer", undefined, "Done."],
    ]);
    expect(run.steps[0]?.thought).toBe("To the shop.");
    expect(run.steps.at(-1)?.thought).toBe("Enough.");
    expect(run.steps[0]?.requests?.map(({ url }) => new URL(url).pathname)).toContain("/api/products");
    expect(run.steps[1]?.observation?.accessibilityTree).toContain(
      'dialog "Ten percent for your first order"',
    );
    expect(run.final?.url).toBe(`${new URL(shop.url).origin}/`);
    expect([truth?.outcome, truth?.steps.length]).toEqual(["failure", run.steps.length]);
  });

  test("gives an error for what the page refuses, records it, and goes on", async () => {
    const { episode } = await begin("shop-green-lamps");
    const first = await episode.observe();
    const help = refOf(first, "link", "Help");
    const errors = [
      await episode.act({ type: "back" }),
      await episode.act({ type: "press", key: "Alt+ArrowLeft" }),
      await episode.act({ type: "click", element: "e999" }),
      await episode.act({ type: "click", element: 'x" >> css=body' }),
      await episode.act({ type: "type", element: help, text: "words" }),
      await episode.act({ type: "click", element: refOf(first, "link", "Shop") }),
    ];
    const shop = await episode.observe();
    const sort = refOf(shop, "combobox", "Sort by");
    errors.push(
      await episode.act({ type: "click", element: help }),
      await episode.act({ type: "click", element: refOf(shop, "checkbox", "green") }),
      await episode.act({ type: "select", element: sort, option: "Cheapest" }),
    );
    const { trajectory, truth } = await episode.end({ stop: "unknown" });
    const said = [
      "there is no page to go back to",
      'there is no key "Alt+ArrowLeft"; there are Enter, Escape',
      'the page has no element "e999"',
      'the page has no element "x\\" >> css=body"',
      "Element is not an <input>",
      undefined,
      `the page has no element "${help}"`,
      "Timeout 600ms exceeded",
      '"Sort by" has no option "Cheapest"; it has Featured, Price: low to high',
    ];
    expect(errors).toHaveLength(said.length);
    for (const [index, text] of said.entries()) {
      const recorded = trajectory.steps[index]?.action.error;
      expect(errors[index]?.error).toBe(recorded);
      if (text === undefined) expect(recorded).toBeUndefined();
      else expect(recorded).toContain(text);
    }
    expect(truth?.steps).toHaveLength(said.length);
  });

  test("knows an element that has gone since it was seen", async () => {
    const { episode } = await begin("shop-green-lamps");
    await episode.act({ type: "click", element: refOf(await episode.observe(), "link", "Shop") });
    const shop = await episode.observe();
    const close = refOf(shop, "button", "No, thank you");
    expect(await episode.act({ type: "click", element: close })).toEqual({});
    // The refs of an observation are good for more than one action, while what they name is there.
    expect(await episode.act({ type: "click", element: refOf(shop, "radio", "lamps") })).toEqual({});
    expect(await episode.act({ type: "click", element: close })).toEqual({
      error: `element "${close}" is no longer on the page`,
    });
    await episode.abandon();
  });

  test("shows the same at the same moment, whoever looks", async () => {
    const looks = await Promise.all(
      [1, 2].map(async () => {
        const { episode } = await begin("shop-green-lamps");
        await episode.act({ type: "click", element: refOf(await episode.observe(), "link", "Shop") });
        const seen = [await episode.observe(), await episode.observe()];
        await episode.abandon();
        return seen;
      }),
    );
    const [one, again, other] = looks.flat();
    expect(again).toEqual(one);
    expect(other).toEqual(one);
    expect([...(one?.screenshot?.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
  });

  test("is alone: what one puts into the cart, signs in to or closes, no other sees", async () => {
    const [one, other] = await Promise.all([begin("settings-language"), begin("settings-language")]);
    let observation = await one.episode.observe();
    await one.episode.act({ type: "click", element: refOf(observation, "link", "Sign in") });
    observation = await one.episode.observe();
    await one.episode.act({
      type: "type",
      element: refOf(observation, "textbox", "User name"),
      text: account.user,
    });
    await one.episode.act({
      type: "type",
      element: refOf(observation, "textbox", "Password"),
      text: account.password,
    });
    observation = await one.episode.observe();
    expect(JSON.stringify([observation.accessibilityTree, observation.elements])).not.toContain(
      account.password,
    );
    expect(observation.accessibilityTree).toContain(
      `"Password" [ref=${refOf(observation, "textbox", "Password")}]: •••`,
    );
    await one.episode.act({ type: "click", element: refOf(observation, "button", "Sign in") });
    expect((await one.episode.observe()).title).toContain("Settings");
    expect((await other.episode.observe()).accessibilityTree).toContain('link "Sign in"');
    await one.episode.end({ stop: "unknown" });
    expect((await other.episode.observe()).title).toContain("Bazaar");
    await other.episode.abandon();
    expect((await bytesBelow(one.folder)).includes(account.password)).toBe(false);
  });

  test("ends once, takes no more actions than its task allows, and leaves no window open", async () => {
    const before = browser.contexts().length;
    const { episode } = await begin("help-returns");
    expect(browser.contexts()).toHaveLength(before + 1);
    for (let step = 0; step < 8; step += 1) await episode.act({ type: "scroll", by: 10 });
    await expect(episode.act({ type: "wait" })).rejects.toThrow("all 8 actions are taken");
    const { trajectory } = await episode.end({ stop: "step-limit" });
    expect([trajectory.steps.length, trajectory.stop]).toEqual([8, "step-limit"]);
    await episode.abandon();
    for (const late of [
      () => episode.observe(),
      () => episode.act({ type: "wait" }),
      () => episode.end({ stop: "unknown" }),
    ])
      await expect(late()).rejects.toThrow(InputError);
    const second = await begin("help-returns");
    await second.episode.abandon();
    await second.episode.abandon();
    expect(await readdir(second.folder)).toEqual([]);
    expect(browser.contexts()).toHaveLength(before);
  });

  test("has the picture of every element in view, and of no other, when pictures are asked for", async () => {
    const withPictures = await bazaarEnvironment({ browser, images: true, taskIds: ["shop-open-kilim"] });
    try {
      expect(withPictures.tasks.map(({ id }) => id)).toEqual(["shop-open-kilim"]);
      await expect(begin("help-returns", withPictures)).rejects.toThrow(
        "task help-returns is not among those",
      );
      const { episode } = await begin("shop-open-kilim", withPictures);
      const { elements } = await episode.observe();
      const shop = elements.find(({ text }) => text === "Shop");
      const { width, height } = await sharp(shop?.image).metadata();
      expect([width, height]).toEqual([shop?.box?.[2], shop?.box?.[3]]);
      for (const { text, box, image } of elements) {
        const [x = 0, y = 0] = box ?? [];
        expect([text, image !== undefined]).toEqual([text, x >= 0 && y < 720]);
      }
    } finally {
      await withPictures.close();
    }
    expect(browser.contexts()).toHaveLength(0);
  });

  test("of a task that there is not is refused with the tasks there are", async () => {
    await expect(bazaarEnvironment({ taskIds: ["shop-nothing"] })).rejects.toThrow(
      /no task "shop-nothing"; it has shop-green-lamps, /,
    );
    await expect(begin("shop-nothing")).rejects.toThrow(InputError);
  });
});

describeInChromium("the random actor", () => {
  test("acts up to the step limit, and never leaves the site", async () => {
    const { history, trajectory } = await playLive({
      environment,
      actor: randomActor({ seed: 3 }),
      taskId: "help-gift-card",
      folder: await temporaryFolder(),
    });
    expect([history.length, trajectory.stop]).toEqual([trajectory.task.maxSteps, "step-limit"]);
    const urls = [...history.map(({ url }) => url), trajectory.final?.url ?? ""];
    const site = new URL(environment.tasks[0]?.startUrl ?? "").origin;
    expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(new Set([site]));
  });
});

describeInChromium("a page that is kept on its site", () => {
  const chromium = useChromium();

  test("does not go to another, nor ask it for anything", async () => {
    let asked = 0;
    const elsewhere = await servePages({
      "/": (_request, response) => {
        asked += 1;
        response.end("elsewhere");
      },
    });
    const site = await servePages({
      "/": `<a href="${elsewhere}">Away</a><a href="/two">Two</a><img src="${elsewhere}/">`,
      "/two": "Two",
    });
    const page = await chromium.page();
    await keepOnSite(page, site);
    await page.goto(site);
    await page.getByText("Away").click();
    await page.getByText("Two").click();
    await page.waitForURL(`${site}/two`);
    expect(asked).toBe(0);
  });
});

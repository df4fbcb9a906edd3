import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { collect, folderWith, lfsPointer, nativeRun, png } from "../../test/run-files.ts";
import { imagesOf, type Trajectory } from "../trajectory/index.ts";
import { readTrajectories } from "./read.ts";
import type { UnreadableRun } from "./unreadable.ts";

async function readAll(path: string): Promise<{ runs: Trajectory[]; unreadable: UnreadableRun[] }> {
  const unreadable: UnreadableRun[] = [];
  const runs = await collect(readTrajectories(path, { onUnreadable: (problem) => unreadable.push(problem) }));
  return { runs, unreadable };
}

const one = async (files: Record<string, unknown>): Promise<Trajectory | undefined> =>
  (await readAll(await folderWith(files))).runs[0];

const shot = (path: string) => [{ index: 0, observation: { screenshot: path }, action: { type: "click" } }];

describe("a native folder", () => {
  test("is read as it is, and its images are opened when asked for", async () => {
    const run = { ...nativeRun("a"), steps: shot("frames/0.png"), final: { screenshot: "frames/1.png" } };
    const read = await one({ "trajectory.json": run, "frames/0.png": png(0), "frames/1.png": png(1) });
    expect(read).toMatchObject(run);
    expect(read?.problems).toBeUndefined();
    const images = read === undefined ? undefined : imagesOf(read);
    expect(await images?.read("frames/1.png")).toEqual(Buffer.from(png(1)));
  });

  test.each([
    ["is missing", {}, "no such file"],
    ["is empty", { "0.png": "" }, "the file is empty"],
    ["is a Git-LFS pointer", { "0.png": lfsPointer }, "Git-LFS pointer"],
    ["is no image", { "0.png": "<html>" }, "no PNG, JPEG, WebP or GIF image"],
    ["is a folder", { "0.png/x": "" }, "not a regular file"],
  ])("leaves a screenshot out that %s, and says so", async (_name, files, what) => {
    const read = await one({ "trajectory.json": { ...nativeRun("a"), steps: shot("0.png") }, ...files });
    expect(read?.steps[0]?.observation).toEqual({});
    expect(read?.problems).toEqual([
      { where: "steps[0].observation.screenshot", what: expect.stringContaining(what) },
    ]);
  });

  test.each(["../secret.png", "/etc/hostname", "a/../../secret.png", "x\0.png"])(
    "never opens %j outside of the folder",
    async (path) => {
      const root = await folderWith({
        "run/trajectory.json": { ...nativeRun("a"), steps: shot(path) },
        "secret.png": png(),
      });
      const [read] = (await readAll(join(root, "run"))).runs;
      expect(read?.problems?.[0]?.what).toContain("leaves the trajectory's folder");
      const images = read === undefined ? undefined : imagesOf(read);
      await expect(images?.read(path)).rejects.toThrow("leaves the trajectory's folder");
    },
  );

  test("does not follow a link that leads out of the folder", async () => {
    const root = await folderWith({
      "run/trajectory.json": { ...nativeRun("a"), steps: shot("0.png") },
      "secret.png": png(),
    });
    await symlink("../secret.png", join(root, "run/0.png"));
    const [read] = (await readAll(join(root, "run"))).runs;
    expect(read?.problems?.[0]?.what).toContain("leaves the trajectory's folder");
  });

  test("may hold images as data: URLs, which are checked too", async () => {
    const url = `data:image/png;base64,${Buffer.from(png(7)).toString("base64")}`;
    const read = await one({ "trajectory.json": { ...nativeRun("a"), steps: shot(url) } });
    const images = read === undefined ? undefined : imagesOf(read);
    expect(await images?.read(url)).toEqual(Buffer.from(png(7)));
    const broken = await one({
      "trajectory.json": { ...nativeRun("a"), steps: shot("data:image/png;base64,AAAA") },
    });
    expect(broken?.problems).toHaveLength(1);
  });

  test("never fetches an image from the network", async () => {
    const read = await one({ "trajectory.json": { ...nativeRun("a"), steps: shot("https://a.test/0.png") } });
    expect(read?.problems?.[0]?.what).toContain("no such file");
  });
});

describe("native JSON lines", () => {
  const lines = (...values: unknown[]) =>
    values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");

  test("fill in index, and type, target and value from the action's text", async () => {
    const steps = [{ observation: {}, action: { raw: "fill('7', 'milk')" } }];
    const read = await one({ "runs.jsonl": lines({ ...nativeRun("a"), steps }) });
    expect(read?.steps).toEqual([
      {
        index: 0,
        observation: {},
        action: { raw: "fill('7', 'milk')", type: "type", target: { id: "7" }, value: "milk" },
      },
    ]);
  });

  test("keep what the source says about an action over what its text says", async () => {
    const steps = [{ index: 0, observation: {}, action: { raw: "click('7')", target: { text: "Buy" } } }];
    const read = await one({ "runs.jsonl": lines({ ...nativeRun("a"), steps }) });
    expect(read?.steps[0]?.action).toEqual({ raw: "click('7')", type: "click", target: { text: "Buy" } });
  });

  test("report unknown keys with their place and value", async () => {
    const run = {
      ...nativeRun("a"),
      colour: "red",
      steps: [{ ...nativeRun("a").steps[0], extra: { x: 1 } }],
    };
    expect((await one({ "runs.jsonl": lines(run) }))?.problems).toEqual([
      { where: "steps[0].extra", what: 'unknown field, saw {"x":1}' },
      { where: "colour", what: 'unknown field, saw "red"' },
    ]);
  });

  test("take null for an absent field", async () => {
    const read = await one({
      "runs.jsonl": lines({ ...nativeRun("a"), answer: null, agent: { name: null } }),
    });
    expect(read).toMatchObject({ id: "a", agent: {} });
    expect(read?.answer).toBeUndefined();
  });

  test("survive broken lines: each is reported with file, line, path and value", async () => {
    const root = await folderWith({
      "runs.jsonl": lines(
        nativeRun("a"),
        '{"schema": "trajudge/trajectory@1", "id": "b',
        { ...nativeRun("c"), steps: [{ index: 0, observation: {}, action: { type: "jump" } }] },
        "",
        { ...nativeRun("d"), task: { id: "d" } },
        { ...nativeRun("e"), schema: "trajudge/trajectory@9" },
        nativeRun("f"),
      ),
    });
    const { runs, unreadable } = await readAll(root);
    const file = join(root, "runs.jsonl");
    expect(runs.map(({ id }) => id)).toEqual(["a", "f"]);
    expect(unreadable.map(({ where }) => where)).toEqual([
      `${file}:2`,
      `${file}:3: steps[0].action.type`,
      `${file}:5: task.instruction`,
      `${file}:6: schema`,
    ]);
    expect(unreadable[1]?.what).toContain('saw "jump"');
    expect(unreadable.every(({ path }) => path === file)).toBe(true);
  });

  test("keep nulls where whatever the source held is kept", async () => {
    const read = await one({
      "runs.jsonl": lines({ ...nativeRun("a"), answer: null, extra: { score: null } }),
    });
    expect(read?.extra).toEqual({ score: null });
  });

  test("take the answer from the action that gives it, where the record has none", async () => {
    const steps = [{ observation: {}, action: { raw: "send_msg_to_user('42')" } }];
    expect((await one({ "runs.jsonl": lines({ ...nativeRun("a"), steps }) }))?.answer).toBe("42");
    expect((await one({ "runs.jsonl": lines({ ...nativeRun("a"), steps, answer: "43" }) }))?.answer).toBe(
      "43",
    );
  });

  test("number the steps by their order, whatever they say", async () => {
    const step = { observation: {}, action: { type: "click" } };
    const run = {
      ...nativeRun("a"),
      steps: [
        { ...step, index: 1 },
        { ...step, index: 2 },
      ],
    };
    const read = await one({ "runs.jsonl": lines(run) });
    expect(read?.steps.map(({ index }) => index)).toEqual([0, 1]);
    expect(read?.problems).toEqual([
      { where: "steps[0].index", what: "expected 0, saw 1; steps are numbered by their order" },
    ]);
  });
});

describe("the state after the last action", () => {
  const { final: _final, ...open } = nativeRun("a");

  test("is missing when nothing was recorded after an action: a problem, never a guess", async () => {
    const read = await one({ "trajectory.json": open });
    expect(read?.final).toBeUndefined();
    expect(read?.problems).toEqual([{ where: "final", what: "no state after the last action was recorded" }]);
  });

  test.each(["answer", "infeasible"])("is the observation of an %s, which changes nothing", async (type) => {
    const steps = [{ index: 0, observation: { url: "https://a.test/" }, action: { type } }];
    const read = await one({ "trajectory.json": { ...open, steps } });
    expect(read?.final).toEqual({ url: "https://a.test/" });
    expect(read?.problems).toBeUndefined();
  });
});

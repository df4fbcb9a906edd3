import { symlink } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { collect, folderWith, nativeRun, png } from "../../test/run-files.ts";
import type { Trajectory } from "../trajectory/index.ts";
import { type ReadOptions, readTrajectories } from "./read.ts";
import type { UnreadableRun } from "./unreadable.ts";

const ids = async (path: string, options?: ReadOptions): Promise<string[]> =>
  (await collect(readTrajectories(path, options))).map(({ id }) => id);

const line = (run: Trajectory): string => `${JSON.stringify(run)}\n`;

const voyagerRun = [
  {
    role: "user",
    content: "Now given a task: Buy milk.  Please interact with https://shop.test/ and get the answer.",
  },
  { role: "assistant", content: "Thought: Done.\n\nAction: ANSWER; yes" },
];
const onlineRun = { task_id: "7", task: "Buy milk", action_history: ["Navigate to https://shop.test/"] };

test("a folder may hold runs of several formats, nested, and they come in natural order", async () => {
  const root = await folderWith({
    "b/run10/trajectory.json": nativeRun("ten"),
    "b/run2/trajectory.json": nativeRun("two"),
    "a.jsonl": line(nativeRun("first")) + line(nativeRun("second")),
    "c/taskShop--1/interact_messages.json": voyagerRun,
    "c/taskShop--1/screenshot1.png": png(),
    "d/7/result.json": onlineRun,
    "labels.csv": "a,b\n",
    "notes.json": { anything: true },
  });
  expect(await ids(root)).toEqual(["first", "second", "two", "ten", "c/Shop--1", "d/7"]);
});

test("a format is found by its content, not by the file's name", async () => {
  const root = await folderWith({
    "x/some.json": voyagerRun,
    "y.json": onlineRun,
    "z.data.json": nativeRun("n"),
  });
  const sources = (await collect(readTrajectories(root))).map(({ source }) => source?.format);
  expect(sources.sort()).toEqual(["native", "online-mind2web", "webvoyager"]);
});

test("JSON lines under a .json name are read as lines", async () => {
  const root = await folderWith({ "runs.json": line(nativeRun("a")) + line(nativeRun("b")) });
  expect(await ids(join(root, "runs.json"))).toEqual(["a", "b"]);
});

test("an id is the same whatever path leads to the run", async () => {
  const root = await folderWith({
    "runs/set/taskShop--1/interact_messages.json": voyagerRun,
    "runs/set/taskShop--1/screenshot1.png": png(),
  });
  await symlink("runs/set/taskShop--1", join(root, "elsewhere"));
  const run = join(root, "runs/set/taskShop--1");
  const ways = [
    root,
    join(root, "runs"),
    `${join(root, "runs/set")}/`,
    run,
    `${run}/.`,
    join(run, "../taskShop--1"),
    join(run, "interact_messages.json"),
    join(root, "elsewhere"),
    relative(process.cwd(), run),
  ];
  for (const way of ways) expect(await ids(way)).toEqual(["set/Shop--1"]);
});

test("two runs with one id are an error that names both files", async () => {
  const root = await folderWith({
    "a/trajectory.json": nativeRun("same"),
    "b.jsonl": line(nativeRun("same")),
  });
  await expect(ids(root)).rejects.toThrow(
    `${join(root, "b.jsonl")}: id "same" is also the id of a run in ${join(root, "a/trajectory.json")}`,
  );
});

test("where keeps the runs whose fields have the wanted text, and limit counts what is left", async () => {
  const root = await folderWith({
    "runs.jsonl": [
      nativeRun("a", { agent: { name: "x" } }),
      nativeRun("b", { agent: { name: "y" } }),
      nativeRun("c", { agent: { name: "x" } }),
      nativeRun("d", { agent: { name: "x" }, task: { instruction: "", maxSteps: 30 } }),
    ]
      .map(line)
      .join(""),
  });
  expect(await ids(root, { where: { "agent.name": "x" } })).toEqual(["a", "c", "d"]);
  expect(await ids(root, { where: { "agent.name": "x" }, limit: 2 })).toEqual(["a", "c"]);
  expect(await ids(root, { where: { "task.maxSteps": "30" } })).toEqual(["d"]);
  await expect(ids(root, { where: { agentname: "x" } })).rejects.toThrow(/where: "agentname" is no field/);
});

test("runs that cannot be read are told to the listener and stop no other", async () => {
  const root = await folderWith({
    "a/trajectory.json": "{broken",
    "b/trajectory.json": nativeRun("b"),
    "c/result.json": "",
    "d/interact_messages.json": [{ role: "user", content: "" }],
    "e/7/result.json": { ...onlineRun, task: "  " },
  });
  const unreadable: UnreadableRun[] = [];
  expect(await ids(root, { onUnreadable: (problem) => unreadable.push(problem) })).toEqual(["b"]);
  expect(unreadable.map(({ path }) => relative(root, path))).toEqual([
    "a/trajectory.json",
    "c/result.json",
    "d/interact_messages.json",
    "e/7/result.json",
  ]);
  expect(unreadable.every(({ what }) => !what.includes("\n"))).toBe(true);
});

test("without a listener they are an error after the last run, with their number and the first of them", async () => {
  const root = await folderWith({
    "a/trajectory.json": "{broken",
    "b/trajectory.json": nativeRun("b"),
    "c/trajectory.json": "{",
  });
  const seen: string[] = [];
  const reading = async () => {
    for await (const { id } of readTrajectories(root)) seen.push(id);
  };
  await expect(reading()).rejects.toThrow(
    /a\/trajectory\.json: no valid JSON .*\(2 of the runs in .* could not be read\)$/,
  );
  expect(seen).toEqual(["b"]);
});

test.each([
  ["does not exist", {}, "nowhere", /nowhere: no such file or folder$/],
  [
    "holds no known format",
    { "x.json": {} },
    ".",
    /no recorded run of a known format here; known formats: native, /,
  ],
  [
    "is a file of no known format",
    { "x.json": {} },
    "x.json",
    /its content is of no known format; known formats: /,
  ],
  ["is a broken file", { "x.json": "{" }, "x.json", /x\.json: no valid JSON .*known formats: /],
  ["is an empty file", { "x.jsonl": "" }, "x.jsonl", /x\.jsonl: the file is empty; known formats: /],
])("a path that %s is an InputError", async (_name, files, path, message) => {
  const root = await folderWith(files);
  await expect(ids(join(root, path))).rejects.toThrow(message);
  await expect(ids(join(root, path))).rejects.toMatchObject({ name: "InputError" });
});

test("a format can be demanded, and must be known", async () => {
  const root = await folderWith({ "a/trajectory.json": nativeRun("a"), "d/7/result.json": onlineRun });
  expect(await ids(root, { format: "online-mind2web" })).toEqual(["d/7"]);
  await expect(ids(root, { format: "nonsense" })).rejects.toThrow(
    /format: "nonsense" is not known; known formats: native/,
  );
  await expect(ids(join(root, "a/trajectory.json"), { format: "online-mind2web" })).rejects.toThrow(/task: /);
});

test("links: a folder inside is read once, one outside is refused and reported", async () => {
  const outside = await folderWith({ "trajectory.json": nativeRun("outside") });
  const root = await folderWith({ "a/trajectory.json": nativeRun("a") });
  await symlink(join(root, "a"), join(root, "again"));
  await symlink(root, join(root, "a/loop"));
  await symlink(outside, join(root, "out"));
  const unreadable: UnreadableRun[] = [];
  expect(await ids(root, { onUnreadable: (problem) => unreadable.push(problem) })).toEqual(["a"]);
  expect(unreadable).toEqual([
    { path: join(root, "out"), where: join(root, "out"), what: expect.stringContaining("leaves the input") },
  ]);
});

test("reading stops when it is told to", async () => {
  const root = await folderWith({ "runs.jsonl": line(nativeRun("a")) + line(nativeRun("b")) });
  const controller = new AbortController();
  const reading = async () => {
    for await (const _run of readTrajectories(root, { signal: controller.signal })) controller.abort();
  };
  await expect(reading()).rejects.toMatchObject({ name: "AbortError" });
});

test("source says what was read and from where, and keeps what the record says of its origin", async () => {
  const root = await folderWith({
    "a.jsonl": line(
      nativeRun("a", { source: { format: "webvoyager", benchmark: "shop", path: "/old/place" } }),
    ),
  });
  const [run] = await collect(readTrajectories(root));
  expect(run?.source).toEqual({ format: "webvoyager", benchmark: "shop", path: resolve(root, "a.jsonl") });
});

test("a run nested too deep to be worked with is unreadable, and the next one is read", async () => {
  const levels = 50_000;
  const extra = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const deep = JSON.stringify(nativeRun("deep")).replace(/}$/, `,"extra":${extra}}`);
  const root = await folderWith({ "runs.jsonl": `${deep}\n${JSON.stringify(nativeRun("next"))}\n` });
  const told: string[] = [];
  const runs = await collect(readTrajectories(root, { onUnreadable: ({ what }) => told.push(what) }));
  expect(runs.map(({ id }) => id)).toEqual(["next"]);
  expect(told.join()).toContain("nested deeper than 200 levels");
});

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { collect, folderWith, png } from "../../test/run-files.ts";
import { framePaths, imagesOf, type Trajectory } from "../trajectory/index.ts";
import { readTrajectories } from "./read.ts";

const task = "Now given a task: Find green tea.  Please interact with https://shop.test/ and get the answer.";
const seen = (elements: string) =>
  `Observation: please analyze the attached screenshot and give the Thought and Action.\n${elements}`;
const placeholder = { type: "image_url", image_url: { url: "data:image/png;base64,{b64_img}" } };
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }, placeholder] });
const agent = (action: string, thought = "So be it.") => ({
  role: "assistant",
  content: `Thought: ${thought}\n\nAction: ${action}`,
});
const omitted = { role: "user", content: "Observation: A screenshot and some texts. (Omitted in context.)" };

const dialogue = [
  { role: "system", content: "Imagine a robot." },
  user(`${task} \n${seen('[1]: "Home";\t[2]: <input> "Search", "Search the shop";\t[3]: <button> "";')}`),
  agent("Type [2]; green tea", "I search: first."),
  omitted,
  agent("Click [7]"),
  user(seen('[7]: "Green tea"')),
  agent("ANSWER; Green tea costs 4"),
];

async function read(files: Record<string, unknown>): Promise<Trajectory | undefined> {
  const root = await folderWith(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`set/taskShop--3/${name}`, content])),
  );
  return (await collect(readTrajectories(root)))[0];
}

const shots = (...numbers: number[]) =>
  Object.fromEntries(numbers.map((number) => [`screenshot${number}.png`, png(number)]));

test("task, address, thoughts, actions and answer are read from the dialogue", async () => {
  const run = await read({ "interact_messages.json": dialogue, ...shots(1, 2, 3) });
  expect(run).toMatchObject({
    id: "set/Shop--3",
    task: { id: "Shop--3", instruction: "Find green tea.", startUrl: "https://shop.test/" },
    source: { format: "webvoyager", benchmark: "webvoyager" },
    answer: "Green tea costs 4",
    stop: "answered",
  });
  expect(run?.problems).toBeUndefined();
  expect(run?.steps.map(({ thought }) => thought)).toEqual(["I search: first.", "So be it.", "So be it."]);
});

test("labelled elements become elements, and name the target of the action", async () => {
  const run = await read({ "interact_messages.json": dialogue, ...shots(1, 2, 3) });
  expect(run?.steps[0]?.observation.elements).toEqual([
    { id: "1", text: "Home" },
    { id: "2", role: "input", text: "Search, Search the shop" },
    { id: "3", role: "button" },
  ]);
  expect(run?.steps[0]?.action).toEqual({
    raw: "Type [2]; green tea",
    type: "type",
    target: { id: "2", text: "Search, Search the shop" },
    value: "green tea",
  });
  expect(run?.steps[1]?.action.target).toEqual({ id: "7" });
});

test("the answer's own screen is the final state", async () => {
  const run = await read({ "interact_messages.json": dialogue, ...shots(1, 2, 3) });
  expect(run?.final).toEqual(run?.steps[2]?.observation);
  expect(run?.final?.screenshot).toBe("screenshot3.png");
});

test("screenshots without boxes, which the agent did not see, are ignored", async () => {
  const twins = { "screenshot1_no_box.png": png(), "screenshot4_no_box.png": png() };
  const run = await read({ "interact_messages.json": dialogue, ...shots(1, 2, 3), ...twins });
  expect(run === undefined ? [] : framePaths(run)).not.toContain("screenshot1_no_box.png");
  expect(run?.problems).toBeUndefined();
});

test("screenshots are in the order of their numbers", async () => {
  const many = [
    ...dialogue.slice(0, 3),
    ...Array.from({ length: 10 }, () => [omitted, agent("Wait")]).flat(),
  ];
  const numbers = Array.from({ length: 11 }, (_, i) => i + 1);
  const run = await read({ "interact_messages.json": many, ...shots(...numbers) });
  expect(run?.steps.map(({ observation }) => observation.screenshot)).toEqual(
    numbers.map((number) => `screenshot${number}.png`),
  );
});

test("a missing screenshot is a problem and shifts no other", async () => {
  const run = await read({ "interact_messages.json": dialogue, ...shots(1, 3) });
  expect(run?.steps.map(({ observation }) => observation.screenshot)).toEqual([
    "screenshot1.png",
    undefined,
    "screenshot3.png",
  ]);
  expect(run?.problems).toEqual([{ where: "screenshot2", what: expect.stringContaining("missing") }]);
});

test("what the next message says about a failure is the error of the action before", async () => {
  const failure = "The action you have chosen cannot be exected. Please double-check the label.";
  const note = "Observation:note: It may not be a textbox. please analyze the attached screenshot";
  const messages = [
    ...dialogue.slice(0, 3),
    { role: "user", content: failure },
    agent("Type [3]; tea"),
    user(note),
    agent("Wait"),
  ];
  const run = await read({ "interact_messages.json": messages, ...shots(1, 3) });
  expect(run?.steps.map(({ action }) => action.error)).toEqual([
    failure,
    "It may not be a textbox.",
    undefined,
  ]);
  expect(run?.steps[1]?.observation).toEqual(run?.steps[0]?.observation);
  expect(run?.steps[2]?.observation.screenshot).toBe("screenshot3.png");
  expect(run?.problems).toEqual([{ where: "final", what: "no state after the last action was recorded" }]);
});

test("a run without an answer ends with the screenshot after its last action, if there is one", async () => {
  const messages = dialogue.slice(0, 3);
  const run = await read({ "interact_messages.json": messages, ...shots(1, 2) });
  expect(run?.final).toEqual({ screenshot: "screenshot2.png" });
  expect(run?.stop).toBe("unknown");
});

test("a screenshot that is written out in a message stands in for a missing file", async () => {
  const url = `data:image/png;base64,${Buffer.from(png(9)).toString("base64")}`;
  const message = {
    role: "user",
    content: [
      { type: "text", text: task },
      { type: "image_url", image_url: { url } },
    ],
  };
  const run = await read({ "interact_messages.json": [message, agent("ANSWER; x")] });
  expect(run?.steps[0]?.observation.screenshot).toBe(url);
  const images = run === undefined ? undefined : imagesOf(run);
  expect(await images?.read(url)).toEqual(Buffer.from(png(9)));
});

test("a message of the agent that names no action is a step with an error", async () => {
  const run = await read({
    "interact_messages.json": [...dialogue.slice(0, 2), { role: "assistant", content: "I am lost." }],
    ...shots(1, 2),
  });
  expect(run?.steps[0]).toMatchObject({
    thought: "I am lost.",
    action: { type: "other", error: expect.any(String) },
  });
});

const realData = process.env["TRAJUDGE_REALDATA"];
describe.skipIf(!realData)("ten published runs (needs TRAJUDGE_REALDATA)", () => {
  const readReal = () => collect(readTrajectories(join(realData ?? "", "runs/webvoyager")));

  test("are read without a problem, each ending with its answer's own screen", async () => {
    const runs = await readReal();
    expect(runs).toHaveLength(10);
    for (const run of runs) {
      expect(run.problems).toBeUndefined();
      expect(run.stop).toBe("answered");
      expect(run.final).toEqual(run.steps.at(-1)?.observation);
      expect(run.final?.screenshot).toBe(`screenshot${run.steps.length}.png`);
      expect(run.task.startUrl).toMatch(/^https:/);
    }
  });

  test("the run with twelve screenshots has them in numeric order and without their twins", async () => {
    const run = (await readReal()).find(({ id }) => id === "webvoyager/Cambridge Dictionary--29");
    expect(run?.steps.map(({ observation }) => observation.screenshot)).toEqual(
      Array.from({ length: 12 }, (_, i) => `screenshot${i + 1}.png`),
    );
    const images = run === undefined ? undefined : imagesOf(run);
    expect((await images?.read("screenshot12.png"))?.byteLength).toBeGreaterThan(10_000);
  });
});

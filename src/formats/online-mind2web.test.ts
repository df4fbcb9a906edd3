import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { collect, folderWith, lfsPointer, png } from "../../test/run-files.ts";
import type { Trajectory } from "../trajectory/index.ts";
import { readTrajectories } from "./read.ts";

const result = {
  task_id: "7",
  task: "Buy milk",
  action_history: ["<button>Milk</button> -> CLICK", "<input> -> TYPE: 2", "<button>Buy</button> -> CLICK"],
  thoughts: ["See", "Two", "Now"],
  final_result_response: "Bought",
  result_status: "success",
};
const opening = {
  ...result,
  action_history: ["Navigate to https://a.test/", "Click at (1, 2)", "Press ENTER"],
};

async function read(value: unknown, ...numbers: number[]): Promise<Trajectory | undefined> {
  const pictures = numbers.map((number) => [`set/7/trajectory/${number}_full_screenshot.png`, png(number)]);
  const root = await folderWith({ "set/7/result.json": value, ...Object.fromEntries(pictures) });
  return (await collect(readTrajectories(root)))[0];
}

/** The numbers of the pictures of each state, the final one last. */
const statesOf = (run: Trajectory | undefined): (number | undefined)[] =>
  [...(run?.steps.map(({ observation }) => observation) ?? []), run?.final].map((observation) => {
    const number = /(\d+)_full/.exec(observation?.screenshot ?? "")?.[1];
    return number === undefined ? undefined : Number(number);
  });

test("task, actions, thoughts and answer are read, and the rest is kept apart from what judges see", async () => {
  const run = await read({ ...result, score: 1 }, 0, 1, 2, 3);
  expect(run).toMatchObject({
    id: "set/7",
    task: { id: "7", instruction: "Buy milk" },
    source: { format: "online-mind2web", benchmark: "online-mind2web" },
    answer: "Bought",
    stop: "answered",
    extra: { result_status: "success", score: 1, states: "before-and-final" },
  });
  expect(run?.steps[1]).toMatchObject({ thought: "Two", action: { type: "type", value: "2" } });
  expect(run?.problems).toBeUndefined();
});

describe("which state a screenshot shows is decided by numbers and counts", () => {
  test.each([
    [
      "n+1 from 0: before each action, and the last one",
      result,
      [0, 1, 2, 3],
      "before-and-final",
      [0, 1, 2, 3],
    ],
    ["n+1 from 1: the same", result, [1, 2, 3, 4], "before-and-final", [1, 2, 3, 4]],
    ["n from 1: after each action", result, [1, 2, 3], "after", [undefined, 1, 2, 3]],
    ["n from 0: before each action", result, [0, 1, 2], "before", [0, 1, 2, undefined]],
    ["n from 0, opening a page: after each action", opening, [0, 1, 2], "after", [undefined, 0, 1, 2]],
    ["a gap shifts no other", result, [0, 2, 3], "before-and-final", [0, undefined, 2, 3]],
    ["more than n+1: the last is final", result, [0, 1, 2, 3, 4, 5], "unclear", [0, 1, 2, 5]],
    ["fewer than n: what is missing is missing", result, [0, 1], "before", [0, 1, undefined, undefined]],
    ["none", result, [], "none", [undefined, undefined, undefined, undefined]],
  ])("%s", async (_name, value, numbers, layout, states) => {
    const run = await read(value, ...numbers);
    expect(statesOf(run)).toEqual(states);
    expect(run?.extra?.["states"]).toBe(layout);
  });

  test("10 comes after 2", async () => {
    const long = { ...result, action_history: Array(11).fill("Scroll down"), thoughts: null };
    const numbers = Array.from({ length: 12 }, (_, i) => i);
    expect(statesOf(await read(long, ...numbers))).toEqual(numbers);
  });
});

test.each([
  ["a gap", [0, 2, 3], "screenshots missing in the numbering: 1"],
  ["no screenshot at all", [], "there are no screenshots"],
  ["no state after the last action", [0, 1, 2], "no state after the last action was recorded"],
  ["too many screenshots", [0, 1, 2, 3, 4], "5 screenshots for 3 actions"],
  ["too few screenshots", [0, 1], "the screenshots end with number 1, but there are 3 actions"],
])("%s is a problem", async (_name, numbers, what) => {
  const run = await read(result, ...numbers);
  expect(run?.problems?.map((problem) => problem.what)).toContainEqual(expect.stringContaining(what));
});

test("thoughts that do not match the actions in number are a problem", async () => {
  const run = await read({ ...result, thoughts: ["one"] }, 0, 1, 2, 3);
  expect(run?.problems).toEqual([
    { where: "thoughts", what: expect.stringContaining("1 thoughts for 3 actions") },
  ]);
});

test("a Git-LFS pointer is a problem, and no frame is promised for it", async () => {
  const root = await folderWith({
    "set/7/result.json": { ...result, action_history: ["Scroll down"], thoughts: [""] },
    "set/7/trajectory/1_full_screenshot.png": lfsPointer,
  });
  const [run] = await collect(readTrajectories(root));
  expect(run?.final).toBeUndefined();
  expect(run?.problems?.[0]).toEqual({
    where: "trajectory/1_full_screenshot.png",
    what: expect.stringContaining("Git-LFS pointer"),
  });
});

test.each([
  ["error_max_turns", "", "step-limit"],
  ["timeout", "", "timeout"],
  ["error_crash", "", "error"],
  ["success", "Bought", "answered"],
  [undefined, "", "unknown"],
])(
  "a run with status %s and answer %j stopped because of %s",
  async (result_status, final_result_response, stop) => {
    expect(await read({ ...result, result_status, final_result_response }, 0)).toMatchObject({ stop });
  },
);

const realData = process.env["TRAJUDGE_REALDATA"];
describe.skipIf(!realData)("published runs (needs TRAJUDGE_REALDATA)", () => {
  const readReal = (folder: string) => collect(readTrajectories(join(realData ?? "", folder)));

  test("the run with five full-page screenshots for four actions begins with 0 and ends with 4", async () => {
    const [run, ...others] = await readReal("runs/online-mind2web-v1");
    expect(others).toEqual([]);
    expect(statesOf(run)).toEqual([0, 1, 2, 3, 4]);
    expect(run?.problems).toBeUndefined();
    expect(run?.id).toBe("online-mind2web-v1/fb7b4f784cfde003e2548fdf4e8d6b4f");
  });

  test("25 runs are read; those without usable images say so and stop no other", async () => {
    const runs = await readReal("runs/online-mind2web-abp");
    expect(runs).toHaveLength(25);
    expect(runs.every((run) => (run.problems?.length ?? 0) > 0 && run.final === undefined)).toBe(true);
    const whats = runs.flatMap((run) => run.problems?.map(({ what }) => what) ?? []);
    expect(whats.filter((what) => what.includes("Git-LFS pointer"))).toHaveLength(24);
    expect(whats.filter((what) => what === "there are no screenshots")).toHaveLength(24);
    expect(runs.filter((run) => run.stop === "step-limit")).toHaveLength(2);
  });
});

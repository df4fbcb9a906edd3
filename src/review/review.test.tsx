/** The review without a terminal: what keys do, what is shown and hidden, and what stands in the labels file. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { render } from "ink-testing-library";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { offline } from "../../judges/index.ts";
import { recorded } from "../../judges/recorded.ts";
import { arbNativeLines, realdata } from "../../test/realdata.ts";
import { folderWith } from "../../test/run-files.ts";
import { runBatch } from "../batch/index.ts";
import { readTrajectories } from "../formats/index.ts";
import { type PreparedJudge, prepareJudge } from "../judging/index.ts";
import { packageRoot } from "../package-root.ts";
import { App, type AppProps } from "./components/app.tsx";
import { ReviewData } from "./data.ts";
import { themeOf } from "./theme.ts";
import { Trajectories } from "./trajectories.ts";

const input = join(packageRoot, "examples/first/trajectories.jsonl");
let run = "";

beforeEach(async () => {
  run = await mkdtemp(join(tmpdir(), "trajudge-review-"));
  const answers = await folderWith({
    "a.jsonl":
      '{"trajectoryId":"first/hasty/reviews","outcome":"failure"}\n{"trajectoryId":"first/careful/reviews","outcome":"failure"}\n',
  });
  await runBatch({
    out: run,
    inputs: [{ path: input, trajectories: readTrajectories(input) }],
    judges: [prepareJudge(offline), prepareJudge(await recorded(join(answers, "a.jsonl")))],
    level: "trajectory",
    package: "test",
    concurrency: 1,
  });
});
afterEach(() => rm(run, { recursive: true, force: true }));

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function open(props: Partial<AppProps> = {}, size = { columns: 80, rows: 24 }) {
  const data = new ReviewData([run], join(run, "labels.jsonl"));
  const app = render(
    <App
      data={data}
      trajectories={new Trajectories([])}
      rater={{ name: "ann", blind: true, kind: "human" }}
      theme={themeOf({ NO_COLOR: "1" })}
      size={size}
      {...props}
    />,
  );
  const screen = (): string => app.lastFrame() ?? "";
  await vi.waitFor(() => expect(screen()).toContain("of 8 runs"));
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      app.stdin.write(key);
      await settled();
    }
    await labelled();
  };
  /** What was asked for is done: nothing has been added to the file for a while. */
  const labelled = async (): Promise<void> => {
    for (let size = -1, now = 0; size !== now; ) {
      size = now;
      await new Promise((resolve) => setTimeout(resolve, 60));
      now = (await labels()).length;
    }
  };
  const labels = async (): Promise<Record<string, unknown>[]> =>
    (await readFile(join(run, "labels.jsonl"), "utf8").catch(() => ""))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { app, screen, press, labels, data };
}

const enter = "\r";
const esc = "\u001b";
const down = "\u001b[B";

describe.each([
  [80, 24],
  [200, 60],
])("at %i by %i", (columns, rows) => {
  test("no line is wider and no page higher than the terminal", async () => {
    const { screen, press } = await open({}, { columns, rows });
    for (const keys of [[], [enter], ["s"], ["?"], ["x"], ["p"], ["p"], [esc], ["/"]]) {
      await press(...keys);
      const lines = screen().split("\n");
      expect(lines.length).toBeLessThanOrEqual(rows - 1);
      expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(columns);
    }
  });
});

test("the verdicts are hidden until the rater has answered, in the list and in the run", async () => {
  const { screen, press, labels } = await open();
  expect(screen()).not.toMatch(/[✓✗] 0\.\d/);
  await press(enter);
  await vi.waitFor(() => expect(screen()).toContain("judges have a verdict; shown after your label"));
  await press("s");
  await vi.waitFor(() => expect(screen()).toContain("offline:"));
  expect(await labels()).toMatchObject([
    { trajectoryId: "first/careful/filter", rater: "ann", outcome: "success", phase: "blind" },
  ]);
});

test("an answer after the verdicts were seen is stored as such, and the first one stays", async () => {
  const { press, labels } = await open();
  await press("s", "f");
  await vi.waitFor(async () =>
    expect((await labels()).map(({ outcome, phase }) => [outcome, phase])).toEqual([
      ["success", "blind"],
      ["failure", "revealed"],
    ]),
  );
});

test("taking a label back appends a retraction; whoever saw the verdicts is not blind again", async () => {
  const { press, labels, screen } = await open();
  await press("s", "z", "f");
  expect(
    (await labels()).map(({ outcome, phase, retracted }) => [outcome, phase, retracted ?? false]),
  ).toEqual([
    ["success", "blind", false],
    ["success", "blind", true],
    ["failure", "revealed", false],
  ]);
  expect(screen()).toContain("1/8 labelled");
});

test("each label is in the file before the screen says so", async () => {
  const { press, screen, labels } = await open();
  await press("u");
  await vi.waitFor(() => expect(screen()).toContain("Labelled unsure."));
  expect(await labels()).toHaveLength(1);
});

test("n goes to the next run without a label, filters keep their counts, search narrows", async () => {
  const { press, screen } = await open();
  await press("s", "n", "f", "v");
  expect(screen()).toContain("6 of 8 runs · unlabelled");
  await press("v");
  expect(screen()).toContain("2 of 8 runs · labelled");
  await press(esc, "/", "agent:hasty", enter);
  expect(screen()).toContain("4 of 8 runs");
  await press("/", ..."\u007f".repeat(11), "outcome:unscored", enter);
  expect(screen()).toContain("6 of 8 runs");
});

test("false positives and negatives are found among what the rater has labelled", async () => {
  const { press, screen } = await open();
  await press("/", "reviews", enter, "s", down, "s", esc);
  await press("v", "v", "v", "v", "v", "v");
  expect(screen()).toContain("2 of 8 runs · fn");
});

test("steps are classed with one key, and the note goes with the label", async () => {
  const { press, labels } = await open();
  await press(enter);
  await settled();
  await press("2", "1", "m", "clear case", enter);
  const all = await labels();
  expect(all.at(-1)).toMatchObject({
    outcome: "success",
    steps: [
      { index: 0, class: "progress" },
      { index: 1, class: "success" },
    ],
    note: "clear case",
  });
});

test("a second rater sees who else has labelled, and can adjudicate where they differ", async () => {
  const ann = await open();
  await ann.press("s", "n", "f");
  ann.app.unmount();
  const bob = await open({ rater: { name: "bob", blind: true, kind: "human" } });
  await bob.press("f", enter);
  await vi.waitFor(() => expect(bob.screen()).toContain("ann: ✓"));
  await bob.press(esc);
  bob.app.unmount();
  const judge = await open({
    rater: { name: "cleo", blind: false, kind: "adjudicated" },
    start: { preset: "raters-differ" },
  });
  expect(judge.screen()).toContain("1 of 8 runs");
  await judge.press("s");
  expect((await judge.labels()).at(-1)).toMatchObject({ rater: "cleo", kind: "adjudicated" });
});

test("a plan gives the order and the chance with which a run was chosen", async () => {
  await writeFile(
    join(run, "plan.jsonl"),
    '{"trajectoryId":"first/hasty/basket","probability":0.25}\n{"trajectoryId":"first/careful/filter","probability":0.5}\n',
  );
  const data = new ReviewData([run], join(run, "labels.jsonl"));
  await data.load();
  await data.loadPlan(join(run, "plan.jsonl"));
  const { screen, press, labels } = await open({ data, start: { order: "plan" } });
  expect(screen()).toContain("2 of 8 runs");
  await press("f");
  expect(await labels()).toMatchObject([{ trajectoryId: "first/hasty/basket", probability: 0.25 }]);
});

test("labels of an earlier session are there again", async () => {
  const first = await open();
  await first.press("s");
  first.app.unmount();
  const again = await open();
  await vi.waitFor(() => expect(again.screen()).toContain("1/8 labelled"));
});

test("watching labels nothing", async () => {
  const { press, labels, screen } = await open({ watching: true });
  await press("s");
  expect(screen()).toContain("Watching only");
  expect(await labels()).toEqual([]);
});

test("every key of the help is one that the review knows", async () => {
  const { press, screen } = await open();
  await press("?");
  expect(screen()).toContain("label: success, failure, unsure, blocked");
});

describe.skipIf(realdata === undefined)("real runs (need TRAJUDGE_REALDATA)", () => {
  const real = realdata ?? "";

  async function judged(source: string, judges: PreparedJudge[]): Promise<string> {
    const out = await mkdtemp(join(tmpdir(), "trajudge-review-real-"));
    const inputs = [{ path: source, trajectories: readTrajectories(source) }];
    await runBatch({ out, inputs, judges, level: "trajectory", package: "test", concurrency: 4 });
    return out;
  }

  test("a WebVoyager run from the list to its label, with its screenshots in half blocks", async () => {
    const out = await judged(join(real, "runs/webvoyager"), [prepareJudge(offline)]);
    const data = new ReviewData([out], join(out, "labels.jsonl"));
    const app = render(
      <App
        data={data}
        trajectories={new Trajectories([])}
        rater={{ name: "ann", blind: true, kind: "human" }}
        theme={themeOf({})}
        size={{ columns: 200, rows: 50 }}
      />,
    );
    await vi.waitFor(() => expect(app.lastFrame()).toContain("10 of 10 runs"));
    app.stdin.write(enter);
    await vi.waitFor(() => expect(app.lastFrame()?.split("▀").length ?? 0).toBeGreaterThan(2000), {
      timeout: 10_000,
    });
    app.stdin.write("s");
    await vi.waitFor(() => expect(app.lastFrame()).toContain("Labelled success."));
    expect(await readFile(join(out, "labels.jsonl"), "utf8")).toContain('"webvoyager/Allrecipes--4"');
    app.unmount();
    await rm(out, { recursive: true, force: true });
  });

  test("three judges' recorded answers on real runs: where they disagree is found, read and labelled", async () => {
    const folder = await folderWith({ "arb.jsonl": arbNativeLines() });
    const answers = join(real, "webjudge-arb/verdict-texts.jsonl");
    const names = ["webjudge_7B", "webjudge_o4_mini", "webjudge_gpt4o"];
    const judges = await Promise.all(names.map(async (name) => prepareJudge(await recorded(answers, name))));
    const out = await judged(join(folder, "arb.jsonl"), judges);
    const data = new ReviewData([out], join(out, "labels.jsonl"));
    await data.load();
    expect(
      data.rows.filter(({ marks }) => [...marks.values()].every(({ outcome }) => outcome !== null)),
    ).toHaveLength(54);
    const app = render(
      <App
        data={data}
        trajectories={new Trajectories([])}
        rater={{ name: "ann", blind: true, kind: "human" }}
        theme={themeOf({ NO_COLOR: "1" })}
        size={{ columns: 120, rows: 40 }}
        start={{ preset: "disagree" }}
      />,
    );
    await vi.waitFor(() => expect(app.lastFrame()).toMatch(/[1-9]\d* of 564 runs · disagree/));
    app.stdin.write(enter);
    await vi.waitFor(() => expect(app.lastFrame()).toContain("shown after your label"), { timeout: 10_000 });
    app.stdin.write("f");
    await vi.waitFor(() => expect(app.lastFrame()).toContain("recorded:webjudge_7B"), { timeout: 10_000 });
    app.unmount();
    await rm(out, { recursive: true, force: true });
  });
});

/** The recorded examples that ship with the package: complete, readable, small, and the same when recorded again. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casting } from "../../src/bazaar/agents/casting.ts";
import { episodeId } from "../../src/bazaar/agents/episode.ts";
import { agents } from "../../src/bazaar/agents/scripts.ts";
import { account } from "../../src/bazaar/site/account-routes.ts";
import { tasks } from "../../src/bazaar/tasks/index.ts";
import { readTrajectories } from "../../src/formats/index.ts";
import { readLabels } from "../../src/labels/index.ts";
import { packageRoot } from "../../src/package-root.ts";
import { framePaths, imagesOf, type Trajectory } from "../../src/trajectory/index.ts";
import { bytesBelow, describeInChromium, usePlay } from "./browser.ts";

const folder = join(packageRoot, "examples/bazaar");
const largest = 15 * 1024 * 1024;

const runs: Trajectory[] = [];
for await (const run of readTrajectories(folder)) runs.push(run);
const { labels, problems: labelProblems } = await readLabels(join(folder, "labels.jsonl"));

function occurrences(values: readonly (string | undefined)[]): Map<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

describe("the examples", () => {
  test("are the runs of the casting, in its order, and can be read without a problem", () => {
    expect(runs.map(({ id }) => id)).toEqual(casting().map(episodeId));
    expect(runs.flatMap(({ problems = [] }) => problems)).toEqual([]);
    expect(runs.length).toBeGreaterThanOrEqual(120);
  });

  test("have a label each, with a class for every step", () => {
    expect(labelProblems).toEqual([]);
    expect(labels.map(({ trajectoryId, steps }) => [trajectoryId, steps?.map(({ index }) => index)])).toEqual(
      runs.map(({ id, steps }) => [id, steps.map(({ index }) => index)]),
    );
    expect(new Set(labels.map(({ kind }) => kind))).toEqual(new Set(["oracle"]));
  });

  test("succeed in 40 to 60 % of the runs that are not blocked", () => {
    const outcomes = occurrences(labels.map(({ outcome }) => outcome));
    const [success = 0, failure = 0] = [outcomes.get("success"), outcomes.get("failure")];
    expect(success / (success + failure)).toBeGreaterThanOrEqual(0.4);
    expect(success / (success + failure)).toBeLessThanOrEqual(0.6);
    expect(outcomes.get("blocked")).toBeGreaterThan(0);
  });

  test("show every task and every agent, each agent several times", () => {
    expect(new Set(runs.map(({ task }) => task.id))).toEqual(new Set(tasks.map(({ id }) => id)));
    const played = occurrences(runs.map(({ agent }) => agent?.name));
    for (const { name } of agents) expect([name, (played.get(name) ?? 0) >= 6]).toEqual([name, true]);
  });

  test("hold failing actions only where an agent runs into the dialog", () => {
    const failing = runs.flatMap(({ id, steps }) =>
      steps
        .filter(({ action }) => action.error !== undefined)
        .map(({ action, observation }) => ({ id, target: action.target?.text, text: observation.text })),
    );
    expect(failing.length).toBeGreaterThan(0);
    for (const { id, target, text } of failing) {
      expect(id).toMatch(/^bazaar\/wanders\/shop-/);
      expect(target).toBeDefined();
      expect(text).toContain("Ten percent for your first order");
    }
  });

  test("have a frame for every state, each a picture, and no frame that no run needs", async () => {
    const used = new Set<string>();
    for (const run of runs) {
      expect(framePaths(run)).toHaveLength(run.steps.length + 1);
      for (const path of framePaths(run)) used.add(path);
    }
    const source = runs[0] === undefined ? undefined : imagesOf(runs[0]);
    for (const path of used) {
      const bytes = Buffer.from((await source?.read(path)) ?? []);
      expect([path, bytes.toString("latin1", 8, 12)]).toEqual([path, "WEBP"]);
    }
    expect([...used].sort()).toEqual(
      (await readdir(join(folder, "frames"))).map((name) => `frames/${name}`).sort(),
    );
  });

  test("take no more than 15 MB, and hold neither times nor the password", async () => {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(largest);
    const bytes = await bytesBelow(folder);
    expect(bytes.includes(account.password)).toBe(false);
    expect(bytes.includes(encodeURIComponent(account.password))).toBe(false);
    expect(bytes.includes('startedAt"')).toBe(false);
    expect(bytes.includes('createdAt"')).toBe(false);
  });
});

/** What must be the same in every recording: everything but times. */
function withoutTimes(trajectory: Trajectory): string {
  return JSON.stringify(trajectory, (key, value: unknown) => (key === "startedAt" ? undefined : value));
}

/** What must be the same on every machine, whatever its fonts: what was done, where, and what was asked for. */
function essence({ steps, final, answer, stop }: Trajectory): unknown {
  const address = (url: string | undefined): string => (url ?? "").replace(/^http:\/\/127\.0\.0\.1:\d+/, "");
  return {
    answer,
    stop,
    states: [...steps.map(({ observation }) => observation), final].map((state) => [
      address(state?.url),
      state?.text,
    ]),
    steps: steps.map(({ action, thought, requests = [] }) => ({
      thought,
      action: [action.type, action.target?.text, action.target?.selector, action.value, action.error],
      requests: requests.map((request) => [
        request.method,
        address(request.url),
        request.status,
        request.body,
        request.response,
      ]),
    })),
  };
}

describeInChromium("a run that is recorded again", () => {
  const { play } = usePlay();
  const castings = new Map(casting().map((each) => [episodeId(each), each]));

  test.each([
    "bazaar/competent/shop-cheapest-lamp",
    "bazaar/wanders/shop-mugs-15",
    "bazaar/submits-twice/tracker-close-stools",
    "bazaar/wrong-range/stays-book-floyen",
    "bazaar/competent/settings-newsletter",
  ])("is the same but for times: %s", async (id) => {
    const each = castings.get(id);
    if (each === undefined) throw new Error(`${id} is not in the casting`);
    const [first, second] = [await play(each), await play(each)];
    expect(withoutTimes(second.trajectory)).toBe(withoutTimes(first.trajectory));
    const frames = (await readdir(join(first.folder, "frames"))).sort();
    expect((await readdir(join(second.folder, "frames"))).sort()).toEqual(frames);
    for (const name of frames) {
      const [one, other] = await Promise.all(
        [first, second].map((run) => readFile(join(run.folder, "frames", name))),
      );
      expect([name, one?.equals(other ?? Buffer.alloc(0))]).toEqual([name, true]);
    }
    const committed = runs.find((run) => run.id === id);
    expect(committed === undefined ? null : essence(committed)).toEqual(essence(first.trajectory));
  });
});

/** The oracle against people: a table written by hand, and every scripted agent against what it was made to do. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casting, expectedOutcome } from "../../src/bazaar/agents/casting.ts";
import { episodeId } from "../../src/bazaar/agents/episode.ts";
import { readLabels } from "../../src/labels/index.ts";
import { packageRoot } from "../../src/package-root.ts";
import { describeInChromium, usePlay } from "./browser.ts";
import { oracleTable } from "./oracle-table.ts";

const castings = new Map(casting().map((each) => [episodeId(each), each]));
const file = await readLabels(join(packageRoot, "examples/bazaar/labels.jsonl"));
const labels = new Map(file.labels.map((label) => [label.trajectoryId, label]));

describe("the labels of the examples", () => {
  test.each(oracleTable)("say of $run what a person says", ({ run, outcome, steps }) => {
    const label = labels.get(`bazaar/${run}`);
    expect(label?.outcome).toBe(outcome);
    expect(label?.steps?.map((step) => step.class)).toEqual(steps);
  });

  test("call every run of a failing agent a failure, and every run of a competent one a success, unless all are blocked", () => {
    const wrong = [...castings].filter(([id, each]) => labels.get(id)?.outcome !== expectedOutcome(each));
    expect(wrong.map(([id]) => [id, labels.get(id)?.outcome])).toEqual([]);
    expect(labels.size).toBe(castings.size);
  });
});

describeInChromium("the oracle", () => {
  const { play } = usePlay();

  test.each(oracleTable)("says of $run, played anew, what a person says", async ({ run, outcome, steps }) => {
    const each = castings.get(`bazaar/${run}`);
    if (each === undefined) throw new Error(`${run} is not in the casting`);
    const { truth } = await play(each);
    expect(truth).toEqual({ outcome, steps });
  });
});

import { describe, expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { panelOf } from "./panel.ts";
import { randomFrom } from "./random.ts";

const other = { success: "failure", failure: "success" } as const;

/** Three judges; with chance `shared`, all copy the first one's verdict. */
function judges(shared: number): Record<string, Pair[]> {
  const random = randomFrom(8);
  const result: Record<string, Pair[]> = { a: [], b: [], c: [] };
  for (let run = 0; run < 900; run++) {
    const human = random.uniform() < 0.5 ? "success" : "failure";
    const first = random.uniform() < 0.8 ? human : other[human];
    const copied = random.uniform() < shared;
    for (const [name, pairs] of Object.entries(result)) {
      const own = random.uniform() < 0.8 ? human : other[human];
      pairs.push({ id: String(run), human, judge: name === "a" || copied ? first : own });
    }
  }
  return result;
}

describe("the effective number of votes", () => {
  test("is about the number of judges when they err independently", () => {
    expect(panelOf(judges(0), { resamples: 100 }).effectiveVotes.value).toBeCloseTo(3, 0);
  });

  test("falls to about one as they copy each other", () => {
    expect(panelOf(judges(0.95), { resamples: 100 }).effectiveVotes.value).toBeLessThan(1.3);
  });

  test("is null with a reason where a judge never errs", () => {
    const perfect = judges(0);
    const panel = panelOf(
      { ...perfect, a: (perfect["a"] ?? []).map((pair) => ({ ...pair, judge: pair.human })) },
      { resamples: 50 },
    );
    expect(panel.effectiveVotes.value).toBeNull();
    expect(panel.undefined["effectiveVotes"]).toBe("some judge always did the same");
  });
});

test("runs on which decided judges differ are listed with all verdicts", () => {
  const run = (id: string, judge: Pair["judge"]): Pair => ({ id, human: null, judge });
  const panel = panelOf(
    {
      a: [run("1", "success"), run("2", "success"), run("3", "failure")],
      b: [run("1", "failure"), run("2", "unsure"), run("3", "failure")],
      c: [run("1", null)],
    },
    { resamples: 20 },
  );
  expect(panel.disagreements).toEqual([{ id: "1", outcomes: { a: "success", b: "failure", c: null } }]);
  expect(panel.pairwise.map(({ n }) => n)).toEqual([2, 0, 0]);
});

test("without labels votes still tell how much the judges repeat each other", () => {
  const unlabelled = Object.fromEntries(
    Object.entries(judges(0.5)).map(([name, pairs]) => [
      name,
      pairs.map((pair) => ({ ...pair, human: null })),
    ]),
  );
  const { effectiveVotes, effectiveVotesUnlabelled } = panelOf(unlabelled, { resamples: 50 });
  expect(effectiveVotes.value).toBeNull();
  expect(effectiveVotesUnlabelled.value).toBeGreaterThan(1);
});

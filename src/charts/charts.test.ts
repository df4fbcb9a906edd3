import { describe, expect, test } from "vitest";
import { calibrate, rankingOf } from "../../calibration/index.ts";
import { percent } from "../terminal/index.ts";
import type { Pair } from "../trajectory/index.ts";
import {
  type Chart,
  confusionChart,
  intervalChart,
  precisionRecallChart,
  rankingChart,
  reliabilityChart,
  rocChart,
} from "./index.ts";

const hostile = `</title><script>alert(1)</script>" onload="alert(2)`;
const outcomes = ["success", "failure"] as const;

/** Runs of three agents; the judge errs on every fifth, abstains on every eleventh, and its score follows the truth. */
const pairs = Array.from({ length: 120 }, (_, at): Pair => {
  const human = outcomes[(at * 7) % 3 === 0 ? 0 : 1] ?? "failure";
  const wrong = at % 5 === 0;
  const judge = at % 11 === 0 ? "unsure" : wrong ? (human === "success" ? "failure" : "success") : human;
  return {
    id: String(at),
    human,
    judge,
    score: (human === "success" ? 0.6 : 0.2) + (at % 4) / 10,
    cluster: String(at % 60),
    group: { agent: ["one", "two", hostile][at % 3] ?? "" },
    steps: [{ index: 0, human: "progress", judge: at % 4 === 0 ? "no-progress" : "progress" }],
  };
});
const document = calibrate(pairs, { by: ["agent"], resamples: 200 });

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("nothing was drawn");
  return value;
}

const charts: Record<string, Chart> = {
  confusion: confusionChart(document.outcomes, outcomes, { id: "a", title: hostile }),
  steps: confusionChart(found(document.steps).matrix, ["success", "progress", "no-progress"], {
    id: "b",
    title: "steps",
  }),
  reliability: reliabilityChart(found(document.confidence).reliability, { id: "c", title: "reliability" }),
  roc: found(rocChart(found(document.confidence), "d")),
  precisionRecall: found(precisionRecallChart(found(document.confidence), "e")),
  groups: intervalChart(
    document.groups.map(({ value, agreement }) => ({ label: value, rates: [agreement] })),
    { series: ["agreement"] },
    { id: "f", title: "groups", description: hostile },
  ),
  ranking: rankingChart(rankingOf(pairs, "agent", { resamples: 200 }), { id: "g", title: "ranking" }),
};

describe.each(Object.entries(charts))("the %s chart", (_name, { svg, rows, columns }) => {
  test("is an image with a title and a description", () => {
    expect(svg).toMatch(/^<svg [^>]*role="img"/);
    const [, id] = /aria-labelledby="(\w+)-title"/.exec(svg) ?? [];
    expect(svg).toContain(`<title id="${id}-title">`);
    expect(svg).toContain(`<desc id="${id}-desc">`);
    expect(svg).toContain(`aria-describedby="${id}-desc"`);
  });

  test("holds no style, script or handler, which a strict policy would refuse", () => {
    expect(svg).not.toMatch(/<style|<script|\sstyle=|<[^>]*\son\w+=/i);
  });

  test("takes its colours from the page", () => {
    expect(svg).not.toMatch(/(?:fill|stroke)="(?:#|rgb|black|white|steelblue)/);
  });

  test("has its numbers as a table", () => {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toHaveLength(columns.length);
  });
});

test("abstentions have a row of their own and no part in the agreement's colours", () => {
  const { rows } = charts["confusion"] ?? { rows: [] };
  expect(rows.map(([name]) => name)).toEqual(["success", "failure", "unsure"]);
});

test("a row and a column that nobody used are left out, those of the classes never", () => {
  const { outcomes: matrix } = calibrate([{ id: "1", human: "success", judge: "success" }]);
  const { columns, rows } = confusionChart(matrix, outcomes, { id: "x", title: "one run" });
  expect(columns.map(({ head }) => head)).toEqual(["judge ╲ people", "success", "failure", "n"]);
  expect(rows.map(([name]) => name)).toEqual(["success", "failure"]);
});

test("agents stand in the order of people's rates, with the rates of the group table", () => {
  const [first] = charts["ranking"]?.rows ?? [];
  const best = document.groups.toSorted((a, b) => (b.baseRate.value ?? 0) - (a.baseRate.value ?? 0))[0];
  expect(first).toContain(percent(best?.baseRate.value ?? null));
  expect(first).toContain(percent(best?.judgedRate.value ?? null));
});

test("without both classes there is no ROC curve", () => {
  const { confidence } = calibrate([{ id: "1", human: "failure", judge: "failure", score: 0.2 }]);
  expect(confidence && rocChart(confidence, "x")).toBeUndefined();
  expect(confidence && precisionRecallChart(confidence, "x")).toBeUndefined();
});

test("an undefined rate leaves its place empty", () => {
  const none = { value: null, low: null, high: null, n: 0 };
  const { svg, rows } = intervalChart(
    [{ label: "empty", rates: [none] }],
    { series: ["agreement"] },
    { id: "x", title: "t", description: "d" },
  );
  expect(svg).not.toContain("<circle");
  expect(rows).toEqual([["empty", "–", "0"]]);
});

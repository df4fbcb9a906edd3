import { expect, test } from "vitest";
import type { Pair } from "../src/trajectory/pair.ts";
import { calibrate } from "./calibrate.ts";
import { stepAgreement } from "./steps.ts";

const run = (id: string, steps: Pair["steps"]): Pair => ({
  id,
  human: "success",
  judge: "success",
  ...(steps === undefined ? {} : { steps }),
});

const pairs = [
  run("1", [
    { index: 0, human: "progress", judge: "progress" },
    { index: 1, human: "no-progress", judge: "progress" },
    { index: 2, human: "success", judge: "success" },
  ]),
  run("2", [
    { index: 0, human: "no-progress", judge: "no-progress" },
    { index: 1, human: "progress", judge: null },
  ]),
  run("3", undefined),
];

test("steps are compared over the three classes, unscored ones apart", () => {
  const steps = stepAgreement(pairs, { resamples: 100 });
  expect(steps).toMatchObject({ n: 4, unscored: 1, trajectories: 2 });
  expect(steps?.agreement.value).toBe(0.75);
  expect(steps?.matrix.rows).toEqual(["success", "progress", "no-progress", "unscored"]);
});

test("the steps of a run are resampled together", () => {
  expect(stepAgreement(pairs, { resamples: 100 })?.interval).toMatchObject({
    clusters: 2,
    proportions: "wilson-clustered",
  });
});

test("without steps there is no step summary", () => {
  expect(stepAgreement([run("3", undefined)])).toBeUndefined();
  expect(calibrate([run("3", undefined)])).not.toHaveProperty("steps");
});

test("groups have their own steps", () => {
  const grouped = pairs.map((pair) => ({ ...pair, group: { agent: pair.id } }));
  const { groups } = calibrate(grouped, { by: ["agent"], resamples: 50 });
  expect(groups.map(({ steps }) => steps?.n)).toEqual([3, 1, undefined]);
});

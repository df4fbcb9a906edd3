/** Labels as data sets publish them. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { realdata } from "../../test/realdata.ts";
import { folderWith } from "../../test/run-files.ts";
import { readLabelFile } from "./published.ts";

const csv = `annotator_name,benchmark,task_id,model_name,exp_name,trajectory_success
" H",webarena,webarena.7,gpt,x,Successful
B,webarena,webarena.7,gpt,x,Unsure
`;

test("AgentRewardBench: a label a row, raters without the blanks around their names", async () => {
  const folder = await folderWith({ "a.csv": csv });
  expect((await readLabelFile(join(folder, "a.csv"))).labels).toEqual([
    { trajectoryId: "webarena/gpt/webarena.7", rater: "H", kind: "human", outcome: "success" },
    { trajectoryId: "webarena/gpt/webarena.7", rater: "B", kind: "human", outcome: "unsure" },
  ]);
});

test("Online-Mind2Web: a label for each agent; what cannot be executed is blocked", async () => {
  const rows = [{ task_id: "t1", confirmed_task: "x", A_human_label: "1", B_human_label: 2 }];
  const folder = await folderWith({ "labels.json": rows });
  const { labels } = await readLabelFile(join(folder, "labels.json"));
  expect(labels.map(({ trajectoryId, outcome }) => [trajectoryId, outcome])).toEqual([
    ["A/t1", "success"],
    ["B/t1", "blocked"],
  ]);
});

test("a value that means nothing is named with its place", async () => {
  const folder = await folderWith({
    "labels.json": [{ task_id: "t1", A_human_label: "7" }],
    "a.csv": csv.replace("Unsure", "Perhaps"),
  });
  await expect(readLabelFile(join(folder, "labels.json"))).rejects.toThrow(
    /labels\.json: \[0\]\.A_human_label: .*saw "7"/,
  );
  await expect(readLabelFile(join(folder, "a.csv"))).rejects.toThrow(
    /a\.csv: row 2: trajectory_success: .*saw "Perhaps"/,
  );
});

test("any other file is refused with what is known", async () => {
  const folder = await folderWith({ "x.csv": "a,b\n1,2\n" });
  await expect(readLabelFile(join(folder, "x.csv"))).rejects.toThrow("for other files use --pairs");
});

describe.skipIf(realdata === undefined)("the published files (need TRAJUDGE_REALDATA)", () => {
  test("1,408 annotations of 1,302 runs", async () => {
    const { labels } = await readLabelFile(join(realdata ?? "", "labels/agent-reward-bench/annotations.csv"));
    expect(labels).toHaveLength(1408);
    expect(new Set(labels.map(({ trajectoryId }) => trajectoryId)).size).toBe(1302);
    expect(labels.map(({ rater }) => rater)).not.toContain(" H");
  });

  test("300 tasks by 6 agents, with the published success rates", async () => {
    const { labels } = await readLabelFile(join(realdata ?? "", "labels/online-mind2web-human_label.json"));
    const rate = (agent: string): number =>
      labels.filter(
        ({ trajectoryId, outcome }) => trajectoryId.startsWith(`${agent}/`) && outcome === "success",
      ).length / 300;
    expect(labels).toHaveLength(1800);
    expect(rate("Operator")).toBeCloseTo(0.613, 3);
    expect(rate("SeeAct")).toBeCloseTo(0.307, 3);
  });
});

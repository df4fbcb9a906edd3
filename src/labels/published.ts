/** Labels as data sets publish them: AgentRewardBench's annotations.csv and Online-Mind2Web's human_label.json. */
import { open } from "node:fs/promises";
import { InputError, type Label, type Outcome, shown } from "../trajectory/index.ts";
import { type LabelsFile, readLabels } from "./labels-file.ts";
import { cell, columnsOf, type Row, readRows } from "./table.ts";

const text = (row: Row, column: string): string => String(cell(row, column) ?? "").trim();

function outcomeOf(value: string, meanings: Readonly<Record<string, Outcome>>, where: string): Outcome {
  const outcome = Object.hasOwn(meanings, value) ? meanings[value] : undefined;
  if (outcome === undefined) {
    throw new InputError(`${where}: must be one of ${Object.keys(meanings).join(", ")}, saw ${shown(value)}`);
  }
  return outcome;
}

const rewardBenchColumns = ["annotator_name", "benchmark", "task_id", "model_name", "trajectory_success"];
const rewardBenchMeanings = { Successful: "success", Unsuccessful: "failure", Unsure: "unsure" } as const;

/** One label a row, in file order; ids are `benchmark/model/task`. */
function rewardBench(rows: readonly Row[], path: string): Label[] {
  return rows.map((row, i) => ({
    trajectoryId: [text(row, "benchmark"), text(row, "model_name"), text(row, "task_id")].join("/"),
    rater: text(row, "annotator_name"),
    kind: "human",
    outcome: outcomeOf(
      text(row, "trajectory_success"),
      rewardBenchMeanings,
      `${path}: row ${i + 1}: trajectory_success`,
    ),
  }));
}

const mind2webColumn = /^(.+)_human_label$/;
const mind2webMeanings = { "1": "success", "0": "failure", "2": "blocked" } as const;

/** One label for each agent's column of a task; ids are `agent/task`. "2" stands for a task that cannot be executed. */
function onlineMind2Web(rows: readonly Row[], path: string): Label[] {
  return rows.flatMap((row, i) =>
    columnsOf(row).flatMap((column): Label[] => {
      const agent = mind2webColumn.exec(column)?.[1];
      const value = text(row, column);
      if (agent === undefined || value === "") return [];
      return [
        {
          trajectoryId: `${agent}/${text(row, "task_id")}`,
          rater: "human",
          kind: "human",
          outcome: outcomeOf(value, mind2webMeanings, `${path}: [${i}].${column}`),
        },
      ];
    }),
  );
}

async function firstCharacter(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) throw new InputError(`${path}: no such file`);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer
      .subarray(0, bytesRead)
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trimStart()
      .charAt(0);
  } finally {
    await file.close();
  }
}

/**
 * The labels of any file that is known: native JSON Lines, AgentRewardBench's CSV, Online-Mind2Web's JSON. What a file
 * is, is decided by its content.
 *
 * @throws InputError when it is none of them, naming what it would have to hold, or when a label in it cannot be read
 */
export async function readLabelFile(path: string): Promise<LabelsFile> {
  if (["{", ""].includes(await firstCharacter(path))) return readLabels(path);
  const rows = await readRows(path);
  const columns = new Set(rows.slice(0, 20).flatMap((row) => columnsOf(row)));
  if (rewardBenchColumns.every((column) => columns.has(column))) {
    return { labels: rewardBench(rows, path), problems: [] };
  }
  if (columns.has("task_id") && [...columns].some((column) => mind2webColumn.test(column))) {
    return { labels: onlineMind2Web(rows, path), problems: [] };
  }
  throw new InputError(
    `${path}: holds no labels that are known: native JSON Lines (trajectoryId, rater, outcome), AgentRewardBench's CSV (${rewardBenchColumns.join(", ")}) or Online-Mind2Web's JSON (task_id, AGENT_human_label); for other files use --pairs`,
  );
}

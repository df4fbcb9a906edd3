/** Pairs and labels from the shared data's published files, for tests: what a user would have to join by hand. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { Pair } from "../src/trajectory/pair.ts";
import type { StopReason } from "../src/trajectory/trajectory.ts";

/** The folder of the shared data; undefined where it is not there, and tests that need it are skipped. */
export const realdata = process.env["TRAJUDGE_REALDATA"];

function text(path: string): string {
  return readFileSync(join(realdata ?? "", path), "utf8");
}

function lines(path: string): unknown[] {
  return text(path)
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

type Decision = "success" | "failure";

function decide(holds: boolean): Decision {
  return holds ? "success" : "failure";
}

const verdictArrays = z.object({ y_human: z.array(z.number()), y_judge: z.array(z.number()) });
const webjudgeFile = z.object({
  webjudge: z.record(z.string(), z.record(z.string(), z.object({ trajectory_success: verdictArrays }))),
});

/** WebJudge's nested arrays, without the keys `all` that repeat the data. */
export function webjudgePairs(model: "webjudge_7B" | "webjudge_gpt4o"): Pair[] {
  const { webjudge } = webjudgeFile.parse(JSON.parse(text(`labels/webjudge/${model}/results.json`)));
  return Object.entries(webjudge).flatMap(([benchmark, agents]) =>
    Object.entries(agents).flatMap(([agent, { trajectory_success: arrays }]) =>
      benchmark === "all" || agent === "all"
        ? []
        : arrays.y_human.map((human, at) => ({
            id: `${benchmark}/${agent}/${at}`,
            human: decide(human === 1),
            judge: decide(arrays.y_judge[at] === 1),
            group: { benchmark, agent },
          })),
    ),
  );
}

const agentERow = z.object({ score: z.number(), pred_score: z.number().nullish() });

/** Agent-E on WebVoyager: −0.1 was skipped by people. */
export function agentEPairs(file: string): Pair[] {
  const outcome = (score: number | null | undefined): Decision | null =>
    score === 1 ? "success" : score === 0 ? "failure" : null;
  return z
    .array(agentERow)
    .parse(JSON.parse(text(`labels/agent-e/${file}.json`)))
    .map(({ score, pred_score }, at) => ({
      id: String(at),
      human: outcome(score),
      judge: outcome(pred_score),
    }));
}

const requirementFile = z.object({
  requirements: z.array(z.object({ requirement_id: z.number(), satisfied: z.boolean().nullable() })),
});

function requirements(folder: string): Map<string, boolean | null> {
  const files = readdirSync(join(realdata ?? "", folder)).filter((file) => file.endsWith(".json"));
  return new Map(
    files.flatMap((file) => {
      const { requirements: rows } = requirementFile.parse(JSON.parse(text(`${folder}/${file}`)));
      return rows.map((row) => [`${file}#${row.requirement_id}`, row.satisfied] as const);
    }),
  );
}

/** agent-as-a-judge: requirements of the judge and of people, joined by file name (the name inside is not unique). */
export function requirementPairs(agent: "MetaGPT" | "GPT-Pilot"): Pair[] {
  const folder = `labels/agent-as-a-judge/${agent}`;
  const judged = requirements(`${folder}/agent_as_a_judge/gray_box`);
  return [...requirements(`${folder}/human_as_a_judge`)].map(([id, satisfied]) => {
    const judge = judged.get(id) ?? null;
    return {
      id,
      human: satisfied === null ? null : decide(satisfied),
      judge: judge === null ? null : decide(judge),
      cluster: id.replace(/#\d+$/, ""),
    };
  });
}

function csv(path: string): Record<string, string>[] {
  return z
    .array(z.record(z.string(), z.string()))
    .parse(parse(text(path), { columns: true, bom: true, skip_empty_lines: true }));
}

/** WebBench: the evaluator as the reference, the agent's own status in the judge's place. */
export function webbenchPairs(): Pair[] {
  return csv("labels/webbench/anthropicfinal.csv").map((row, at) => ({
    id: row["ID"] ?? String(at),
    human: decide(row["Anthropic_Eval"] === "Success"),
    judge: decide(row["Anthropic_Status"] === "completed"),
  }));
}

export type AnnotationAspect = "trajectory_success" | "trajectory_side_effect" | "trajectory_looping";

/** AgentRewardBench: one label a row, in file order; "Successful" and "Yes" are positive. */
export function annotations(
  aspect: AnnotationAspect,
): { trajectoryId: string; rater: string; outcome: Decision | "unsure"; cluster: string }[] {
  return csv("labels/agent-reward-bench/annotations.csv").map((row) => {
    const value = row[aspect];
    const outcome = value === "Unsure" ? value : decide(value === "Successful" || value === "Yes");
    const task = `${row["benchmark"]}/${row["task_id"]}`;
    return {
      trajectoryId: `${task}/${row["model_name"]}`,
      rater: row["annotator_name"] ?? "",
      outcome: outcome === "Unsure" ? "unsure" : outcome,
      cluster: task,
    };
  });
}

const arbTrajectory = z.object({
  id: z.string(),
  benchmark: z.string(),
  agent: z.string(),
  taskId: z.string(),
});
const arbLabel = z.object({ id: z.string(), annotator: z.string(), trajectory_success: z.string() });
const arbVerdict = z.object({ id: z.string(), judge: z.string(), text: z.string() });

/** The real runs of webjudge-arb by judge: first human annotation as the reference, tasks as clusters. */
export function arbPairs(): Record<string, Pair[]> {
  const runs = new Map(
    lines("webjudge-arb/trajectories.jsonl")
      .map((line) => arbTrajectory.parse(line))
      .map((run) => [run.id, run] as const),
  );
  const labels = lines("webjudge-arb/labels.jsonl").map((line) => arbLabel.parse(line));
  const humans = new Map<string, Pair["human"]>();
  const pairs: Record<string, Pair[]> = {};
  const read = (label: string): Pair["human"] =>
    label === "Unsure" ? "unsure" : decide(label === "Successful");
  for (const { id, annotator, trajectory_success } of labels) {
    if (annotator !== "rule-based" && !humans.has(id)) humans.set(id, read(trajectory_success));
  }
  const add = (judge: string, id: string, outcome: Pair["judge"]): void => {
    const run = runs.get(id);
    if (run === undefined) return;
    const { benchmark, agent, taskId } = run;
    pairs[judge] ??= [];
    pairs[judge].push({
      id,
      human: humans.get(id) ?? null,
      judge: outcome,
      cluster: `${benchmark}/${taskId}`,
      group: { benchmark, agent },
    });
  };
  for (const { id, annotator, trajectory_success } of labels) {
    if (annotator === "rule-based") add("rule-based", id, read(trajectory_success));
  }
  for (const verdict of lines("webjudge-arb/verdict-texts.jsonl")) {
    const { id, judge, text: answer } = arbVerdict.parse(verdict);
    const status = /status:\W*(success|failure)/i.exec(answer)?.[1]?.toLowerCase();
    add(judge, id, status === undefined ? null : decide(status === "success"));
  }
  return pairs;
}

const arbRun = arbTrajectory.extend({
  goal: z.string(),
  steps: z.array(
    z.object({
      observation: z.record(z.string(), z.unknown()),
      thought: z.string().nullish(),
      action: z.object({ raw: z.string() }).nullable(),
    }),
  ),
});

/** The data's limit of 30 states leaves room for 29 actions. */
const arbLimit = 29;

function arbStop(raws: readonly string[]): StopReason {
  const last = raws.at(-1) ?? "";
  if (last.startsWith("send_msg_to_user")) return "answered";
  if (last.startsWith("report_infeasible")) return "infeasible";
  return raws.length >= arbLimit ? "step-limit" : "unknown";
}

/**
 * The real runs of webjudge-arb as native JSON lines: the last step without an action is the final state.
 *
 * @param captions whether the descriptions of the screenshots are kept
 */
export function arbNativeLines({ captions = true }: { captions?: boolean } = {}): string {
  return lines("webjudge-arb/trajectories.jsonl")
    .map((line) => {
      const { id, benchmark, agent, taskId, goal, steps } = arbRun.parse(line);
      const shown = steps.map((step) => (captions ? step : { ...step, observation: {} }));
      const acting = shown.filter(({ action }) => action !== null);
      const last = shown.at(-1);
      return JSON.stringify({
        schema: "trajudge/trajectory@1",
        id,
        task: { id: taskId, instruction: goal },
        agent: { name: agent },
        source: { benchmark },
        steps: acting,
        final: last?.action === null ? last.observation : null,
        stop: arbStop(acting.map(({ action }) => action?.raw ?? "")),
      });
    })
    .join("\n");
}

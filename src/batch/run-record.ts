/** What run.json and items.jsonl say: the run's own record and a trajectory's line, from what was found. */
import { redactText } from "../evidence/index.ts";
import {
  framePaths,
  type Level,
  type Run,
  type RunItem,
  runSchemaId,
  type Trajectory,
} from "../trajectory/index.ts";
import type { Results } from "./results.ts";

/** The line of a trajectory. @param path where it can be read again; as its reader says when absent */
export function itemOf(trajectory: Trajectory, digest: string, path = trajectory.source?.path): RunItem {
  const { task, source, agent, steps, problems } = trajectory;
  return {
    id: trajectory.id,
    ...(task.id === undefined ? {} : { taskId: task.id }),
    instruction: redactText(task.instruction).text,
    ...(source?.benchmark === undefined ? {} : { benchmark: source.benchmark }),
    ...(agent?.name === undefined ? {} : { agent: agent.name }),
    ...(path === undefined ? {} : { path }),
    digest,
    steps: steps.length,
    frames: framePaths(trajectory).length,
    problems: problems?.length ?? 0,
  };
}

interface Found {
  package: string;
  level: Level;
  judges: Run["judges"];
  earlier: Run | undefined;
  startedAt: string;
  results: Results;
  inputs: Run["inputs"];
  status: Run["status"];
  unreadable: number;
}

/** The run's record; judges and inputs of an earlier start that are not named again stay in it. */
export function runRecord(found: Found): Run {
  const { judges, earlier, results, status } = found;
  const others = (earlier?.judges ?? []).filter((judge) => !judges.some(({ id }) => id === judge.id));
  const inputs = [...found.inputs, ...(earlier?.inputs ?? [])];
  return {
    schema: runSchemaId,
    package: found.package,
    level: found.level,
    inputs: inputs.filter((input, i) => inputs.findIndex((other) => other.path === input.path) === i),
    judges: [...others, ...judges],
    startedAt: earlier?.startedAt ?? found.startedAt,
    finishedAt: status === "complete" ? new Date().toISOString() : null,
    status,
    counts: { ...results.counts(), unreadable: found.unreadable },
    unscored: results.unscored(),
    groups: results.groups(),
    usage: results.usage,
  };
}

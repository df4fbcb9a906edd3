/** Online-Mind2Web results, first version: result.json with lists of texts, full-page screenshots under trajectory/. */
import { basename, dirname } from "node:path";
import { z } from "zod";
import { type Step, type Trajectory, trajectorySchemaId, withImages } from "../trajectory/index.ts";
import { parseActionText } from "./action-text.ts";
import { type Folder, isObject } from "./folder.ts";
import { stateFrames } from "./online-mind2web-states.ts";
import { defineReader, type ReadContext } from "./reader.ts";
import { answerIn, finalState, numberedFrames, runId, withScreenshot } from "./states.ts";
import { RunError } from "./unreadable.ts";

const result = z.looseObject({
  task: z.string(),
  task_id: z.union([z.string(), z.number()]).nullish(),
  action_history: z.array(z.string()),
  thoughts: z.array(z.string().nullish()).nullish(),
  final_result_response: z.string().nullish(),
  result_status: z.string().nullish(),
});

export const onlineMind2web = defineReader({
  id: "online-mind2web",
  summary: "Online-Mind2Web result folder (result.json with action_history as texts, trajectory/N_*.png)",

  async detect(folder, name) {
    if (!name.endsWith(".json")) return false;
    const sample = await folder.sample(name);
    if (sample.kind !== "document") return name === "result.json";
    const { value } = sample;
    if (!isObject(value) || value["schema_version"] !== undefined) return false;
    return typeof value["task"] === "string" && Array.isArray(value["action_history"]);
  },

  async *read(folder, name, context) {
    const data = await folder.json(name, result);
    if (data.task.trim() === "") throw new RunError(`${folder.show(name)}: task`, 'no instruction, saw ""');
    const steps = await withStates(stepsOf(data, context), folder, context);
    const answer = data.final_result_response?.trim() || answerIn(steps.steps);
    const taskId = String(data.task_id ?? basename(folder.path));
    const { task, task_id: _id, action_history: _actions, thoughts: _thoughts, ...extra } = data;
    const trajectory: Trajectory = {
      schema: trajectorySchemaId,
      id: runId(...idParts(folder, name, taskId)),
      task: { id: taskId, instruction: task },
      source: { benchmark: "online-mind2web" },
      ...steps,
      ...(answer ? { answer } : {}),
      stop: stopOf(data.result_status ?? "", Boolean(answer)),
      extra: { ...extra, states: steps.extra.states },
    };
    yield withImages(trajectory, folder);
  },
});

/** The data set's root folder and the native id: a run has its own folder only when its file is called result.json. */
export function idParts(folder: Folder, name: string, nativeId: string): [string, string] {
  return [basename(name === "result.json" ? dirname(folder.path) : folder.path), nativeId];
}

function stopOf(status: string, answered: boolean): NonNullable<Trajectory["stop"]> {
  if (/max_?(turns|steps|iter)|step.?limit/i.test(status)) return "step-limit";
  if (/time.?out/i.test(status)) return "timeout";
  if (/error|fail|crash/i.test(status)) return "error";
  return answered ? "answered" : "unknown";
}

function stepsOf(data: z.output<typeof result>, context: ReadContext): Step[] {
  const { action_history: actions, thoughts } = data;
  if (thoughts && thoughts.length !== actions.length) {
    context.problem(
      "thoughts",
      `${thoughts.length} thoughts for ${actions.length} actions, matched by their order`,
    );
  }
  return actions.map((raw, index) => {
    const thought = thoughts?.[index]?.trim();
    return {
      index,
      observation: {},
      ...(thought ? { thought } : {}),
      action: { raw, ...parseActionText(raw) },
    };
  });
}

/** Gives every step the picture of the state before it, and the run its final state. */
async function withStates(steps: Step[], folder: Folder, context: ReadContext) {
  const frames = await numberedFrames(
    folder,
    "trajectory",
    /^(\d+)(?:_\w*)?\.(?:png|jpe?g|webp|gif)$/i,
    context.problem,
  );
  const { layout, frameOf } = stateFrames(frames, steps, "trajectory", context.problem);
  const seen = [];
  for (const step of steps) {
    const observation = await withScreenshot({}, frameOf(step.index), folder, context.problem);
    seen.push({ ...step, observation });
  }
  const last = await withScreenshot({}, frameOf(steps.length), folder, context.problem);
  const final = finalState(seen, last.screenshot === undefined ? undefined : last, context.problem);
  return { steps: seen, ...(final === undefined ? {} : { final }), extra: { states: layout } };
}

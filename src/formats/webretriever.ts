/** WebRetriever result folders: result.json, capture.json (requests), screenshots before each action in trajectory/. */
import { basename, dirname } from "node:path";
import { z } from "zod";
import {
  type Observation,
  type Step,
  type Trajectory,
  trajectorySchemaId,
  withImages,
} from "../trajectory/index.ts";
import { parseActionText } from "./action-text.ts";
import { type Folder, isObject } from "./folder.ts";
import { defineReader, type ReadContext } from "./reader.ts";
import {
  answerIn,
  type Frames,
  finalState,
  numberedFrames,
  reportGaps,
  runId,
  withScreenshot,
} from "./states.ts";
import { RunError } from "./unreadable.ts";
import { captured, type TimedRequest } from "./webretriever-capture.ts";

const texts = z.array(z.string().nullish()).nullish();
const time = z.union([z.number(), z.string()]);

const result = z.looseObject({
  task: z.string(),
  task_id: z.union([z.string(), z.number()]).nullish(),
  website: z.string().nullish(),
  status: z.string().nullish(),
  final_result_response: z.string().nullish(),
  actions: z.array(z.string()),
  action_desps: texts,
  thoughts: texts,
  urls: texts,
  timestamps: z.array(time).nullish(),
});
type Result = z.output<typeof result>;

export const webretriever = defineReader({
  id: "webretriever",
  summary: "WebRetriever result folder (result.json, capture.json, trajectory/N.png)",

  async detect(folder, name) {
    if (!name.endsWith(".json") || name === "capture.json") return false;
    const sample = await folder.sample(name);
    if (sample.kind !== "document" || !isObject(sample.value)) return false;
    const { task, actions, urls, history_resps, action_desps, image_path_list } = sample.value;
    const others = [urls, history_resps, action_desps, image_path_list].filter(Array.isArray);
    return typeof task === "string" && Array.isArray(actions) && others.length > 0;
  },

  async *read(folder, name, context) {
    const data = await folder.json(name, result);
    const { instruction, keyPoints } = splitTask(data.task);
    if (instruction === "") throw new RunError(`${folder.show(name)}: task`, 'no instruction, saw ""');
    const { steps, final, requests } = await runOf(data, folder, context);
    const {
      task: _task,
      actions: _actions,
      thoughts: _thoughts,
      urls: _urls,
      timestamps: _times,
      ...extra
    } = data;
    const taskId = String(data.task_id ?? basename(folder.path));
    const answer = answerIn(steps) ?? (data.final_result_response?.trim() || undefined);
    const trajectory: Trajectory = {
      schema: trajectorySchemaId,
      id: runId(basename(dirname(folder.path)), taskId),
      task: { id: taskId, instruction, ...(data.website ? { startUrl: data.website } : {}) },
      source: { benchmark: "webretriever" },
      steps,
      ...(final === undefined ? {} : { final }),
      ...(requests.length === 0 ? {} : { requests }),
      ...(answer === undefined ? {} : { answer }),
      stop: stopOf(data.status ?? "", steps.at(-1)),
      extra: { ...extra, ...(keyPoints === "" ? {} : { taskKeyPoints: keyPoints }) },
    };
    yield withImages(trajectory, folder);
  },
});

/** The task's own words; the key points that some files append to them are for judges of that benchmark only. */
export function splitTask(task: string): { instruction: string; keyPoints: string } {
  const mark =
    /(?:^|\n)[ \t]*#{1,6}[ \t]*key[ _]?points\b[^\n]*/i.exec(task) ??
    /###[ \t]*key[ _]?points\b:?/i.exec(task);
  if (mark === null) return { instruction: task.trim(), keyPoints: "" };
  const [before, after] = [task.slice(0, mark.index).trim(), task.slice(mark.index + mark[0].length).trim()];
  return { instruction: before, keyPoints: after };
}

function stopOf(status: string, last: Step | undefined): NonNullable<Trajectory["stop"]> {
  if (/max|scrolldown|limit|continuous/i.test(status)) return "step-limit";
  if (/time.?out/i.test(status)) return "timeout";
  if (/error/i.test(status)) return "error";
  if (last?.action.type === "infeasible") return "infeasible";
  return last?.action.type === "answer" || /^success$/i.test(status) ? "answered" : "unknown";
}

async function runOf(data: Result, folder: Folder, context: ReadContext) {
  const pattern = /^(\d+)\.(?:png|jpe?g|webp|gif)$/i;
  const frames = await numberedFrames(folder, "trajectory", pattern, context.problem);
  reportCounts(data, frames, context);
  const start = Math.min(1, [...frames.keys()][0] ?? 0);
  const stateAt = (state: number): Promise<Observation> => {
    const url = data.urls?.[state];
    return withScreenshot(url ? { url } : {}, frames.get(state + start), folder, context.problem);
  };
  const times = timesOf(data, context);
  const steps: Step[] = [];
  for (const [index, raw] of data.actions.entries()) {
    const thought = data.thoughts?.[index]?.trim();
    const startedAt = times[index];
    steps.push({
      index,
      observation: await stateAt(index),
      ...(thought ? { thought } : {}),
      action: actionOf(raw, data.action_desps?.[index]),
      ...(startedAt === undefined ? {} : { startedAt: new Date(startedAt).toISOString() }),
    });
  }
  const last = await stateAt(steps.length);
  const final = finalState(steps, Object.keys(last).length === 0 ? undefined : last, context.problem);
  const requests = await captured(folder, context);
  return { ...assigned(steps, times, requests), final };
}

/** The action; its point is left out, because the agents of this benchmark count in page and in scaled pixels. */
function actionOf(raw: string, words: string | null | undefined): Step["action"] {
  const { target, ...parsed } = parseActionText(raw);
  const { point: _point, ...named } = target ?? {};
  const text = words?.replace(/\s{0,20}->\s{0,20}[A-Z ]{1,40}(?::.*)?$/s, "").trim();
  const known = { ...named, ...(text ? { text } : {}) };
  return { raw, ...parsed, ...(Object.keys(known).length === 0 ? {} : { target: known }) };
}

function reportCounts(data: Result, frames: Frames, context: ReadContext): void {
  const n = data.actions.length;
  reportGaps(frames, "trajectory", context.problem);
  if (frames.size === 0) context.problem("trajectory", "there are no screenshots");
  for (const [name, list] of Object.entries({ thoughts: data.thoughts, urls: data.urls })) {
    if (list && (list.length < n || list.length > n + 1)) {
      context.problem(name, `${list.length} entries for ${n} actions, matched by their order`);
    }
  }
}

/** The times of the steps in Unix milliseconds; empty when the file holds none, or not one for each step. */
function timesOf(data: Result, context: ReadContext): number[] {
  if (!data.timestamps || data.timestamps.length === 0) return [];
  const times = data.timestamps.map((at) => {
    const number = typeof at === "number" ? at : Number(at);
    return Number.isFinite(number) ? number * (number < 1e11 ? 1000 : 1) : Date.parse(String(at));
  });
  const usable = times.length >= data.actions.length && times.every((at) => Math.abs(at) < 8.64e15);
  if (!usable)
    context.problem("timestamps", "not a time for each action; requests are not assigned to steps");
  return usable ? times : [];
}

/** Gives each request to the last step that had begun; those without a time, or before the first step, to the run. */
function assigned(steps: readonly Step[], times: readonly number[], requests: readonly TimedRequest[]) {
  const own = new Map<number, TimedRequest["request"][]>();
  const rest: TimedRequest["request"][] = [];
  for (const { at, request } of requests) {
    const index =
      at === undefined ? -1 : steps.findLastIndex((_step, i) => (times[i] ?? Number.POSITIVE_INFINITY) <= at);
    if (index === -1) rest.push(request);
    else own.set(index, [...(own.get(index) ?? []), request]);
  }
  return {
    steps: steps.map((step) => {
      const requests = own.get(step.index);
      return requests === undefined ? step : { ...step, requests };
    }),
    requests: rest,
  };
}

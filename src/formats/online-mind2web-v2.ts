/** Online-Mind2Web results, second version: each action is an object that names its own screenshot, URL and thought. */
import { basename } from "node:path";
import { z } from "zod";
import {
  type Action,
  type Observation,
  type Step,
  type Trajectory,
  trajectorySchemaId,
  withImages,
} from "../trajectory/index.ts";
import { parseActionText } from "./action-text.ts";
import { type Folder, isObject } from "./folder.ts";
import { idParts } from "./online-mind2web.ts";
import { defineReader, type ReadContext } from "./reader.ts";
import { answerIn, changesNothing, finalState, runId, withScreenshot } from "./states.ts";
import { checkRun, RunError, unreadableFrom } from "./unreadable.ts";

const version = "online-mind2web-v2";

const row = z.object({
  step: z.number().int().nullish(),
  screenshot: z.string().nullish(),
  url: z.string().nullish(),
  action: z.string(),
  action_status: z.string().nullish(),
  thought: z.string().nullish(),
});
type ActionRow = z.output<typeof row>;

const result = z.looseObject({
  schema_version: z.literal(version),
  task: z.string(),
  task_id: z.string().nullish(),
  agent_final_answer: z.string().nullish(),
  action_history: z.array(row),
  input_image_paths: z.array(z.string()).nullish(),
});

export const onlineMind2webV2 = defineReader({
  id: version,
  summary: "Online-Mind2Web v2 result folder or JSONL rows (schema_version online-mind2web-v2)",

  async detect(folder, name) {
    const sample = await folder.sample(name);
    return sample.kind !== "none" && isObject(sample.value) && sample.value["schema_version"] === version;
  },

  async *read(folder, name, context) {
    const sample = await folder.sample(name);
    if (sample.kind !== "lines") {
      const value = await folder.json(name, z.unknown());
      yield await trajectoryOf(value, folder.show(name), folder, context, (id) => idParts(folder, name, id));
      return;
    }
    const dataSet = name.replace(/\.\w+$/, "");
    const broken = (problem: { where: string; what: string }) =>
      context.unreadable(problem.where, problem.what);
    for await (const { line, value } of folder.jsonl(name, z.unknown(), broken, context.signal)) {
      const where = `${folder.show(name)}:${line}`;
      try {
        yield await trajectoryOf(value, where, folder, context, (id) => [dataSet, id]);
      } catch (error) {
        const { where: place, what } = unreadableFrom(error, where);
        context.unreadable(place, what);
      }
    }
  },
});

async function trajectoryOf(
  value: unknown,
  where: string,
  folder: Folder,
  context: ReadContext,
  idOf: (nativeId: string) => [string, string],
): Promise<Trajectory> {
  const data = checkRun(result, value, where);
  if (data.task.trim() === "") throw new RunError(`${where}: task`, 'no instruction, saw ""');
  const {
    task,
    task_id,
    agent_final_answer,
    action_history: rows,
    schema_version: _version,
    ...extra
  } = data;
  const nativeId = task_id ?? basename(folder.path);
  const bare = rows.map((entry, index) => stepOf(entry, index, context));
  const { states, observations, recorded } = await statesOf(rows, bare, nativeId, folder, context);
  const steps = bare.map((step, i) => ({ ...step, observation: observations[i] ?? {} }));
  const final = finalState(steps, recorded, context.problem);
  const answer = agent_final_answer ?? answerIn(steps);
  const trajectory: Trajectory = {
    schema: trajectorySchemaId,
    id: runId(...idOf(nativeId)),
    task: { id: nativeId, instruction: task },
    source: { benchmark: "online-mind2web" },
    steps,
    ...(final === undefined ? {} : { final }),
    ...(answer === undefined ? {} : { answer }),
    stop: answer === undefined ? "unknown" : "answered",
    extra: { ...extra, states },
  };
  return withImages(trajectory, folder);
}

function stepOf(entry: ActionRow, index: number, context: ReadContext): Step {
  if (typeof entry.step === "number" && entry.step !== index) {
    context.problem(`action_history[${index}].step`, `expected ${index}, saw ${entry.step}`);
  }
  const parsed = parseActionText(entry.action);
  const value = parsed.type === "navigate" ? (parsed.value ?? entry.url ?? undefined) : parsed.value;
  const failed = /\bfail/i.test(entry.action_status ?? "") || /\|\s*FAILED\s*$/.test(entry.action);
  const action: Action = {
    raw: entry.action,
    ...parsed,
    ...(value === undefined ? {} : { value }),
    ...(failed ? { error: "the run reports that this action failed" } : {}),
  };
  const thought = entry.thought?.trim();
  return { index, observation: {}, ...(thought ? { thought } : {}), action };
}

/**
 * The state before each action, and the one after the last.
 *
 * Each row names one picture; whether it was taken before or after the row's action is not written down. When row 0
 * opens the first page its picture shows that page, so the pictures were taken after; otherwise before. A row's `url`
 * belongs to its picture, but for a navigation it is always the destination.
 */
async function statesOf(
  rows: readonly ActionRow[],
  steps: readonly Step[],
  nativeId: string,
  folder: Folder,
  context: ReadContext,
) {
  const after = steps[0]?.action.type === "navigate";
  const shots: Observation[] = [];
  for (const [index, { screenshot, url }] of rows.entries()) {
    const destination = !after && steps[index]?.action.type === "navigate";
    const page = url && !destination ? { url } : {};
    const path = await pathOf(screenshot, nativeId, folder);
    shots.push(await withScreenshot(page, path, folder, context.problem));
  }
  if (shots.every(({ screenshot }) => screenshot === undefined))
    context.problem("trajectory", "there are no usable screenshots");
  if (!after) return { states: "before", observations: shots, recorded: undefined };
  const last = shots.at(-1);
  // After an answer there is a picture of its own; without one the answer's own observation stands.
  const nothing = last === undefined || Object.keys(last).length === 0;
  const ownStands = changesNothing(steps.at(-1)) && last?.screenshot === undefined;
  const recorded = nothing || ownStands ? undefined : last;
  return { states: "after", observations: [{}, ...shots.slice(0, -1)], recorded };
}

/** A longer name is no name but the picture itself, in base64. */
const longestName = 1000;

/** Where a named picture lies: beside result.json under trajectory/, or under the run's id beside a JSONL file. */
async function pathOf(
  name: string | null | undefined,
  nativeId: string,
  folder: Folder,
): Promise<string | undefined> {
  if (!name) return undefined;
  if (name.startsWith("data:")) return name;
  if (name.length > longestName) return `data:image/png;base64,${name}`;
  for (const path of [`trajectory/${name}`, `${nativeId}/trajectory/${name}`, name]) {
    if (await folder.has(path)) return path;
  }
  return `trajectory/${name}`;
}

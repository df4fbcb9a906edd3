/** WebVoyager result folders: interact_messages.json holds the dialogue, screenshotN.png what the agent saw at turn N. */
import { basename, dirname } from "node:path";
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
import type { Folder } from "./folder.ts";
import { defineReader, type ReadContext } from "./reader.ts";
import { answerIn, type Frames, finalState, numberedFrames, runId, withScreenshot } from "./states.ts";
import { RunError } from "./unreadable.ts";
import {
  elementsOf,
  errorIn,
  inlineImage,
  type Message,
  message,
  moveOf,
  taskOf,
  textOf,
} from "./webvoyager-text.ts";

const fileName = "interact_messages.json";

export const webvoyager = defineReader({
  id: "webvoyager",
  summary: "WebVoyager result folder (interact_messages.json, screenshotN.png)",

  async detect(folder, name) {
    if (!name.endsWith(".json")) return false;
    const sample = await folder.sample(name);
    if (sample.kind === "none") return name === fileName;
    const messages = z.array(message).min(1).safeParse(sample.value);
    if (!messages.success) return name === fileName;
    const first = messages.data.find(({ role }) => role === "user");
    return name === fileName || /Now given a task:[\s\S]*Please interact with/i.test(textOf(first?.content));
  },

  async *read(folder, name, context) {
    const messages = await folder.json(name, z.array(message));
    const opening = messages.find(({ role }) => role === "user");
    const { instruction, startUrl } = taskOf(textOf(opening?.content));
    if (instruction === undefined) {
      throw new RunError(folder.show(name), "no user message states a task");
    }
    const frames = await numberedFrames(
      folder,
      ".",
      /^screenshot(\d+)\.(?:png|jpe?g|webp|gif)$/i,
      context.problem,
    );
    const turns = turnsOf(messages);
    const { steps, last } = await stepsOf(turns, frames, folder, context);
    const final = finalState(steps, last, context.problem);
    const answer = answerIn(steps);
    const taskId = basename(folder.path).replace(/^task(?=.)/, "");
    const trajectory: Trajectory = {
      schema: trajectorySchemaId,
      id: runId(basename(dirname(folder.path)), taskId),
      task: { id: taskId, instruction, ...(startUrl === undefined ? {} : { startUrl }) },
      source: { benchmark: "webvoyager" },
      steps,
      ...(final === undefined ? {} : { final }),
      ...(answer === undefined ? {} : { answer }),
      stop: steps.at(-1)?.action.type === "answer" ? "answered" : "unknown",
    };
    yield withImages(trajectory, folder);
  },
});

/** A turn: what the agent was told (the page, or that its action failed), and what it said. */
interface Turn {
  told: Message["content"];
  said: string;
}

function turnsOf(messages: readonly Message[]): { turns: Turn[]; afterwards: Message["content"] } {
  const turns: Turn[] = [];
  let told: Message["content"];
  for (const { role, content } of messages) {
    if (role === "user") told = content;
    if (role !== "assistant") continue;
    turns.push({ told, said: textOf(content) });
    told = undefined;
  }
  return { turns, afterwards: told };
}

async function stepsOf(
  { turns, afterwards }: ReturnType<typeof turnsOf>,
  frames: Frames,
  folder: Folder,
  context: ReadContext,
): Promise<{ steps: Step[]; last: Observation | undefined }> {
  const steps: Step[] = [];
  for (const [index, turn] of turns.entries()) {
    const text = textOf(turn.told);
    const previous = steps.at(-1);
    const error = errorIn(text);
    if (previous !== undefined && error !== undefined) previous.action = { ...previous.action, error };
    const path = frames.get(index + 1) ?? inlineImage(turn.told);
    let observation: Observation;
    if (path === undefined && error !== undefined && previous !== undefined) {
      // After an action that could not be carried out the agent gets a message instead of a new picture.
      observation = previous.observation;
    } else {
      if (path === undefined && frames.size > 0) {
        context.problem(`screenshot${index + 1}`, "missing in the numbering of the screenshots");
      }
      const elements = elementsOf(text);
      const seen = elements.length === 0 ? {} : { elements };
      observation = await withScreenshot(seen, path, folder, context.problem);
    }
    const { thought, action } = moveOf(turn.said);
    steps.push({
      index,
      observation,
      ...(thought === undefined ? {} : { thought }),
      action: actionOf(action, observation),
    });
  }
  if (frames.size === 0 && steps.every((step) => step.observation.screenshot === undefined)) {
    context.problem("screenshots", "there are none");
  }
  const after = frames.get(turns.length + 1);
  const extra = [...frames.keys()].filter((number) => number > turns.length + 1);
  if (extra.length > 0) context.problem("screenshots", `${extra.length} more than the run has turns`);
  const error = errorIn(textOf(afterwards));
  const lastStep = steps.at(-1);
  if (lastStep !== undefined && error !== undefined) lastStep.action = { ...lastStep.action, error };
  const last = after === undefined ? undefined : await withScreenshot({}, after, folder, context.problem);
  return { steps, last: last?.screenshot === undefined ? undefined : last };
}

/** The action, with the words of the element whose number it names. */
function actionOf(raw: string | undefined, observation: Observation): Action {
  if (raw === undefined) return { type: "other", error: "the agent named no action" };
  const parsed = parseActionText(raw);
  const id = parsed.target?.id;
  const text = observation.elements?.find((element) => element.id === id)?.text;
  const target = id === undefined || text === undefined ? parsed.target : { ...parsed.target, text };
  return { raw, ...parsed, ...(target === undefined ? {} : { target }) };
}

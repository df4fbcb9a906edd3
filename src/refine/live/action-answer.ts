/** The answer of a model that acts: a thought and one action, checked against the page that it was shown. */
import { z } from "zod";
import {
  type AnswerFormat,
  orNull,
  type Reading,
  shownValue,
  strictObject,
} from "../../judging/answer-schema.ts";
import { oneLine, plainText } from "../../trajectory/index.ts";
import type { LiveAction, LiveObservation } from "./environment.ts";

const actionTypes = [
  "click",
  "type",
  "select",
  "press",
  "scroll",
  "back",
  "wait",
  "answer",
  "infeasible",
] as const;

const thoughtLimit = 2000;
const valueLimit = 4000;
const farthestScroll = 20_000;

/** What a model decided. */
export interface ReadAction {
  readonly thought?: string;
  readonly action: LiveAction;
}

const word = z.union([z.string(), z.number().transform(String)]).nullish();
const answerObject = z.object({
  thought: z.string().nullish().catch(null),
  action: z.object({ type: z.string(), element: word, value: word }),
});
type Stated = z.infer<typeof answerObject>["action"];

const bareRef = (element: string): string => element.trim().replace(/^\[?(?:ref=)?|\]$/g, "");

/** The action that was stated, or why it is none on this page. */
function actionOf(stated: Stated, { elements }: LiveObservation): Reading<LiveAction> {
  const type = actionTypes.find((each) => each === stated.type.trim().toLowerCase());
  if (type === undefined)
    return { reason: `action.type must be one of ${actionTypes.join(", ")}, saw ${shownValue(stated.type)}` };
  const element = bareRef(stated.element ?? "");
  const value = stated.value === null || stated.value === undefined ? undefined : plainText(stated.value);
  const wants = (what: string): Reading<LiveAction> => ({
    reason: `${type} needs action.value, ${what}, saw ${shownValue(stated.value)}`,
  });
  if (value !== undefined && value.length > valueLimit)
    return { reason: `action.value may have ${valueLimit} characters, saw ${value.length}` };
  switch (type) {
    case "back":
    case "wait":
      return { value: { type } };
    case "scroll": {
      const by = value === undefined || value.trim() === "" ? Number.NaN : Number(value);
      return Number.isFinite(by) && Math.abs(by) <= farthestScroll
        ? { value: { type, by } }
        : wants(`a number of pixels up to ${farthestScroll}`);
    }
    case "press":
      return value === undefined || value === ""
        ? wants("a key")
        : { value: { type, key: value.slice(0, 40) } };
    case "answer":
    case "infeasible":
      return value === undefined || value.trim() === ""
        ? wants("the words for the user")
        : { value: { type, text: value } };
    case "click":
    case "type":
    case "select":
      break;
  }
  if (!elements.some(({ ref }) => ref === element))
    return { reason: `the page has no element with ref ${shownValue(stated.element)}` };
  if (type === "click") return { value: { type, element } };
  if (value === undefined) return wants(type === "type" ? "the text" : "the option");
  return type === "type"
    ? { value: { type, element, text: value } }
    : { value: { type, element, option: value } };
}

/**
 * One action on this page.
 *
 * @param listRefs the schema lists the page's refs, so that a model under a grammar can name no other
 */
export function actionFormat(observation: LiveObservation, listRefs: boolean): AnswerFormat<ReadAction> {
  const refs = observation.elements.map(({ ref }) => ref);
  const listed = listRefs && refs.length > 0 ? { enum: refs } : {};
  return {
    name: "action",
    schema: strictObject({
      thought: { type: "string", description: "Where you are and what is missing. Written first." },
      action: strictObject({
        type: { type: "string", enum: [...actionTypes] },
        element: orNull({
          type: "string",
          description: "The ref of the element; null where none is needed.",
          ...listed,
        }),
        value: orNull({
          type: "string",
          description: "Text, option, key, pixels or words for the user; null where none is needed.",
        }),
      }),
    }),
    readObject(object) {
      const read = answerObject.safeParse(object);
      if (!read.success) return { reason: "the answer holds no action with a type" };
      const action = actionOf(read.data.action, observation);
      if ("reason" in action) return action;
      const thought = oneLine(read.data.thought ?? "", thoughtLimit);
      return { value: { ...(thought === "" ? {} : { thought }), action: action.value } };
    },
    readText: () => ({ reason: "the answer is no JSON object" }),
  };
}

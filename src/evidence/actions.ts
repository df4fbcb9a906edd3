/** The actions of a run as short numbered sentences. */
import { type Action, oneLine, type TrajectoryView } from "../trajectory/index.ts";
import { recordedName, type TargetName } from "./target-names.ts";

const sentenceLimit = 400;
const partLimit = 160;
/** The longest list, in characters; beyond it the middle is left out by whole lines. */
const listLimit = 20_000;

const quoted = (text: string): string => `"${oneLine(text, partLimit)}"`;

function targetOf({ target }: Action, name: TargetName | undefined): string | undefined {
  if (target?.text?.trim()) return quoted(target.text);
  if (name?.isSure === true) return quoted(name.text);
  if (target?.point !== undefined) {
    const place = `the point (${target.point.map(Math.round).join(", ")})`;
    return name === undefined ? place : `${place}, where it says ${quoted(name.text)}`;
  }
  if (target?.selector) return oneLine(target.selector, partLimit);
  return target?.id === undefined ? undefined : `element ${oneLine(target.id, partLimit)}`;
}

const on = (verb: string, preposition: string, target: string | undefined): string =>
  target === undefined ? verb : `${verb} ${preposition} ${target}`;

/** Whether its place says what is meant; that of scrolling or swiping does not. */
export const aims = (action: Action): boolean => action.type !== "scroll" && action.type !== "swipe";

function sentence(action: Action, name: TargetName | undefined): string | undefined {
  const target = targetOf(action, aims(action) ? name : undefined);
  const value = action.value === undefined || action.value === "" ? undefined : quoted(action.value);
  const place = action.value === undefined ? undefined : oneLine(action.value, partLimit);
  switch (action.type) {
    case "click":
    case "tap":
    case "hover":
      return target && on(action.type, "on", target);
    case "type":
      return value && on(`type ${value}`, "into", target);
    case "select":
      return value && on(`select ${value}`, "in", target);
    case "press":
      return place && on(`press ${place}`, "in", target);
    case "scroll":
    case "swipe":
    case "drag":
      return on(
        place ? `${action.type} ${place}` : action.type,
        action.type === "drag" ? "from" : "in",
        target,
      );
    case "navigate":
      return place && `go to ${place}`;
    case "back":
      return "go back";
    case "forward":
      return "go forward";
    case "tab":
      return `switch tab${place ? ` (${place})` : ""}`;
    case "wait":
      return "wait";
    case "say":
      return value && `tell the user ${value}`;
    case "answer":
      return value ? `answer the user: ${value}` : "answer the user";
    case "infeasible":
      return value ? `declare the task infeasible: ${value}` : "declare the task infeasible";
    default:
      return undefined;
  }
}

/**
 * One action as a short sentence; the source's own words where it says no more.
 *
 * @param name what stands at its target, for an action that only points there
 */
export function actionText(action: Action, name?: TargetName): string {
  const raw = action.raw === undefined ? "" : oneLine(action.raw, sentenceLimit);
  const fallback = raw || action.type || "an action that was not recorded";
  const failed = action.error ? ` (failed: ${oneLine(action.error, partLimit)})` : "";
  return `${sentence(action, name) ?? fallback}${failed}`;
}

/** Keeps whole lines from both ends, and says which were left out. */
function boundedList(lines: readonly string[]): string {
  let size = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (size <= listLimit) return lines.join("\n");
  let from = Math.floor(lines.length / 2);
  let to = from;
  while (size > listLimit && to - from < lines.length) {
    if (from > lines.length - to) {
      from -= 1;
      size -= (lines[from]?.length ?? 0) + 1;
    } else {
      size -= (lines[to]?.length ?? 0) + 1;
      to += 1;
    }
  }
  return [...lines.slice(0, from), `[actions ${from + 1} to ${to} left out]`, ...lines.slice(to)].join("\n");
}

export interface ActionOptions {
  /** The index of the last action that is shown, for judging a step by its past. */
  readonly until?: number;
  /** Step index → what is written where it points, as {@link pointNames} reads it from the screenshots. */
  readonly at?: ReadonlyMap<number, TargetName>;
}

/**
 * The actions, one line each, numbered from 1: what was done, to what, with which value; the source's own words where
 * it says no more. A target that is only an id or a point is named by what was recorded there.
 */
export function actions(view: TrajectoryView, options: ActionOptions = {}): string {
  const shown = options.until === undefined ? view.steps : view.steps.slice(0, options.until + 1);
  if (shown.length === 0) return "(no action)";
  const lines = shown.map((step, position) => {
    const name = recordedName(step) ?? options.at?.get(position);
    return `${position + 1}. ${actionText(step.action, name)}`;
  });
  return boundedList(lines);
}

/** A sentence of our own: nothing that others wrote is in it, so it needs no fence. */
export interface Words {
  readonly kind: "words";
  readonly text: string;
}

const endings = {
  answered: "The agent ended the run with an answer.",
  infeasible: "The agent ended the run and said that the task cannot be done.",
  "step-limit": "The run was cut off at its limit of steps.",
  error: "The run broke off with an error.",
  timeout: "The run was cut off at its limit of time.",
  unknown: "How the run ended was not recorded.",
} as const;

/** How the run ended. */
export function ending(view: TrajectoryView): Words {
  return { kind: "words", text: endings[view.stop ?? "unknown"] };
}

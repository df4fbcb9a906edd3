/** What stands where an action was done, when the action itself does not say it: from the elements and the tree. */
import type { Step } from "../trajectory/index.ts";
import { nodeAtPoint, nodeById } from "./tree-nodes.ts";

/** What a person reads at the target of an action. */
export interface TargetName {
  readonly text: string;
  /** The target was named by its id or box, not by what is written near a point. */
  readonly isSure: boolean;
}

type Recorded = NonNullable<Step["observation"]["elements"]>[number];

const sure = (text: string | undefined): TargetName | undefined =>
  text === undefined || text.trim() === "" ? undefined : { text, isSure: true };

/** The smallest element with a text and a box around the point. */
function elementAt(elements: readonly Recorded[], [x, y]: readonly [number, number]): Recorded | undefined {
  let best: { element: Recorded; area: number } | undefined;
  for (const element of elements) {
    if (element.box === undefined || !element.text?.trim()) continue;
    const [left, top, width, height] = element.box;
    const isInside = x >= left && x <= left + width && y >= top && y <= top + height;
    if (isInside && (best === undefined || width * height < best.area))
      best = { element, area: width * height };
  }
  return best?.element;
}

/**
 * The name of a step's target as the recorded elements or the accessibility tree have it: by its id or selector, else by its point.
 * Undefined when the action names its target itself, or nothing was recorded there.
 */
export function recordedName(step: Step): TargetName | undefined {
  const { target } = step.action;
  const { elements = [], accessibilityTree: tree = "" } = step.observation;
  if (target === undefined || target.text?.trim()) return undefined;
  const { id, point, selector } = target;
  if (selector !== undefined) {
    const named = sure(elements.find((element) => element.selector === selector)?.text);
    if (named !== undefined) return named;
  }
  if (id !== undefined) {
    const named = sure(elements.find((element) => element.id === id)?.text) ?? sure(nodeById(tree, id)?.name);
    if (named !== undefined) return named;
  }
  if (point === undefined) return undefined;
  return sure(elementAt(elements, point)?.text) ?? sure(nodeAtPoint(tree, point)?.name);
}

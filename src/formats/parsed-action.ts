/** What an action's text says, in the record's words. */
import type { Action, ActionType } from "../trajectory/index.ts";

export type Target = NonNullable<Action["target"]>;

export interface ParsedAction {
  type: ActionType;
  target?: Target;
  value?: string;
}

/** An action without the members that are not known. */
export function described(type: ActionType, target?: Target, value?: string): ParsedAction {
  return {
    type,
    ...(target === undefined || Object.keys(target).length === 0 ? {} : { target }),
    ...(value === undefined ? {} : { value }),
  };
}

/** The first two numbers of a text such as "(600, 475)"; undefined when it does not hold two. */
export function pointOf(text: string): [number, number] | undefined {
  const numbers = /(-?\d{1,6}(?:\.\d{1,9})?)\D{1,10}?(-?\d{1,6}(?:\.\d{1,9})?)/.exec(text.slice(0, 200));
  const [x, y] = [Number(numbers?.[1]), Number(numbers?.[2])];
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}

export function at(point: [number, number] | undefined): Target | undefined {
  return point === undefined ? undefined : { point };
}

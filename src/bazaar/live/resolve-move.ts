/** From a move in the words of the page to an action on an element of the observation. */
import type { LiveAction, LiveElement, LiveObservation } from "../../refine/live/environment.ts";
import type { Move } from "../moves.ts";
import { fieldRoles, tickRoles } from "./aria.ts";

/** No element has this ref: an action on it fails as one on a thing that is not there. */
const nothing = "none";

/** The first element of this name, as a person looks from the top. */
function refOf(
  { elements }: LiveObservation,
  name: string,
  isOfKind: (element: LiveElement) => boolean,
): string {
  return elements.find((element) => element.text === name && isOfKind(element))?.ref ?? nothing;
}

/** The action that a move is, on this page. What the page does not show is tried all the same, and fails. */
export function resolveMove(move: Move, observation: LiveObservation): LiveAction {
  switch (move.do) {
    case "link":
    case "button":
      return { type: "click", element: refOf(observation, move.name, ({ role }) => role === move.do) };
    case "fill":
      return {
        type: "type",
        element: refOf(observation, move.label, ({ role }) => fieldRoles.has(role)),
        text: move.value,
      };
    case "choose":
      return {
        type: "select",
        element: refOf(observation, move.label, ({ options }) => options !== undefined),
        option: move.value,
      };
    case "tick":
      return { type: "click", element: refOf(observation, move.label, ({ role }) => tickRoles.has(role)) };
    case "scroll":
      return { type: "scroll", by: move.by };
    case "back":
      return { type: "back" };
    case "answer":
      return { type: "answer", text: move.text };
    case "infeasible":
      return { type: "infeasible", text: move.text };
  }
}
